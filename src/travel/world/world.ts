import type { Clock } from "../../model/clock.ts";
import type { Supplier } from "../supplier.ts";
import { type CarAnswers, createCarAnswers, createCars } from "./cars/cars.ts";
import { createFlights, type Flights, loadFlightTables, type SeededFlights, seedFlights } from "./flights/flights.ts";
import { createHotelCaches, createHotels, type HotelCaches } from "./hotels/hotels.ts";
import { createLruCache } from "./lru-cache.ts";
import type { GeneratedPlaces } from "./places.ts";

interface GeneratedWorld extends Supplier {
  readonly airlines: Flights["airlines"];
}

interface WorldParts {
  readonly seed: string;
  readonly clock: Clock;
}

/** What worlds of one seed share. */
interface Seeded {
  readonly flights: SeededFlights;
  readonly hotels: HotelCaches;
  readonly cars: CarAnswers;
}

/** Seeds whose answers are cached. */
const CACHED_SEEDS = 8;

/** Creates worlds that share their tables, and those of one seed also what they computed before. */
export const createWorlds = (places: GeneratedPlaces): ((parts: WorldParts) => GeneratedWorld) => {
  const tables = loadFlightTables(places);
  const seeds = createLruCache<Seeded>(CACHED_SEEDS);
  return ({ seed, clock }) => {
    const { flights, hotels, cars } = seeds.get(seed, () => ({
      flights: seedFlights(seed, tables),
      hotels: createHotelCaches(),
      cars: createCarAnswers(),
    }));
    return {
      source: "sandbox",
      ...createFlights({ seed, clock, places, seeded: flights }),
      ...createHotels({ seed, clock, places, caches: hotels }),
      ...createCars({ seed, clock, places, answers: cars }),
    };
  };
};

/** A supplier whose whole inventory is a pure function of the seed. */
export const createGeneratedWorld = ({ places, ...parts }: WorldParts & { readonly places: GeneratedPlaces }) =>
  createWorlds(places)(parts);
