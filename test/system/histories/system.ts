import type { Store } from "../../../src/platform/stores/store.ts";
import type { Environment, ToolResult } from "../../fixtures/taxiway.ts";
import type { Outcome, Tool } from "./history.ts";
import type { Random } from "./random.ts";

/** Processes on one store, with ways to call and disturb them. */
export interface System {
  readonly store: "Valkey" | "LMDB";
  readonly endpoints: readonly Endpoint[];
  /** Kinds of faults; those of one group never happen at the same time. */
  readonly faults: readonly (readonly FaultKind[])[];
  /** The last fault, healed when the clients stop, so that nothing covers its consequences. */
  readonly lastFault: FaultKind;
  /** Pauses the hesitant node or process for less than a second, like garbage collection or a busy machine. */
  pause(): { end(): void };
  /** The result of a successful call before the history begins. */
  ask(tool: string, input: object): Promise<ToolResult>;
  /** The store's content, read without the servers. */
  openStore(): Promise<Store>;
  /** The logs of all processes so far. */
  logs(): string;
}

/** Calls one process, or whichever worker accepts the connection. */
export interface Endpoint {
  readonly name: string;
  /** Whether it pauses for moments: some clients prefer it, most avoid it. */
  readonly isHesitant?: boolean;
  /** Never rejects. Disconnects after `patienceMs`. */
  call(session: ClientSession, tool: Tool, input: object, patienceMs: number): Promise<Outcome>;
}

/** A client's session, used at all nodes. Empty until the first call opens one. */
export interface ClientSession {
  id?: string | undefined;
}

export interface FaultKind {
  readonly name: string;
  /** Its shortest and longest duration in milliseconds. */
  readonly lasts: readonly [number, number];
  /** Begins the fault and returns its target and a function that heals it. */
  begin(random: Random): Promise<{ readonly target: string; heal(): Promise<void> | void }>;
}

const MORNING = Date.parse("2026-12-01T09:00:00Z");
const beginning = Date.now();

/** The current time of all processes. */
export const worldTime = (): number => MORNING + Date.now() - beginning;

/** The clocks of all processes run from the same morning, also of those started later. */
export const settings = (): Environment => ({
  CLOCK: new Date(worldTime()).toISOString(),
  MOCK_DATA_SEED: "fixed",
  // By default every session has its own seats, and callers would not compete.
  TAXIWAY_INVENTORY: "shared",
  RATE_LIMIT_ENABLED: "false",
  PNR_TTL_HOURS: "24",
  LOG_LEVEL: "warn",
});
