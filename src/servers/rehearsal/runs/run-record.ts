import type { JsonValue } from "../../../platform/stores/store.ts";
import type { CheckResult, Finish, VerdictKind } from "../verdict/verdict.ts";

/** open: calls are answered. finished: the agent has called finishTask. expired: closed by itself, without a verdict. */
type RunState = "open" | "finished" | "closed" | "expired";

/** One attempt at a scenario, as the store has it. Any node continues a run from its record alone. */
export type RunRecord = {
  readonly id: string;
  readonly tenant: string;
  /** The id and the digest of the scenario. */
  readonly scenario: string;
  readonly digest: string;
  readonly label?: string;
  readonly seed: string;
  readonly state: RunState;
  /** Digest of the agent's token. */
  readonly token: string;
  /** The session that the bookings of the run belong to. */
  readonly sessionId: string;
  /** Real time, as are `usedAt` and `endsAt`. */
  readonly startedAt: number;
  readonly usedAt: number;
  readonly endsAt: number;
  /** Run time: now, and at the start. */
  readonly clock: number;
  readonly began: number;
  readonly calls: number;
  /** Lines of the journal. */
  readonly lines: number;
  /** Calls by tool: all, and those that went through. */
  readonly called: Readonly<Record<string, number>>;
  readonly succeeded: Readonly<Record<string, number>>;
  /** PNRs of the given bookings, by their names in the scenario. */
  readonly given: Readonly<Record<string, string>>;
  /** Keys of its world, to delete it with the run. Those beyond a limit expire. */
  readonly written: readonly string[];
  /** The call that some node is carrying out. */
  readonly running?: RunningCall;
  /** Of what is scripted, and of the traveller. */
  readonly weather: JsonValue;
  readonly traveller: JsonValue;
  readonly finish?: Finish;
  readonly usage?: Usage;
  /** Why the agent did not run to its end. */
  readonly error?: string;
  /** A tool that failed by a defect of Taxiway. */
  readonly defect?: string;
  readonly verdict?: StoredVerdict;
  /** What judged it. */
  readonly about?: About;
};

/** Two verdicts can be compared if these agree, and the digests and seeds of their runs. */
export type About = {
  /** Of Taxiway. */
  readonly version: string;
  /** Digest of the world's data. */
  readonly world: string;
};

type RunningCall = { readonly n: number; readonly tool: string };

/** What the agent's own model used, as its harness reports it. */
export type Usage = { readonly input_tokens?: number; readonly output_tokens?: number; readonly usd?: number };

export type StoredVerdict = { readonly verdict: VerdictKind; readonly checks: readonly CheckResult[] };
