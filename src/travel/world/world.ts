import type { Clock } from "../../model/clock.ts";
import type { Supplier } from "../supplier.ts";
import { createCars } from "./cars/cars.ts";
import { createFlights, type Flights } from "./flights/flights.ts";
import { createHotels } from "./hotels/hotels.ts";
import type { GeneratedPlaces } from "./places.ts";

export interface GeneratedWorld extends Supplier {
  readonly airlines: Flights["airlines"];
}

/** Everything there is to sell, as a pure function of the seed. */
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
