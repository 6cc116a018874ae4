import type { ItineraryLeg } from "../../../../src/console/contract.ts";
import { DAY_MS, daysBetween } from "./local-time.ts";

/** What an itinerary says one after the other: a new day, a part of the trip, and how long one waits for the next flight. */
export type TripStep =
  | { readonly step: "day"; readonly local: string }
  | { readonly step: "leg"; readonly leg: ItineraryLeg }
  | { readonly step: "wait"; readonly place: string; readonly milliseconds: number };

export const tripSteps = (legs: readonly ItineraryLeg[]): readonly TripStep[] =>
  legs.flatMap((leg, index): readonly TripStep[] => {
    const before = legs[index - 1];
    const wait = before && waitBetween(before, leg);
    const isNewDay = before === undefined || dateOf(before) !== dateOf(leg);
    return [
      ...(wait === undefined ? [] : [wait]),
      ...(isNewDay ? [{ step: "day", local: leg.from.local } as const] : []),
      { step: "leg", leg },
    ];
  });

const dateOf = ({ from }: ItineraryLeg): string => from.local.slice(0, 10);

/** Longer than a day one stays; that is no connection. */
const waitBetween = (before: ItineraryLeg, next: ItineraryLeg): TripStep | undefined => {
  const milliseconds = Date.parse(next.from.at) - Date.parse(before.to.at);
  const isConnection = before.kind === "flight" && next.kind === "flight" && before.to.place === next.from.place;
  if (!isConnection || !(milliseconds > 0 && milliseconds < DAY_MS)) return undefined;
  return { step: "wait", place: next.from.place, milliseconds };
};

/** `4 nights`; nothing for what has none. */
export const nightsOf = ({ kind, from, to }: ItineraryLeg): string | undefined => {
  const nights = daysBetween(from.local, to.local);
  if (kind !== "hotel" || nights < 1) return undefined;
  return nights === 1 ? "1 night" : `${nights} nights`;
};

/** How long it takes, on no clock in particular. */
export const lengthOf = ({ from, to }: ItineraryLeg): number => Date.parse(to.at) - Date.parse(from.at);

/** Of a flight: what stands beside its clocks. Anything else is a fact to be read below. */
const BESIDE = ["From", "To", "Duration", "Arrives"];

export const factsOf = ({ kind, facts }: ItineraryLeg): ItineraryLeg["facts"] =>
  kind === "flight" ? facts.filter(({ label }) => !BESIDE.includes(label)) : facts;

/** `London Heathrow Airport`, where the place is only a code. */
export const airportOf = ({ kind, facts }: ItineraryLeg, end: "From" | "To"): string | undefined =>
  kind === "flight" ? facts.find(({ label }) => label === end)?.value : undefined;
