import { foreignText } from "../../../mcp/tools/clean-text.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { JsonValue, RecordValue, Store } from "../../../platform/stores/store.ts";
import type { BackendHealth } from "./backend.ts";
import type { Check, Health } from "./health.ts";

/** Health of a tool as shared by all nodes, in the store and over the bus. */
export interface HealthRecord {
  readonly health: Health;
  /** Number of consecutive failed checks. */
  readonly failures: number;
  /** A node has claimed the next check; the other fields are from the previous one. */
  readonly claimed: boolean;
}

const STATUSES: readonly unknown[] = ["unknown", "healthy", "degraded", "unavailable"] satisfies Health["status"][];
const isStatus = (value: unknown): value is Health["status"] => STATUSES.includes(value);
const MOST_CAPABILITIES = 256;

export const writtenHealth = ({ health, failures, claimed }: HealthRecord): RecordValue & JsonValue =>
  Object.fromEntries(
    Object.entries({ ...health, failures, claimed }).filter(
      (entry): entry is [string, Exclude<(typeof entry)[1], undefined>] => entry[1] !== undefined,
    ),
  );

/** Returns undefined for a record that no node would write. */
export const readHealth = (value: unknown): HealthRecord | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const { status, since, failures, claimed, responseTimeMs, version, capabilities, lastError, checkedAt } =
    value as Readonly<Record<string, unknown>>;
  if (!isStatus(status) || !isNumber(since) || !isNumber(failures)) return undefined;
  return {
    health: {
      status,
      since,
      responseTimeMs: isNumber(responseTimeMs) ? responseTimeMs : undefined,
      version: typeof version === "string" ? foreignText(version) : undefined,
      capabilities: namesIn(capabilities),
      lastError: typeof lastError === "string" ? foreignText(lastError) : undefined,
      checkedAt: isNumber(checkedAt) ? checkedAt : undefined,
    },
    failures,
    claimed: claimed === true,
  };
};

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

/** Reads function names from a service's response or a record. */
export const namesIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? value
        .slice(0, MOST_CAPABILITIES)
        .filter((name) => typeof name === "string")
        .map((name) => foreignText(name, 64))
    : undefined;

const UNAVAILABLE_AFTER = 3;
const FIRST_RETRY_MS = 2_000;
const LEAST_LONGEST_RETRY_MS = 5_000;
const MOST_LONGEST_RETRY_MS = 50_000;

export const unchecked = (now: number): HealthRecord => ({
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
 * Delay before the next check. A failing tool is checked after 2, 4, 8 seconds and so on, up to a fifth of its
 * interval, so that outages and recoveries are noticed soon.
 */
export const delayToNextCheck = (intervalMs: number, failures: number): number => {
  if (failures === 0) return intervalMs;
  const longest = Math.min(
    intervalMs,
    Math.max(LEAST_LONGEST_RETRY_MS, Math.min(MOST_LONGEST_RETRY_MS, intervalMs / 5)),
  );
  return Math.min(longest, FIRST_RETRY_MS * 2 ** (failures - 1));
};

export const afterSuccess = (
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

export const afterFailure = ({ health, failures: before }: HealthRecord, error: unknown, now: number): HealthRecord => {
  const failures = before + 1;
  const status = failures >= UNAVAILABLE_AFTER ? "unavailable" : "degraded";
  const lastError =
    error instanceof Failure ? foreignText(error.message) : "The health check failed with an internal error.";
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

export const MOST_CHECKS_KEPT = 60;

/** Recent checks of each tool, whichever node made them. */
export const createHealthHistory = (tenant: string, store: Store) => {
  const keyOf = (id: string): string => keys.toolChecks(tenant, id);
  return {
    note: (id: string, { at, status, responseTimeMs }: Check, expiresAt: number) =>
      store.append(keyOf(id), [JSON.stringify([at, status, responseTimeMs ?? null])], {
        keep: MOST_CHECKS_KEPT,
        expiresAt,
      }),
    /** Oldest first. */
    of: async (id: string): Promise<readonly Check[]> => (await store.items(keyOf(id))).flatMap(read),
    forget: (id: string) => store.delete(keyOf(id)),
  };
};

/** Ignores entries that no node would write. */
const read = (line: string): Check[] => {
  try {
    const [at, status, responseTimeMs] = JSON.parse(line) as unknown[];
    if (typeof at !== "number" || !isStatus(status)) return [];
    return [{ at, status, responseTimeMs: typeof responseTimeMs === "number" ? responseTimeMs : undefined }];
  } catch {
    return [];
  }
};
