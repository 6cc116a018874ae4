import { instantText } from "../../../model/calendar.ts";
import type { Places } from "../../../model/place.ts";
import type { JsonValue } from "../../../platform/stores/store.ts";
import type { NewLine } from "../journal/journal.ts";
import { patternOf } from "../patterns.ts";
import { bookingsOf } from "../runs/evidence.ts";
import { later } from "../runs/run-clock.ts";
import type { Action, Consent, Fault as FaultScript } from "../scenario/cue-schema.ts";
import { durationMs } from "../scenario/durations.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { compareBooking, missesOf } from "../verdict/match-bookings.ts";
import { actionsOf, type Cue, dueCues, type RunFacts } from "./due-cues.ts";
import { faultOf } from "./faults.ts";
import { offerOverlay } from "./offer-overlay.ts";
import type { OfferRule } from "./offer-rules.ts";
import { disruptBookings, supplierActionOf } from "./supplier-actions.ts";
import type { Before, FinishedCall, Forecast, Happening, RunWorld, ScriptedCall, Weather } from "./weather.ts";

/** What the record of a run keeps of its weather. */
interface State {
  /** Indices of the cues that have fired. */
  readonly fired: readonly number[];
  /** Actions that cues have carried out. */
  readonly acted: number;
  /** Rules that cues have made. */
  readonly rules: readonly OfferRule[];
  /** Calls that were not carried out, by tool. */
  readonly refused: Readonly<Record<string, number>>;
  /** The patterns of `said` that some message has matched. */
  readonly heard: readonly string[];
  /** Until when the calls of a tool are answered with a rate limit, by run time. */
  readonly limited: Readonly<Record<string, { readonly until: number; readonly fault: FaultScript }>>;
  readonly goneTools: readonly string[];
  /** The call that is answered from the world as it was before any cue. */
  readonly staleCall?: number;
  /** The cue whose fault the present call meets. */
  readonly pending?: number;
}

const FIRST: State = { fired: [], acted: 0, rules: [], refused: {}, heard: [], limited: {}, goneTools: [] };

/** Of all cues of a run: those with `once: false` would go on with every call. */
const MOST_ACTED = 1_000;

const isFault = ({ fault }: Action): boolean => fault !== undefined;
const scriptOf = (fault: NonNullable<Action["fault"]>): FaultScript =>
  typeof fault === "string" ? { kind: fault } : fault;

/** Happens by the cues of the scenario alone: the same calls meet the same weather in every run. */
export const scriptedWeather =
  (places: Pick<Places, "place">): Forecast =>
  (scenario): Weather => {
    const cues = cuesOf(scenario);
    const always = alwaysOf(scenario);
    const patterns = [...new Set(cues.flatMap(({ when }) => [when.said, when.and?.said].filter(isText)))];
    const needsBookings = cues.some(({ when }) => when.booked !== undefined || when.and?.booked !== undefined);
    const matches = (booking: Parameters<typeof compareBooking>[0], matcher: Parameters<typeof compareBooking>[1]) =>
      missesOf(
        compareBooking(booking, matcher, { places, amounts: () => undefined, pattern: (text) => patternOf(text) }),
      ) === 0;

    const due = async (call: ScriptedCall, state: State, world: RunWorld, isAnswered: boolean, outcome?: string) => {
      const bookings = needsBookings ? await bookingsOf(world) : [];
      const calls = { ...call.called, [call.tool]: (call.called[call.tool] ?? 0) + 1 };
      const wentThrough = isAnswered && outcome === "ok" ? 1 : 0;
      const tools = [...new Set([...Object.keys(call.succeeded), ...Object.keys(state.refused), call.tool])];
      const answered = Object.fromEntries(
        tools.map((tool) => {
          const ok = (call.succeeded[tool] ?? 0) + (tool === call.tool ? wentThrough : 0);
          return [tool, { ok, refused: state.refused[tool] ?? 0 }] as const;
        }),
      );
      const facts: RunFacts = { now: call.at, calls, answered, heard: state.heard, bookings, fired: state.fired };
      return dueCues(cues, facts, matches).filter((i) => isBefore(cues[i] as Cue) !== isAnswered);
    };

    const carryOut = async (
      index: number,
      call: ScriptedCall,
      happening: Happened,
      world: RunWorld,
    ): Promise<Happened> => {
      let now = happening;
      const actions = actionsOf(cues[index] as Cue).filter((action) => !isFault(action));
      for (const [i, action] of actions.entries()) now = await act(action, `cue-${index}-${i}`, call, now, world);
      return { ...now, state: { ...now.state, fired: [...new Set([...now.state.fired, index])] } };
    };

    return {
      first: FIRST as unknown as JsonValue,
      foreseen: { ...FIRST, rules: cues.flatMap(actionsOf).flatMap(rulesOf) } as unknown as JsonValue,

      overlay(stored) {
        const { rules, staleCall } = stored as unknown as State;
        const all = staleCall === undefined ? [...always, ...rules] : always;
        return all.length === 0 ? undefined : { key: JSON.stringify(all), overlay: offerOverlay(all, places) };
      },

      async before(call, stored, world): Promise<Before> {
        let now = nothing(stored as unknown as State);
        let fault: FaultScript | undefined = lastingFault(call, now.state);
        for (const index of await due(call, now.state, world, false)) {
          const cue = cues[index] as Cue;
          const [script] = actionsOf(cue)
            .flatMap((action) => action.fault ?? [])
            .map(scriptOf);
          if (script === undefined) now = await carryOut(index, call, now, world);
          else if (fault === undefined && now.state.pending === undefined) {
            fault = script;
            now = { ...now, state: { ...now.state, pending: index, ...begun(script, call, now.state) } };
          }
        }
        return { ...shown(now), ...(fault !== undefined && { fault: faultOf(fault) }) };
      },

      async after(call, stored, world): Promise<Happening> {
        const { pending, staleCall: _stale, ...rest } = stored as unknown as State;
        const isMet = pending !== undefined && isFaultMet(call, cues[pending] as Cue);
        let now = nothing({
          ...rest,
          ...(isMet && { fired: [...new Set([...rest.fired, pending])] }),
          ...(call.outcome !== "ok" && {
            refused: { ...rest.refused, [call.tool]: (rest.refused[call.tool] ?? 0) + 1 },
          }),
          heard: [...new Set([...rest.heard, ...heardIn(call, patterns)])],
        });
        if (isMet) {
          for (const [i, action] of actionsOf(cues[pending] as Cue).entries()) {
            if (!isFault(action)) now = await act(action, `cue-${pending}-${i}`, call, now, world);
          }
        }
        for (const index of await due(call, now.state, world, true, call.outcome))
          now = await carryOut(index, call, now, world);
        return shown(now);
      },
    };
  };

interface Happened {
  readonly state: State;
  readonly lines: readonly NewLine[];
  readonly jump: number;
  readonly messages: readonly string[];
  readonly consent?: Consent;
}

const nothing = (state: State): Happened => ({ state, lines: [], jump: 0, messages: [] });
const shown = ({ state, ...rest }: Happened): Happening => ({ ...rest, state: state as unknown as JsonValue });

const isText = (text: string | undefined): text is string => text !== undefined;

/** Cues of the scenario, and what the traveller says unasked. */
const cuesOf = ({ cues = [], traveller }: Scenario): readonly Cue[] => [
  ...cues,
  ...(traveller?.says ?? []).map(({ when, text }): Cue => ({ when, do: { traveller: { says: text } } })),
];

const alwaysOf = ({ world = [], given }: Scenario): readonly OfferRule[] => [
  ...world,
  ...(given?.takenSeats ?? []).map(
    ({ flight, date, cabin, left }): OfferRule => ({ flight, date, cabin, seats: left }),
  ),
];

/** Whether the cue's moment is before a call is carried out, or after it. */
const isBefore = ({ when }: Cue): boolean =>
  when.after === undefined && when.booked === undefined && when.said === undefined;

const heardIn = ({ tool, arguments: args }: FinishedCall, patterns: readonly string[]): readonly string[] => {
  const message = tool === "askTraveller" ? args["message"] : undefined;
  return typeof message === "string" ? patterns.filter((pattern) => patternOf(pattern).test(message)) : [];
};

/** A rate limit lasts, and a tool that is gone stays gone. */
const lastingFault = ({ tool, at }: ScriptedCall, { limited, goneTools }: State): FaultScript | undefined => {
  const limit = limited[tool];
  if (limit !== undefined && at < limit.until) return limit.fault;
  return goneTools.includes(tool) ? { kind: "tool_gone" } : undefined;
};

const begun = (fault: FaultScript, { tool, at, n }: ScriptedCall, { limited, goneTools }: State): Partial<State> => {
  if (fault.kind === "rate_limited") {
    return { limited: { ...limited, [tool]: { until: at + durationMs(fault.for ?? "30s"), fault } } };
  }
  if (fault.kind === "tool_gone") return { goneTools: [...goneTools, tool] };
  return fault.kind === "stale" ? { staleCall: n } : {};
};

/** What an action changes of the offers, whenever it comes. */
const rulesOf = (action: Action): readonly OfferRule[] => {
  const { override, rival } = action;
  if (override !== undefined) return [override];
  if (rival === undefined) return supplierActionOf(action)?.rules ?? [];
  const { seats = 1, ...flight } = rival.books;
  return [{ ...flight, taken: seats }];
};

/** A fault that waits for a call that goes through has not been met by one that the tool itself refused. */
const isFaultMet = ({ outcome }: FinishedCall, { when, do: actions }: Cue): boolean => {
  if (when.during === undefined) return true;
  const [script] = actionsOf({ when, do: actions })
    .flatMap((action) => action.fault ?? [])
    .map(scriptOf);
  return outcome !== "refused" || script?.kind === "refused";
};

const act: Act = async (action, cue, call, before, world) => {
  const acted = before.state.acted + 1;
  const now = { ...before, state: { ...before.state, acted } };
  if (acted <= MOST_ACTED) return carriedOut(action, cue, call, now, world);
  if (acted > MOST_ACTED + 1) return before;
  const summary = `Cues have acted ${MOST_ACTED} times in this run, and act no more.`;
  return { ...now, lines: [...now.lines, { at: instantText(call.at), kind: "cue", summary }] };
};

type Act = (action: Action, cue: string, call: ScriptedCall, now: Happened, world: RunWorld) => Promise<Happened>;

const carriedOut: Act = async (action, cue, call, now, world) => {
  const { override, lift, jump, traveller, rival } = action;
  const at = instantText(later(call.at, now.jump));
  const told = (summary: string, change: Partial<Happened> = {}): Happened => ({
    ...now,
    ...change,
    lines: [...now.lines, { at, kind: "cue", summary }],
  });
  const ruled: Pick<Happened, "state"> = {
    state: { ...now.state, rules: [...now.state.rules, ...rulesOf(action)] },
  };
  if (override !== undefined) return told(`Offers change: ${JSON.stringify(override)}`, ruled);
  if (lift !== undefined) {
    const rules = now.state.rules.filter(({ as }) => as !== lift);
    return told(`The change ${lift} ends.`, { state: { ...now.state, rules } });
  }
  if (jump !== undefined) return told(`${jump} pass.`, { jump: now.jump + durationMs(jump) });
  if (rival !== undefined) return told(`Another customer books ${rival.books.seats ?? 1} seats.`, ruled);
  if (traveller !== undefined) {
    const { says, consent } = traveller;
    const changed = consent === undefined ? now : { ...now, consent };
    if (says === undefined)
      return { ...changed, lines: [...now.lines, { at, kind: "cue", summary: "The traveller thinks again." }] };
    return {
      ...changed,
      messages: [...now.messages, says],
      lines: [...now.lines, { at, kind: "said", summary: says }],
    };
  }
  const supplier = supplierActionOf(action);
  if (supplier === undefined) return now;
  await disruptBookings(supplier, cue, await bookingsOf(world), world);
  return told(supplier.summary, ruled);
};
