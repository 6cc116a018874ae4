import { hidesSomething } from "../../../../mcp/tools/clean-text.ts";
import type { Schema } from "../../../../model/schema.ts";

export type ValueType = "string" | "integer" | "number" | "boolean" | "date" | "date-time";

/** What a text must look like to be more than text. A leading zero means that the rest is no number either. */
const FORMS: readonly (readonly [type: ValueType, form: RegExp])[] = [
  ["boolean", /^(?:true|false)$/],
  ["integer", /^-?(?:0|[1-9]\d{0,14})$/],
  ["number", /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/],
  ["date", /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ["date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
];

/** Digits that are not counted with, and amounts that were whole only by chance. */
const IDENTIFIERS = /(?:id|code|codes|no|nr|number|pin|phone|zip|postal|postcode|ref|reference|version|key|value)$/i;
const AMOUNTS = /(?:price|amount|total|rate|cost|tax|fee|sum|balance|discount)/i;

/** By all values that were seen; text unless all of them agree on something else. */
export const valueType = (name: string, texts: readonly string[]): ValueType => {
  const given = texts.filter((text) => text !== "");
  if (given.length === 0) return "string";
  const type = FORMS.find(([, form]) => given.every((text) => form.test(text)))?.[0] ?? "string";
  if (type !== "integer" && type !== "number") return type;
  if (AMOUNTS.test(name)) return "number";
  return IDENTIFIERS.test(name) ? "string" : type;
};

const LONGEST_EXAMPLE = 80;

export const valueSchema = (type: ValueType, texts: readonly string[]): Schema => {
  const isText = type === "string" || type === "date" || type === "date-time";
  const example = texts.find((text) => text !== "" && text.length <= LONGEST_EXAMPLE && !hidesSomething(text));
  return {
    type: isText ? "string" : type,
    ...(isText && type !== "string" && { format: type }),
    ...(example !== undefined && isText && { examples: [example] }),
    ...(example !== undefined && (type === "integer" || type === "number") && { examples: [Number(example)] }),
  };
};
