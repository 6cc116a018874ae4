import type { Clock } from "../../src/model/clock.ts";
import { CABINS, type Cabin, type FlightOption, type FlightSegment } from "../../src/model/flight.ts";
import type { Airport, Place } from "../../src/model/place.ts";
import type { FlightQuery, Supplier } from "../../src/travel/supplier.ts";
import { type Aircraft, aircraftTypes, loadAirlines } from "../../src/travel/world/flights/airlines.ts";
import { loadNetwork, type Network } from "../../src/travel/world/flights/network.ts";
import { type GeneratedPlaces, loadPlaces } from "../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../src/travel/world/world.ts";
import { type SampledSearch, sampleSearches } from "./sample.ts";

export interface World {
  readonly supplier: Supplier;
  readonly places: GeneratedPlaces;
  /** All routes, to look at every departure of an airport. */
  readonly network: Network;
}

/** As users get it by default: no configured clock, so that every answer is the same on every day. */
const DEFAULT_CLOCK: Clock = { now: () => Date.parse("2027-01-01T00:00:00Z"), configured: false };

export const openWorld = (seed: string, clock: Clock = DEFAULT_CLOCK): World => {
  const places = loadPlaces();
  const network = loadNetwork(places, loadAirlines());
  return { supplier: createGeneratedWorld({ seed, clock, places }), places, network };
};

/** The answer to one direction of a sampled search. */
export interface Observation {
  readonly search: SampledSearch;
  readonly from: Airport;
  readonly to: Airport;
  readonly date: string;
  readonly cabin: Cabin;
  /** Great-circle distance. */
  readonly km: number;
  readonly options: readonly FlightOption[];
  readonly reason: string | undefined;
}

/** More than a search shows by default, to see the whole market. */
const OPTIONS = 60;

/** The airport alone, even if its code is also that of a city with several. */
const placeOf = (airport: Airport): Place => {
  const { code, name, country } = airport;
  return { code, name, kind: "airport", country, airports: [airport] };
};

export const searchFlights = (
  { supplier }: World,
  from: Airport,
  to: Airport,
  date: string,
  wanted: Partial<Pick<FlightQuery, "cabin" | "maxConnections">> = {},
): { readonly options: readonly FlightOption[]; readonly reason: string | undefined } => {
  const { offers, reason } = supplier.searchFlights({
    origin: placeOf(from),
    destination: placeOf(to),
    date,
    cabin: "economy",
    party: { adults: 1, children: 0, infants: 0 },
    maxConnections: 2,
    sortBy: "price",
    maxResults: OPTIONS,
    ...wanted,
  });
  return { options: offers.map(({ option }) => option), reason };
};

const observe = (world: World, sampled: SampledSearch, back: boolean, cabin: Cabin): Observation => {
  const [from, to] = back ? [sampled.to, sampled.from] : [sampled.from, sampled.to];
  const date = back ? (sampled.returnDate as string) : sampled.date;
  const km = world.places.distanceKm(from, to);
  return { search: sampled, from, to, date, cabin, km, ...searchFlights(world, from, to, date, { cabin }) };
};

export interface Sample {
  readonly world: World;
  readonly seed: string;
  readonly searches: readonly SampledSearch[];
  /** One per direction of each search. */
  readonly observations: readonly Observation[];
  /** One list per search that was made in all cabins, with its observations from economy to first. */
  readonly inAllCabins: readonly (readonly Observation[])[];
}

export const takeSample = (count: number, seed: string): Sample => {
  const world = openWorld("fixed");
  const searches = sampleSearches(world.places, count, seed);
  const observations = searches.flatMap((sampled) =>
    (sampled.returnDate === undefined ? [false] : [false, true]).map((back) =>
      observe(world, sampled, back, sampled.cabin),
    ),
  );
  const inAllCabins = searches
    .filter(({ allCabins }) => allCabins)
    .map((sampled) => CABINS.map((cabin) => observe(world, sampled, false, cabin)));
  return { world, seed, searches, observations, inAllCabins };
};

export const segmentsOf = (option: FlightOption): readonly FlightSegment[] => option.segments ?? [option];

export const isAvailable = ({ status }: FlightOption): boolean => status === "available";

export const routeOf = (option: FlightOption): string =>
  [...segmentsOf(option).map(({ originCode }) => originCode), option.destinationCode].join("-");

export const numbersOf = (option: FlightOption): string =>
  segmentsOf(option)
    .map(({ flightNumber }) => flightNumber)
    .join("+");

export const hours = (minutes: number): string => `${(minutes / 60).toFixed(1)} h`;

const byName = new Map([...aircraftTypes().values()].map((aircraft) => [aircraft.name, aircraft]));

export const aircraftOf = ({ aircraftType }: FlightSegment): Aircraft => {
  const aircraft = byName.get(aircraftType);
  if (aircraft === undefined) throw new Error(`Unknown aircraft ${aircraftType}.`);
  return aircraft;
};

export const airportOf = ({ places }: World, code: string): Airport => {
  const airport = places.airport(code);
  if (airport === undefined) throw new Error(`Unknown airport ${code}.`);
  return airport;
};

/** Every flight of the sample once, whatever the date. */
export const flightsOf = ({ observations }: Sample): readonly FlightSegment[] => {
  const flights = new Map<string, FlightSegment>();
  for (const { options } of observations) {
    for (const option of options) {
      for (const segment of segmentsOf(option)) {
        flights.set(`${segment.flightNumber}${segment.originCode}${segment.destinationCode}`, segment);
      }
    }
  }
  return [...flights.values()];
};
