import { draw } from "../../../model/draw.ts";
import { VEHICLE_CLASSES, type VehicleClass } from "../../../model/rental.ts";
import { countryOf, type Market } from "../markets.ts";
import { createRecent } from "../recent.ts";
import type { Company } from "./companies.ts";
import { FLEETS, type Fleet } from "./fleet-table.ts";

export interface Vehicle {
  readonly vehicleClass: VehicleClass;
  readonly acriss: string;
  readonly model: string;
}

const FLEET_OF: Readonly<Record<Market, Fleet>> = {
  us: FLEETS.NORTH_AMERICA,
  canada: FLEETS.NORTH_AMERICA,
  caribbean: FLEETS.NORTH_AMERICA,
  mexico: FLEETS.LATIN_AMERICA,
  "south-america": FLEETS.LATIN_AMERICA,
  britain: FLEETS.BRITISH_ISLES,
  france: FLEETS.EUROPE,
  german: FLEETS.EUROPE,
  benelux: FLEETS.EUROPE,
  "south-europe": FLEETS.EUROPE,
  "east-europe": FLEETS.EUROPE,
  nordic: FLEETS.NORDIC,
  cis: FLEETS.GULF,
  "middle-east": FLEETS.GULF,
  africa: FLEETS.AFRICA,
  "south-asia": FLEETS.SOUTH_ASIA,
  china: FLEETS.CHINA,
  japan: FLEETS.JAPAN,
  korea: FLEETS.KOREA,
  "southeast-asia": FLEETS.SOUTHEAST_ASIA,
  oceania: FLEETS.OCEANIA,
  pacific: FLEETS.OCEANIA,
};

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
      const cars = FLEET_OF[market][vehicleClass].filter(
        (car) => OWN_MAKE[company.code]?.some((make) => car.startsWith(make)) ?? true,
      );
      if (cars.length === 0) return [];
      const words = draw("fleet", company.code, market, vehicleClass, year).pick(cars);
      return [{ vehicleClass, acriss: words.slice(-4), model: `${words.slice(0, -5)} or similar` }];
    }),
  );
};
