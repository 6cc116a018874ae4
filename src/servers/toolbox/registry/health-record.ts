import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import type { JsonValue, RecordValue } from "../../../platform/stores/store.ts";
import type { Health } from "./health.ts";

/** What the nodes know together about a tool, in the store and in the news. */
export interface HealthRecord {
  readonly health: Health;
  /** Checks in a row that failed. */
  readonly failures: number;
  /** Somebody is about to check it; the rest is what was known before. */
  readonly claimed: boolean;
}

const STATUSES: readonly unknown[] = ["unknown", "healthy", "degraded", "unavailable"] satisfies Health["status"][];
export const isStatus = (value: unknown): value is Health["status"] => STATUSES.includes(value);
const MOST_CAPABILITIES = 256;

export const writtenHealth = ({ health, failures, claimed }: HealthRecord): RecordValue & JsonValue => ({
  status: health.status,
  since: health.since,
  failures,
  claimed,
  ...present("responseTimeMs", health.responseTimeMs),
  ...present("version", health.version),
  ...present("capabilities", health.capabilities),
  ...present("lastError", health.lastError),
  ...present("checkedAt", health.checkedAt),
});

const present = (name: string, value: JsonValue | undefined): Record<string, JsonValue> =>
  value === undefined ? {} : { [name]: value };

/** Undefined for what no node of ours would write. */
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

/** Names of functions in what a service or a record says. */
export const namesIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? value
        .slice(0, MOST_CAPABILITIES)
        .filter((name) => typeof name === "string")
        .map((name) => foreignText(name, 64))
    : undefined;
