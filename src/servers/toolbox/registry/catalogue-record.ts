import { createHash } from "node:crypto";
import { invalid } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { JsonValue, RecordValue } from "../../../platform/stores/store.ts";
import type { CatalogueEntry, Registered, Registration } from "./catalogue.ts";
import type { ToolDescription } from "./tool-description.ts";

/**
 * A tool as stored. A deleted tool keeps its highest number, because a tool_id must never be reused for another
 * description.
 */
export interface ToolRecord {
  readonly name: string;
  readonly active?: Registration;
  readonly next?: Registration;
  readonly lastSeenAt: number;
  /** The highest number ever assigned. */
  readonly highest: number;
}

export const entryOf = ({ name, active, next, lastSeenAt }: ToolRecord): CatalogueEntry | undefined =>
  active && { name, active, ...(next && { next }), lastSeenAt };

const registrationOf = (
  description: ToolDescription,
  { number, fingerprint, registeredAt }: Pick<Registration, "number" | "fingerprint" | "registeredAt">,
): Registration => ({
  name: description.name,
  number,
  toolId: `${description.name}_v${number}`,
  description,
  fingerprint,
  registeredAt,
});

export const writtenTool = ({ name, active, next, lastSeenAt, highest }: ToolRecord): RecordValue => ({
  name,
  lastSeenAt,
  highest,
  active: active && writtenRegistration(active),
  next: next && writtenRegistration(next),
});

const writtenRegistration = ({ number, toolId, description, fingerprint, registeredAt }: Registration): JsonValue => ({
  number,
  toolId,
  fingerprint,
  registeredAt,
  description: description as unknown as JsonValue,
});

/** Returns undefined for a record that no node would write. */
export const readTool = (key: string, value: Readonly<Record<string, unknown>>): ToolRecord | undefined => {
  const { name, lastSeenAt, highest } = value;
  if (typeof name !== "string" || name.toLowerCase() !== key) return undefined;
  if (!isInstant(lastSeenAt) || !isNumber(highest)) return undefined;
  const [active, next] = [value["active"], value["next"]].map((each) => readRegistration(name, highest, each));
  if (active === "broken" || next === "broken" || (next && !active)) return undefined;
  return { name, lastSeenAt, highest, ...(active && { active }), ...(next && { next }) };
};

/** Keeps the highest number of an unreadable record, so that no number is reused. */
export const salvagedRecord = (key: string, { highest }: Readonly<Record<string, unknown>>): ToolRecord => ({
  name: key,
  lastSeenAt: 0,
  highest: isNumber(highest) ? highest : 0,
});

const readRegistration = (name: string, highest: number, value: unknown): Registration | "broken" | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) return "broken";
  const { number, description, fingerprint, registeredAt } = value;
  if (!isNumber(number) || number > highest || !isInstant(registeredAt)) return "broken";
  if (typeof fingerprint !== "string" || !isDescription(description) || description.name !== name) return "broken";
  return registrationOf(description, { number, fingerprint, registeredAt });
};

/** A minimal check: the description was validated when it was registered. */
const isDescription = (value: unknown): value is ToolDescription => {
  if (!isJsonObject(value)) return false;
  const { name, description, category, functions, health_check_interval, lease_seconds } = value;
  return (
    [name, description, category].every((text) => typeof text === "string") &&
    [value["endpoint"], value["mcp_url"], value["version"]].every((text) =>
      ["string", "undefined"].includes(typeof text),
    ) &&
    [health_check_interval, lease_seconds].every((seconds) => isInstant(seconds) && seconds > 0) &&
    Array.isArray(functions) &&
    functions.every(isFunction)
  );
};

const isFunction = (value: unknown): boolean =>
  isJsonObject(value) &&
  typeof value["name"] === "string" &&
  typeof value["description"] === "string" &&
  isJsonObject(value["parameters"]) &&
  [value["returns"], value["annotations"]].every((part) => part === undefined || isJsonObject(part)) &&
  ["number", "undefined"].includes(typeof value["timeout"]);

const isInstant = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

interface RegisteredRecord extends Pick<Registered, "registration" | "outcome"> {
  readonly record: ToolRecord;
}

/** Applies a registration: an equal description renews the tool, a changed one becomes the next version. */
export const registerInto = (
  before: ToolRecord | undefined,
  description: ToolDescription,
  now: number,
): RegisteredRecord => {
  const fingerprint = fingerprintOf(description);
  const { active, next, highest = 0 } = before ?? {};
  if (before && active && before.name !== description.name) throw otherCase(before.name, description.name);
  for (const [place, known] of Object.entries({ active, next })) {
    if (before && known?.fingerprint === fingerprint) {
      const registration = registrationOf(description, known);
      return { record: { ...before, [place]: registration, lastSeenAt: now }, registration, outcome: "renewed" };
    }
  }
  const registration = registrationOf(description, { number: highest + 1, fingerprint, registeredAt: now });
  const record = { name: description.name, lastSeenAt: now, highest: registration.number };
  return active
    ? { record: { ...record, active, next: registration }, registration, outcome: "changed" }
    : { record: { ...record, active: registration }, registration, outcome: "created" };
};

const otherCase = (known: string, given: string): Error =>
  invalid(`The name '${given}' differs from the registered '${known}' only in case.`, {
    field: "tool.name",
    value: given,
    hint: `Use '${known}' if it is the same tool, or choose another name.`,
  });

/**
 * Returns a hash that is equal for descriptions that callers cannot tell apart, regardless of field order. Check
 * interval and lease are not included.
 */
export const fingerprintOf = ({
  health_check_interval: _interval,
  lease_seconds: _lease,
  ...noticed
}: ToolDescription): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(noticed)))
    .digest("hex");

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
};
