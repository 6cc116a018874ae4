import type { CarRental } from "../../../model/rental.ts";
import { countryOf, type Market } from "../markets.ts";
import type { Tier } from "./companies.ts";
import { oneWayFee } from "./one-way.ts";
import type { Station } from "./stations.ts";

export type Charge = CarRental["charges"][number];

interface AirportCharges {
  /** Share of the base rental. */
  readonly concession: number;
  readonly concessionName: string;
  /** Cents a day. */
  readonly facility: number;
  readonly facilityName: string;
}

const NORTH_AMERICA: AirportCharges = {
  concession: 0.1111,
  concessionName: "Airport concession recovery fee",
  facility: 325,
  facilityName: "Customer facility charge",
};
const EUROPE: AirportCharges = {
  concession: 0.15,
  concessionName: "Premium location surcharge",
  facility: 220,
  facilityName: "Road tax and licence fee",
};
const OCEANIA: AirportCharges = {
  concession: 0.17,
  concessionName: "Airport concession recovery fee",
  facility: 430,
  facilityName: "Vehicle registration recovery fee",
};
const ELSEWHERE: AirportCharges = {
  concession: 0.12,
  concessionName: "Airport surcharge",
  facility: 150,
  facilityName: "Airport facility charge",
};

const AIRPORT_CHARGES: Readonly<Partial<Record<Market, AirportCharges>>> = {
  us: NORTH_AMERICA,
  canada: NORTH_AMERICA,
  britain: EUROPE,
  france: EUROPE,
  german: EUROPE,
  benelux: EUROPE,
  nordic: EUROPE,
  "south-europe": EUROPE,
  "east-europe": EUROPE,
  oceania: OCEANIA,
};

/** US cents a day for a driver under 25. */
const YOUNG_DRIVER: Readonly<Record<Tier, number>> = { premium: 3200, standard: 2900, value: 2500 };
const NORTH_AMERICAN = new Set<Market>(["us", "canada"]);

export const airportChargesAt = ({ airport, downtown }: Station): AirportCharges | undefined =>
  downtown ? undefined : (AIRPORT_CHARGES[countryOf(airport.country).market] ?? ELSEWHERE);

/** Everything but the base rental, for the whole of it. */
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
