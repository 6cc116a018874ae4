import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure } from "../../../model/failure.ts";
import type { BackendHealth } from "./backend.ts";
import type { HealthRecord } from "./health-record.ts";

const UNAVAILABLE_AFTER = 3;
const FIRST_RETRY_MS = 2_000;
const LEAST_LONGEST_RETRY_MS = 5_000;
const MOST_LONGEST_RETRY_MS = 50_000;

export const notYetChecked = (now: number): HealthRecord => ({
  health: {
    status: "unknown",
    responseTimeMs: undefined,
    version: undefined,
    capabilities: undefined,
    lastError: undefined,
    since: now,
    checkedAt: undefined,
  },
  failures: 0,
  claimed: false,
});

/**
 * A tool that fails is looked at again after 2, 4, 8 seconds and so on, until a fifth of its interval is reached: so that
 * it is soon known to be away, and soon noticed when it is back.
 */
export const betweenChecks = (intervalMs: number, failures: number): number => {
  if (failures === 0) return intervalMs;
  const longest = Math.min(
    intervalMs,
    Math.max(LEAST_LONGEST_RETRY_MS, Math.min(MOST_LONGEST_RETRY_MS, intervalMs / 5)),
  );
  return Math.min(longest, FIRST_RETRY_MS * 2 ** (failures - 1));
};

export const wentWell = (
  { health }: HealthRecord,
  found: BackendHealth,
  responseTimeMs: number,
  now: number,
): HealthRecord => ({
  health: {
    status: found.status,
    responseTimeMs,
    version: found.version,
    capabilities: found.capabilities,
    lastError: found.status === "healthy" ? undefined : found.lastError,
    since: found.status === health.status ? health.since : now,
    checkedAt: now,
  },
  failures: 0,
  claimed: false,
});

export const wentWrong = ({ health, failures: before }: HealthRecord, error: unknown, now: number): HealthRecord => {
  const failures = before + 1;
  const status = failures >= UNAVAILABLE_AFTER ? "unavailable" : "degraded";
  const lastError = error instanceof Failure ? foreignText(error.message) : "The check itself broke.";
  return {
    health: {
      ...health,
      status,
      responseTimeMs: undefined,
      lastError,
      since: status === health.status ? health.since : now,
      checkedAt: now,
    },
    failures,
    claimed: false,
  };
};
