import type { IsoDate } from "./calendar.ts";

export interface Airport {
  /** IATA airport code, `JFK`. */
  readonly code: string;
  /** ICAO airport code, `KJFK`; empty if it has none. */
  readonly icao: string;
  readonly name: string;
  readonly city: string;
  /** IATA city (metropolitan area) code, `NYC`; the airport's own code where the city has none. */
  readonly cityCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA time zone. */
  readonly timeZone: string;
}

/** An airport, or a metropolitan area with several. */
export interface Place {
  readonly code: string;
  readonly name: string;
  readonly kind: "airport" | "city";
  readonly country: string;
  /** Largest first; never empty. */
  readonly airports: readonly Airport[];
}

/** Reference data about airports and cities. It is all in memory, so every method is synchronous. */
export interface Places {
  /** Returns the airport with an IATA code. */
  airport(code: string): Airport | undefined;
  /** Returns the airport or metropolitan area with a code. A code that is both (DFW, MEX) means the whole area. */
  place(code: string): Place | undefined;
  /** Like `place`, but throws a Failure with `field` and a suggestion if no place with scheduled service matches. */
  require(code: string, field: string): Place;
  /** Checks whether two airports are the same or serve the same metropolitan area (JFK and EWR). */
  sameCity(a: string, b: string): boolean;
  /** Finds places by prefix of code, city or name, best match first. */
  search(text: string, limit: number): readonly Place[];
  /** Returns a sentence such as "Did you mean JFK (New York John F. Kennedy)?" if a well-known place is similar. */
  suggest(text: string): string | undefined;
  /** Returns all airports, busiest first. */
  airports(): readonly Airport[];
  /** Returns the great-circle distance in whole kilometres. */
  distanceKm(from: Pick<Airport, "latitude" | "longitude">, to: Airport): number;
  /** Returns the calendar date at an airport at an instant. */
  localDate(airport: Airport, instant: number): IsoDate;
  /** Returns the local time at an airport, such as `2026-12-15T08:00:00-05:00`. */
  localTime(airport: Airport, instant: number): string;
  /** Returns the instant of a wall-clock time (`2026-12-15T08:00`) at an airport; a time in a DST gap moves forward. */
  instant(airport: Airport, wallClock: string): number;
}
