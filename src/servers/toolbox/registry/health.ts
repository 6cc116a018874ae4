import type { Backend } from "./backend.ts";

/** How a tool is, as all nodes know it. */
export interface Health {
  /** `unknown` until the first check is over. */
  readonly status: "unknown" | "healthy" | "degraded" | "unavailable";
  /** Of the last check; undefined if that got no answer, whatever the status still is. */
  readonly responseTimeMs: number | undefined;
  readonly version: string | undefined;
  readonly capabilities: readonly string[] | undefined;
  readonly lastError: string | undefined;
  /** Since when it has this status; Unix milliseconds. */
  readonly since: number;
  readonly checkedAt: number | undefined;
}

/** What one check found. */
export interface Check extends Pick<Health, "status" | "responseTimeMs"> {
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Checks tools from time to time: one node per tool and interval, told to all others. Three failed checks in a row make a
 * tool unavailable, one good check brings it back; in between it is degraded.
 */
export interface HealthMonitor {
  /** `id` is a tool_id: two versions of a tool are two things to watch. Watching it again replaces backend and interval. */
  watch(id: string, backend: Backend, intervalSeconds: number): void;
  unwatch(id: string): void;
  of(id: string): Health;
  /** Its last checks, oldest first. Rejects when the store is away. */
  history(id: string): Promise<readonly Check[]>;
  /** A check right now, whatever the interval. Never rejects. */
  check(id: string): Promise<Health>;
  /** What real calls show counts too: nobody was there. Leads to a check soon. */
  doubt(id: string, reason: string): void;
  /** After every check, here or on another node; returns what ends it. */
  onCheck(listener: (id: string, health: Health) => void): () => void;
  close(): Promise<void>;
}
