import { useState } from "react";
import { bookFlights, canCall, openNextStep, type ResultContext, readOffer } from "../next-step.ts";
import type { FlightOption, FlightsFound } from "./flight-option.ts";

/** The selected options: outbound, and inbound if sold separately. */
export interface Trip {
  readonly outbound: FlightOption | undefined;
  readonly inbound: FlightOption | undefined;
  readonly choose: (option: FlightOption) => void;
  readonly isChosen: (option: FlightOption) => boolean;
}

const first = (options: readonly FlightOption[]): FlightOption | undefined =>
  options.find(({ soldOut }) => !soldOut) ?? options[0];

export const useTrip = (found: FlightsFound): Trip => {
  const [keys, setKeys] = useState<Readonly<Record<"outbound" | "inbound", string>>>({ outbound: "", inbound: "" });
  const outbound = found.outbound.find(({ key }) => key === keys.outbound) ?? first(found.outbound);
  const inbound = found.inbound.find(({ key }) => key === keys.inbound) ?? first(found.inbound);
  return {
    outbound,
    inbound,
    choose: (option) => setKeys({ ...keys, [found.inbound.includes(option) ? "inbound" : "outbound"]: option.key }),
    isChosen: (option) => option === outbound || option === inbound,
  };
};

interface Step {
  readonly label: string;
  readonly go: () => void;
}

/** The next action for the options: book them, or load the offer again. */
export const stepFor = (
  found: FlightsFound,
  context: ResultContext,
  options: readonly FlightOption[],
): Step | undefined => {
  const [first] = options;
  if (!first || options.some(({ soldOut }) => soldOut)) return undefined;
  if (canCall(context, "bookFlight") && options.every(({ flightIds }) => flightIds.length > 0)) {
    return { label: "Book", go: () => openNextStep(context, bookFlights(options, context.arguments)) };
  }
  const readable = canCall(context, "get_offer") && context.tool !== "get_offer" && found.inbound.length === 0;
  return readable ? { label: "Refresh offer", go: () => openNextStep(context, readOffer(first)) } : undefined;
};
