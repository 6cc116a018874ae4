import { bookFlights, readOffer } from "../call/book.ts";
import { can, goOn, type Seen } from "../views/seen.ts";
import type { FlightOption, FlightsFound } from "./flight-option.ts";

interface Step {
  readonly label: string;
  readonly go: () => void;
}

/** What one can do with options of a server: book what has ids for that, read again what is an offer. */
export const stepFor = (found: FlightsFound, seen: Seen, options: readonly FlightOption[]): Step | undefined => {
  const [first] = options;
  if (!first || options.some(({ soldOut }) => soldOut)) return undefined;
  if (can(seen, "bookFlight") && options.every(({ flightIds }) => flightIds.length > 0)) {
    return { label: "Book", go: () => goOn(seen, bookFlights(options, seen.arguments)) };
  }
  const readable = can(seen, "get_offer") && seen.tool !== "get_offer" && found.back.length === 0;
  return readable ? { label: "Read again", go: () => goOn(seen, readOffer(first)) } : undefined;
};
