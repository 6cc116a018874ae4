import { draw } from "../../../model/draw.ts";
import { VEHICLE_CLASSES, type VehicleClass } from "../../../model/rental.ts";
import { dataTable } from "../data-file.ts";
import { countryOf, type Market } from "../markets.ts";
import { createRecent } from "../recent.ts";
import type { Company } from "./companies.ts";

export interface Vehicle {
  readonly vehicleClass: VehicleClass;
  readonly acriss: string;
  readonly model: string;
}

/** Models of one class with their ACRISS codes: `Kia Rio ECAR`. */
type Fleet = Readonly<Record<VehicleClass, readonly string[]>>;
type FleetRow = Fleet & { readonly markets: readonly Market[] };

const fleets = dataTable(
  "car-fleets.json",
  (rows: readonly FleetRow[]): ReadonlyMap<Market, Fleet> =>
    new Map(rows.flatMap((row) => row.markets.map((market) => [market, row]))),
);

const SMALL_STATION: readonly VehicleClass[] = ["economy", "compact", "midsize", "suv"];
const NO_LUXURY: readonly VehicleClass[] = VEHICLE_CLASSES.filter((vehicleClass) => vehicleClass !== "luxury");

/** Companies that belong to a maker rent its cars only. */
const OWN_MAKE: Readonly<Record<string, readonly string[]>> = { TY: ["Toyota", "Lexus"], NS: ["Nissan"] };

const lineups = createRecent<readonly Vehicle[]>(2000);

/** One car of each class the company keeps there; the fleet is renewed once a year. */
export const vehiclesOf = (company: Company, country: string, traffic: number, year: string): readonly Vehicle[] => {
  const { market } = countryOf(country);
  const classes = traffic < 0.4 ? SMALL_STATION : company.tier === "value" ? NO_LUXURY : VEHICLE_CLASSES;
  return lineups.get(`${company.code} ${market} ${classes.length} ${year}`, () =>
    classes.flatMap((vehicleClass) => {
      const cars = (fleets().get(market) as Fleet)[vehicleClass].filter(
        (car) => OWN_MAKE[company.code]?.some((make) => car.startsWith(make)) ?? true,
      );
      if (cars.length === 0) return [];
      const words = draw("fleet", company.code, market, vehicleClass, year).pick(cars);
      return [{ vehicleClass, acriss: words.slice(-4), model: `${words.slice(0, -5)} or similar` }];
    }),
  );
};
