import type { CarRental } from "../../../model/booking.ts";
import { dataTable } from "../data-file.ts";
import { countryOf, type Market } from "../markets.ts";
import type { Tier } from "./companies.ts";
import { oneWayFee } from "./one-way.ts";
import type { Station } from "./stations.ts";

type Charge = CarRental["charges"][number];

interface AirportCharges {
  /** Share of the base rental. */
  readonly concession: number;
  readonly concessionName: string;
  /** Cents a day. */
  readonly facility: number;
  readonly facilityName: string;
}

/** Without markets: the charges everywhere else. */
type ChargesRow = AirportCharges & { readonly markets: readonly Market[] };

const airportCharges = dataTable("car-airport-charges.json", (rows: readonly ChargesRow[]) => ({
  byMarket: new Map(rows.flatMap((row) => row.markets.map((market) => [market, row]))),
  elsewhere: rows.find(({ markets }) => markets.length === 0) as AirportCharges,
}));

/** US cents a day for a driver under 25. */
const YOUNG_DRIVER: Readonly<Record<Tier, number>> = { premium: 3200, standard: 2900, value: 2500 };
const NORTH_AMERICAN = new Set<Market>(["us", "canada"]);

export const airportChargesAt = ({ airport, downtown }: Station): AirportCharges | undefined => {
  if (downtown) return undefined;
  const { byMarket, elsewhere } = airportCharges();
  return byMarket.get(countryOf(airport.country).market) ?? elsewhere;
};

/** All charges except the base rental, for the whole rental period. */
export const extraCharges = (
  base: number,
  days: number,
  pickup: Station,
  dropoff: Station,
  driverAge: number,
  tier: Tier,
): Charge[] => {
  const charges: Charge[] = [];
  const airport = airportChargesAt(pickup);
  if (airport !== undefined) {
    charges.push({ code: "APT", name: airport.concessionName, amount: Math.round(base * airport.concession) });
    charges.push({ code: "CFC", name: airport.facilityName, amount: airport.facility * days });
  }
  const oneWay = oneWayFee(pickup, dropoff);
  if (oneWay > 0) charges.push({ code: "ONEWAY", name: "One-way return surcharge", amount: oneWay });
  if (driverAge < 25) {
    const perDay = NORTH_AMERICAN.has(countryOf(pickup.airport.country).market)
      ? YOUNG_DRIVER[tier]
      : YOUNG_DRIVER[tier] * 0.6;
    charges.push({ code: "YOUNG", name: "Young driver fee, under 25", amount: Math.round(perDay * days) });
  }
  return charges;
};
