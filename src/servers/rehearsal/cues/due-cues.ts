import type { Booking } from "../../../model/booking.ts";
import type { Action, Trigger } from "../scenario/cue-schema.ts";
import type { BookingMatcher } from "../scenario/matcher-schema.ts";
import type { ScenarioFile } from "../scenario/scenario-schema.ts";

export type Cue = NonNullable<ScenarioFile["cues"]>[number];

/** What has happened in a run so far, the present call included. */
export interface RunFacts {
  /** Run time. */
  readonly now: number;
  /** Calls that were begun, by tool. */
  readonly calls: Readonly<Record<string, number>>;
  /** Calls that were answered, by tool. */
  readonly answered: Readonly<Record<string, { readonly ok: number; readonly refused: number }>>;
  /** The patterns that some message to the traveller has matched. */
  readonly heard: readonly string[];
  readonly bookings: readonly Booking[];
  /** Indices of the cues that have fired. */
  readonly fired: readonly number[];
}

type Matches = (booking: Booking, matcher: BookingMatcher) => boolean;

const answeredBy = ({ answered }: RunFacts, tool: string, outcome: "ok" | "refused" | "any"): number => {
  const { ok = 0, refused = 0 } = answered[tool] ?? {};
  return outcome === "ok" ? ok : outcome === "refused" ? refused : ok + refused;
};

/** Whether a trigger's moment has come. Exactly one of its fields is set. */
const hasCome = (trigger: Omit<Trigger, "and">, facts: RunFacts, matches: Matches): boolean => {
  const { start, after, before, during, at, booked, said } = trigger;
  if (start !== undefined) return start;
  if (after !== undefined) return answeredBy(facts, after.tool, after.outcome ?? "ok") >= (after.times ?? 1);
  if (before !== undefined) {
    return isPending(facts, before.tool) && (facts.calls[before.tool] ?? 0) >= (before.times ?? 1);
  }
  if (during !== undefined) {
    return isPending(facts, during.tool) && answeredBy(facts, during.tool, "ok") + 1 >= during.success;
  }
  if (at !== undefined) return facts.now >= Date.parse(at);
  if (booked !== undefined) return facts.bookings.some((booking) => matches(booking, booked));
  return said !== undefined && facts.heard.includes(said);
};

/** A call of the tool was begun and has not been answered. */
const isPending = (facts: RunFacts, tool: string): boolean => (facts.calls[tool] ?? 0) > answeredBy(facts, tool, "any");

/** The cues whose moment has come, in their order. Those with `once: false` fire at every moment that fits. */
export const dueCues = (cues: readonly Cue[], facts: RunFacts, matches: Matches): readonly number[] =>
  [...cues.keys()].filter((i) => {
    const { when, once = true } = cues[i] as Cue;
    if (once && facts.fired.includes(i)) return false;
    return hasCome(when, facts, matches) && (when.and === undefined || hasCome(when.and, facts, matches));
  });

export const actionsOf = ({ do: actions }: Cue): readonly Action[] =>
  Array.isArray(actions) ? actions : [actions as Action];
