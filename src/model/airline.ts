/** What anybody may know of an airline. */
export interface Airline {
  /** IATA code, `BA`. */
  readonly code: string;
  /** Empty where we could not confirm it. */
  readonly icao: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly alliance: string | null;
  readonly hubs: readonly string[];
  readonly lowCost?: true;
}
