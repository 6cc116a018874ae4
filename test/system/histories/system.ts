import type { Store } from "../../../src/platform/stores/store.ts";
import type { Environment, ToolResult } from "../../fixtures/taxiway.ts";
import type { Outcome, Tool } from "./history.ts";
import type { Random } from "./random.ts";

/** Processes on one store, with ways to call them and to disturb them. */
export interface System {
  readonly store: "Valkey" | "LMDB";
  readonly endpoints: readonly Endpoint[];
  /** Kinds of faults; those of one group never happen at the same time. */
  readonly faults: readonly (readonly FaultKind[])[];
  /** The last one, healed in the moment in which the clients stop: nothing that comes later covers what it left. */
  readonly lastFault: FaultKind;
  /** Stops the hesitant node or process for less than a second, as a collected heap or a busy machine does. */
  pause(): { end(): void };
  /** The result of a call that works, before the history begins. */
  ask(tool: string, input: object): Promise<ToolResult>;
  /** Everything the store holds, read without the servers. */
  openStore(): Promise<Store>;
  /** What all processes logged so far. */
  logs(): string;
}

/** A way to call one process, or whichever worker takes the connection. */
export interface Endpoint {
  readonly name: string;
  /** The one that pauses for moments: some clients prefer it, most avoid it. */
  readonly isHesitant?: boolean;
  /** Never rejects. Hangs up after `patienceMs`. */
  call(session: ClientSession, tool: Tool, input: object, patienceMs: number): Promise<Outcome>;
}

/** A client's session, which it takes from node to node. Empty until the first call opens one. */
export interface ClientSession {
  id?: string | undefined;
}

export interface FaultKind {
  readonly name: string;
  /** How long it lasts: shortest and longest, in milliseconds. */
  readonly lasts: readonly [number, number];
  /** Begins the fault and names what it hit; returns what heals it. */
  begin(random: Random): Promise<{ readonly target: string; heal(): Promise<void> | void }>;
}

const MORNING = Date.parse("2026-12-01T09:00:00Z");
const beginning = Date.now();

/** What the clocks of all processes show. */
export const worldTime = (): number => MORNING + Date.now() - beginning;

/** The clock of every process runs on from the same morning, also that of a process that is started later. */
export const settings = (): Environment => ({
  CLOCK: new Date(worldTime()).toISOString(),
  MOCK_DATA_SEED: "fixed",
  // By default every session has its own seats, and callers would not compete.
  TAXIWAY_INVENTORY: "shared",
  RATE_LIMIT_ENABLED: "false",
  PNR_TTL_HOURS: "24",
  LOG_LEVEL: "warn",
});
