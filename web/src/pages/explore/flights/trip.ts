import { useState } from "react";
import { bookFlights, can, goOn, readOffer, type Seen } from "../next-step.ts";
import type { FlightOption, FlightsFound } from "./flight-option.ts";

/** Which options somebody looks at: one of the way there, and one of the way back where that is sold on its own. */
export interface Trip {
  readonly out: FlightOption | undefined;
  readonly back: FlightOption | undefined;
  readonly choose: (option: FlightOption) => void;
  readonly isChosen: (option: FlightOption) => boolean;
}

const first = (options: readonly FlightOption[]): FlightOption | undefined =>
  options.find(({ soldOut }) => !soldOut) ?? options[0];

export const useTrip = (found: FlightsFound): Trip => {
  const [keys, setKeys] = useState<Readonly<Record<"out" | "back", string>>>({ out: "", back: "" });
  const out = found.out.find(({ key }) => key === keys.out) ?? first(found.out);
  const back = found.back.find(({ key }) => key === keys.back) ?? first(found.back);
  return {
    ...{ out, back },
    choose: (option) => setKeys({ ...keys, [found.back.includes(option) ? "back" : "out"]: option.key }),
    isChosen: (option) => option === out || option === back,
  };
};

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
