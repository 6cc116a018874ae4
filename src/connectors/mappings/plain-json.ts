import { failed } from "../../model/failure.ts";
import { DEEPEST_JSON } from "../../model/json.ts";

const MOST_CHARACTERS = 8_000_000;

/** What an expression came to, as JSON and nothing else: JSONata's functions are no results. */
export const plainJson = (value: unknown): string | undefined => {
  const json = JSON.stringify(plain(value, DEEPEST_JSON)) as string | undefined;
  if (json !== undefined && json.length > MOST_CHARACTERS) {
    throw failed("What the mapping makes is too large.", {
      error_type: "mapping_failed",
      hint: `It may have ${MOST_CHARACTERS} characters as JSON.`,
    });
  }
  return json;
};

const plain = (value: unknown, levels: number): unknown => {
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if ("_jsonata_lambda" in value || "_jsonata_function" in value) return undefined;
  if (levels === 0) {
    throw failed(`What the mapping makes nests deeper than ${DEEPEST_JSON} levels.`, { error_type: "mapping_failed" });
  }
  if (Array.isArray(value)) return Array.from(value, (entry) => plain(entry, levels - 1));
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (name !== "__proto__") copy[name] = plain(member, levels - 1);
  }
  return copy;
};
