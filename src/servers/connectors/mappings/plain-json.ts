import { failed } from "../../../model/failure.ts";
import { DEEPEST_JSON } from "../../../model/json.ts";

const MOST_CHARACTERS = 8_000_000;

/** As JSON. */
export const plainJson = (plain: unknown): string | undefined => {
  const json = JSON.stringify(plain) as string | undefined;
  if (json !== undefined && json.length > MOST_CHARACTERS) {
    throw failed("What the mapping makes is too large.", {
      error_type: "mapping_failed",
      hint: `It may have ${MOST_CHARACTERS} characters as JSON.`,
    });
  }
  return json;
};

/** What an expression came to, as JSON has it: JSONata's functions are no results. `seen` hears of every part, and of every name. */
export const plainValue = (value: unknown, seen: (part: unknown) => void, levels = DEEPEST_JSON): unknown => {
  seen(value);
  if (typeof value === "function") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if ("_jsonata_lambda" in value || "_jsonata_function" in value) return undefined;
  if (levels === 0) {
    throw failed(`What the mapping makes nests deeper than ${DEEPEST_JSON} levels.`, { error_type: "mapping_failed" });
  }
  if (Array.isArray(value)) return Array.from(value, (entry) => plainValue(entry, seen, levels - 1) ?? null);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (name === "__proto__") continue;
    seen(name);
    const plain = plainValue((value as Readonly<Record<string, unknown>>)[name], seen, levels - 1);
    if (plain !== undefined) copy[name] = plain;
  }
  return copy;
};
