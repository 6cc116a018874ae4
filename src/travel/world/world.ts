import type { Clock } from "../../model/clock.ts";
import type { Supplier } from "../supplier.ts";
import { createCars } from "./cars/cars.ts";
import { createFlights, type Flights } from "./flights/flights.ts";
import { createHotels } from "./hotels/hotels.ts";
import type { GeneratedPlaces } from "./places.ts";

interface GeneratedWorld extends Supplier {
  readonly airlines: Flights["airlines"];
}

/** A supplier whose whole inventory is a pure function of the seed. */
export const createGeneratedWorld = (parts: {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
}): GeneratedWorld => ({
  source: "sandbox",
  ...createFlights(parts),
  ...createHotels(parts),
  ...createCars(parts),
});
