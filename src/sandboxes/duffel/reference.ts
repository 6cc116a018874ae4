import type { DuffelAircraft, DuffelAirline, DuffelAirport, DuffelCity } from "./duffel-wire.ts";

/** Airlines, airports and aircraft as Duffel shows them: the same object whenever the same one is asked for. */
export interface Reference {
  airline(code: string): DuffelAirline;
  airport(code: string): DuffelAirport;
  /** By the name that the world gives it; null for a name that has no IATA code. */
  aircraft(name: string): DuffelAircraft | null;
  airlines(): readonly DuffelAirline[];
  airports(): readonly DuffelAirport[];
  allAircraft(): readonly DuffelAircraft[];
  /** The metropolitan area, where an airport belongs to one. */
  city(code: string): DuffelCity | undefined;
}
