import { invalid } from "../../../model/failure.ts";
import type { Registered } from "./catalogue.ts";
import { registrationOf, type ToolRecord } from "./catalogue-record.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { ToolDescription } from "./tool-description.ts";

interface RegisteredRecord extends Pick<Registered, "registration" | "outcome"> {
  readonly record: ToolRecord;
}

/** What a registration makes of a tool: the same description renews it, another one waits until its backend answers. */
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
  invalid(`The name '${given}' differs from the registered '${known}' only in upper and lower case.`, {
    field: "tool.name",
    value: given,
    hint: `Use '${known}' if it is the same tool, else another name.`,
  });
