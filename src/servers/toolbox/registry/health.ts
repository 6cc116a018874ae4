import type { Backend } from "./backend.ts";

/** Health of a tool, as all nodes know it. */
export interface Health {
  /** `unknown` before the first check. */
  readonly status: "unknown" | "healthy" | "degraded" | "unavailable";
  /** Response time of the last check; undefined if it got no response. */
  readonly responseTimeMs: number | undefined;
  readonly version: string | undefined;
  readonly capabilities: readonly string[] | undefined;
  readonly lastError: string | undefined;
  /** When the status last changed; Unix milliseconds. */
  readonly since: number;
  readonly checkedAt: number | undefined;
}

export interface Check extends Pick<Health, "status" | "responseTimeMs"> {
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Checks tools at intervals. One node checks each tool and shares the result with the others. Three consecutive
 * failures make a tool unavailable, fewer make it degraded, one success makes it healthy.
 */
export interface HealthMonitor {
  /** `id` is a tool_id; each version is watched separately. Watching it again replaces backend and interval. */
  watch(id: string, backend: Backend, intervalSeconds: number): void;
  unwatch(id: string): void;
  of(id: string): Health;
  /** Recent checks, oldest first. Rejects if the store is unavailable. */
  history(id: string): Promise<readonly Check[]>;
  /** Checks now. Never rejects. */
  check(id: string): Promise<Health>;
  /** Schedules an early check, after a call found the tool unreachable. */
  checkSoon(id: string, reason: string): void;
  /** Calls the listener after every check on any node. Returns a function that unsubscribes. */
  onCheck(listener: (id: string, health: Health) => void): () => void;
  close(): Promise<void>;
}
