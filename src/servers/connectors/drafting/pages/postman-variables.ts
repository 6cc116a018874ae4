import { isJsonObject } from "../../../../model/json.ts";

export interface PostmanVariables {
  /** Replaces `{{name}}` by its value, where the collection has one. */
  resolve(text: string): string;
}

const MOST_VARIABLES = 1_000;
const LONGEST_VALUE = 2_000;
const LONGEST = 1_000_000;
/** Variables may refer to others. */
const ROUNDS = 5;

export const postmanVariables = (list: unknown): PostmanVariables => {
  const values = new Map<string, string>();
  for (const entry of Array.isArray(list) ? list.slice(0, MOST_VARIABLES) : []) {
    if (!isJsonObject(entry)) continue;
    const { key = entry["id"], value } = entry;
    if (typeof key === "string" && typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE)
      values.set(key, value);
  }
  return {
    resolve(given) {
      let text = given;
      for (let round = 0; round < ROUNDS && text.includes("{{") && text.length < LONGEST; round++) {
        const next = text.replace(
          /\{\{\s{0,3}([^{}]{1,100}?)\s{0,3}\}\}/g,
          (whole, name: string) => values.get(name) ?? whole,
        );
        if (next === text) break;
        text = next;
      }
      return text;
    },
  };
};
