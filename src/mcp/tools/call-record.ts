import type { Caller } from "../../model/caller.ts";
import { Failure, type FailureKind } from "../../model/failure.ts";
import type { ToolAnswer } from "./call-tool.ts";
import type { Tool } from "./tool.ts";

/** The part of a tool that a record of its call is about. */
export interface CalledTool extends Pick<Tool, "name" | "input" | "output" | "foreign" | "secretArguments"> {
  /** The caller has no tool of that name; the name is untrusted input. */
  readonly unknown?: true;
}

export type CallOutcome = "ok" | "refused" | "unavailable" | "defect" | "cancelled" | "input_required";

/** How a tool call went: metrics, log, live view and invocation log are all written from this one record. */
export interface CallRecord {
  /** The server's name, as keys name it. */
  readonly server: string;
  readonly tool: CalledTool;
  /** As the client sent them. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the tool returned; must not be changed. */
  readonly answer?: ToolAnswer | undefined;
  /** What the call failed with. */
  readonly thrown?: unknown;
  readonly outcome: CallOutcome;
  readonly milliseconds: number;
  readonly caller: Caller;
  readonly requestId?: string | undefined;
  readonly notes?: CallNotes | undefined;
}

/** What a tool itself adds to the record of its call. */
export interface CallNotes {
  /** Also in the answer or error that the client gets. */
  readonly correlationId: string;
  readonly version?: string | number | undefined;
  readonly source?: "sandbox" | "live" | undefined;
  /** Milliseconds of each completed step, in order. */
  readonly steps?: Readonly<Record<string, number>> | undefined;
  readonly failedStep?: string | undefined;
}

/** Failures of something the server depends on. */
const UNAVAILABLE: ReadonlySet<FailureKind> = new Set(["unavailable", "timeout", "rate_limited"]);

export const outcomeOf = (thrown: unknown, cancelled: boolean): CallOutcome => {
  if (thrown === undefined) return "ok";
  if (cancelled) return "cancelled";
  if (!(thrown instanceof Failure)) return "defect";
  return UNAVAILABLE.has(thrown.kind) ? "unavailable" : "refused";
};
