import { VEHICLE_CLASSES, type VehicleClass } from "../../../model/booking.ts";
import { draw, hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { dataTable, wordSets } from "../data-file.ts";
import { isRoadless, isSmallIsland } from "../landmass.ts";
import { createLruCache } from "../lru-cache.ts";
import { countryOf, type Market, operatesIn } from "../markets.ts";

export type Tier = "premium" | "standard" | "value";

export interface Company {
  readonly code: string;
  readonly name: string;
  readonly tier: Tier;
  /** Million passengers a year that an airport needs to have a counter of this company. */
  readonly leastTraffic: number;
  /** Minimum driver age for a luxury car. */
  readonly luxuryAge: number;
}

interface Presence {
  readonly company: Company;
  readonly scope: ReadonlySet<string>;
}

/** Global brands that are preferred at airports with few counters. */
const EVERYWHERE = new Set(["ZE", "ZI", "ZD"]);
const LUXURY_UNDER_25 = new Set(["SX", "EP", "ZT", "LO", "SB", "GM"]);

/** Million passengers a year, and the number of counters at an airport of that size. */
const COUNTERS: readonly (readonly [number, number])[] = [
  [10, 20],
  [4, 11],
  [1.5, 8],
  [0.5, 5],
  [0.2, 3],
  [0, 2],
];

/** Vendor code, company, tier, least traffic of an airport with a counter, and its markets or countries (`-` excludes one). */
type CompanyRow = readonly [string, string, Tier, number, string];

const presences = dataTable("car-companies.json", (rows: readonly CompanyRow[]) => rows.map(presenceOf));
const counters = createLruCache<readonly Company[]>(1000);

/** Countries and airports without rental cars: car-free islands, and islands that are one resort. */
const carFree = dataTable("car-free-places.json", (lists: Readonly<Record<"countries" | "airports", string>>) =>
  wordSets(lists),
);
/** Million passengers a year below which a place without a road to anywhere has no rental cars. */
const TOWN = 0.1;

export const hasRentalCars = (airport: Airport, traffic: number): boolean => {
  const { countries, airports } = carFree();
  if (countries.has(airport.country) || airports.has(airport.code)) return false;
  return traffic >= TOWN || !isRoadless(airport);
};

/** The companies with a counter at an airport with that traffic, in a fixed order: at least two if any car is rented there. */
export const companiesAt = (airport: Airport, traffic: number): readonly Company[] =>
  counters.get(`${airport.code} ${traffic}`, () => countersAt(airport, traffic));

const countersAt = (airport: Airport, traffic: number): readonly Company[] => {
  if (!hasRentalCars(airport, traffic)) return [];
  const count = (COUNTERS.find(([least]) => traffic >= least) as readonly [number, number])[1];
  const rank = (code: string): number => hash("counter", airport.code, code) * (EVERYWHERE.has(code) ? 0.5 : 1);
  return presences()
    .filter(({ company, scope }) => company.leastTraffic <= traffic && operatesIn(scope, airport.country))
    .map(({ company }) => ({ company, rank: rank(company.code) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ company }) => company);
};

export const allCompanies = (): readonly Company[] => presences().map(({ company }) => company);

const presenceOf = ([code, name, tier, leastTraffic, scope]: CompanyRow): Presence => ({
  company: Object.freeze({ code, name, tier, leastTraffic, luxuryAge: LUXURY_UNDER_25.has(code) ? 21 : 25 }),
  scope: new Set(scope.split(" ")),
});

export interface Vehicle {
  readonly vehicleClass: VehicleClass;
  readonly acriss: string;
  readonly model: string;
}

/** Models by class, with their ACRISS codes: `Kia Rio ECAR`. */
type Fleet = Readonly<Record<VehicleClass, readonly string[]>>;
/** `islands`: on small islands of these markets, where roads are narrow and steep. */
type FleetRow = Fleet & { readonly markets: readonly Market[]; readonly islands?: true };

const fleets = dataTable("car-fleets.json", (rows: readonly FleetRow[]) => {
  const byMarket = (islands: boolean): ReadonlyMap<Market, Fleet> =>
    new Map(
      rows
        .filter((row) => (row.islands ?? false) === islands)
        .flatMap((row) => row.markets.map((market) => [market, row])),
    );
  return { mainland: byMarket(false), islands: byMarket(true) };
});

const SMALL_STATION: readonly VehicleClass[] = ["economy", "compact", "midsize", "suv"];
const NO_LUXURY: readonly VehicleClass[] = VEHICLE_CLASSES.filter((vehicleClass) => vehicleClass !== "luxury");
/** Million passengers a year below which the cars on an island are those of a small island. */
const LARGE_ISLAND = 1.5;

/** Companies owned by a manufacturer rent only its cars. */
const OWN_MAKE: Readonly<Record<string, readonly string[]>> = { TY: ["Toyota", "Lexus"], NS: ["Nissan"] };

const lineups = createLruCache<readonly Vehicle[]>(2000);

const fleetAt = (airport: Airport, traffic: number): { readonly fleet: Fleet; readonly islands: boolean } => {
  const { market } = countryOf(airport.country);
  const { mainland, islands } = fleets();
  const own = traffic < LARGE_ISLAND && isSmallIsland(airport) ? islands.get(market) : undefined;
  return { fleet: own ?? (mainland.get(market) as Fleet), islands: own !== undefined };
};

/** One car of each class that the company offers there. The fleet changes once a year. */
export const vehiclesOf = (company: Company, airport: Airport, traffic: number, year: string): readonly Vehicle[] => {
  const { market } = countryOf(airport.country);
  const { fleet, islands } = fleetAt(airport, traffic);
  const classes = traffic < 0.4 || islands ? SMALL_STATION : company.tier === "value" ? NO_LUXURY : VEHICLE_CLASSES;
  return lineups.get(`${company.code} ${market} ${islands} ${classes.length} ${year}`, () =>
    classes.flatMap((vehicleClass) => {
      const cars = fleet[vehicleClass].filter(
        (car) => OWN_MAKE[company.code]?.some((make) => car.startsWith(make)) ?? true,
      );
      if (cars.length === 0) return [];
      const words = draw("fleet", company.code, market, vehicleClass, year).pick(cars);
      return [{ vehicleClass, acriss: words.slice(-4), model: `${words.slice(0, -5)} or similar` }];
    }),
  );
};
