import type { IsoDate } from "./calendar.ts";

export interface Airport {
  /** IATA airport code, `JFK`. */
  readonly code: string;
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

/** Everything rooms ask about airports and cities. All of it is in memory: no call waits. */
export interface Places {
  /** Airport by IATA airport code. */
  airport(code: string): Airport | undefined;
  /** Airport or metropolitan area by code. A code that is both (DFW, MEX) means the whole area. */
  place(code: string): Place | undefined;
  /** Throws a Failure with `field` and "did you mean" when there is no such place with scheduled service. */
  require(code: string, field: string): Place;
  /** Same metropolitan area (JFK and EWR), or the same airport. */
  sameCity(a: string, b: string): boolean;
  /** Places by code, city or name prefix, best first; for completion and "did you mean". */
  search(text: string, limit: number): readonly Place[];
  /** A sentence such as "Did you mean JFK (New York John F. Kennedy)?", when something well known is near. */
  suggest(text: string): string | undefined;
  /** Busiest first. */
  airports(): readonly Airport[];
  /** Great-circle distance in whole kilometres. */
  distanceKm(from: Pick<Airport, "latitude" | "longitude">, to: Airport): number;
  /** The calendar date at that place at that instant. */
  localDate(airport: Airport, instant: number): IsoDate;
  /** `2026-12-15T08:00:00-05:00` for an instant, at that airport. */
  localTime(airport: Airport, instant: number): string;
  /** The instant of a wall-clock time (`2026-12-15T08:00`) at that airport; a time in a DST gap moves forward. */
  instant(airport: Airport, wallClock: string): number;
}
