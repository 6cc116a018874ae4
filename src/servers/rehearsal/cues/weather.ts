import type { Outcome } from "../../../mcp/protocol/dispatcher.ts";
import type { Tool } from "../../../mcp/tools/tool.ts";
import type { Caller } from "../../../model/caller.ts";
import type { MaybePromise } from "../../../model/maybe-promise.ts";
import type { JsonValue } from "../../../platform/stores/store.ts";
import type { Overlay } from "../../../travel/supplier.ts";
import type { Travel } from "../../../travel/travel.ts";
import type { NewLine } from "../journal/journal.ts";
import type { Outcome as CallOutcome } from "../journal/journal-line.ts";
import type { Consent } from "../scenario/cue-schema.ts";
import type { Scenario } from "../scenario/scenario.ts";

/**
 * What is scripted to happen around the calls of a run: changes of the world, decisions of airlines, faults. It keeps its
 * state in the record of the run, so that any node continues it; all of it is a function of state and call.
 */
export interface Weather {
  /** The state of a run that starts. */
  readonly first: JsonValue;
  /** A state in which every cue has changed what is offered: what the solver has to find. */
  readonly foreseen: JsonValue;
  /** How the world is changed in a state. States with equal `key` have equal overlays. Undefined: not at all. */
  overlay(state: JsonValue): { readonly key: string; readonly overlay: Overlay } | undefined;
  /** Before a call: what happens first, and what will go wrong with the call. */
  before(call: ScriptedCall, state: JsonValue, world: RunWorld): MaybePromise<Before>;
  /** After a call, before its answer leaves. */
  after(call: FinishedCall, state: JsonValue, world: RunWorld): MaybePromise<Happening>;
}

/** A request of the agent. The counts do not include it. */
export interface ScriptedCall {
  /** 1 for the first call of the run. */
  readonly n: number;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Run time. */
  readonly at: number;
  /** Calls so far by tool: all, and those that went through. */
  readonly called: Readonly<Record<string, number>>;
  readonly succeeded: Readonly<Record<string, number>>;
}

export interface FinishedCall extends ScriptedCall {
  readonly outcome: CallOutcome;
}

/** The agency of the run, for decisions of airlines, hotels, car companies and other customers. */
export interface RunWorld {
  readonly travel: Travel;
  /** The agent's traveller. */
  readonly caller: Caller;
}

export interface Happening {
  readonly state: JsonValue;
  /** In the order in which it happened. */
  readonly lines: readonly NewLine[];
  /** Run time that passes at once, in milliseconds. */
  readonly jump?: number;
  /** What the traveller says unasked: it reaches the agent with the answer of the call. */
  readonly messages?: readonly string[];
  /** What the traveller agrees to from now on. */
  readonly consent?: Consent;
}

export interface Before extends Happening {
  readonly fault?: Fault;
}

/** How a call is answered wrongly on purpose. */
export interface Fault {
  /** As in the scenario. */
  readonly kind: string;
  readonly summary: string;
  /** Replaces the tool for this call; the tool itself may be run in it. */
  prepare?(tool: Tool): Tool;
  /** Changes the answer on its way out. Undefined: the agent gets none. */
  wire?(outcome: Outcome): MaybePromise<Outcome | undefined>;
  /** What the call came to, where that differs from what the tool did. */
  readonly outcome?: CallOutcome;
  /** Further run time that the call takes, in milliseconds. */
  readonly takes?: number;
  /** False if it had no occasion: the tool itself refused the call. Known after the call. */
  applied?(): boolean;
}

/** Creates the weather of a scenario. */
export type Forecast = (scenario: Scenario) => Weather;
