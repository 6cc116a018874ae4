import { type Schema, textIn } from "./schema.ts";

const AIRPORT_WORDS = /airport|origin|destination|\biata\b/i;
/** Fields about something else, that only mention airports. */
const OTHER_WORDS = /zone|time|date|currency|flight|pnr|url|query|name$/i;
const THREE_LETTERS = /^\^?\[A-Z\]\{3\}\$?$/;

/** Whether a text field takes airports or cities, so that they can be completed. */
export const isAirportField = (name: string, schema: Schema): boolean => {
  const about = textIn(schema["description"]) ?? "";
  if (schema["type"] !== "string" || "enum" in schema || "format" in schema || OTHER_WORDS.test(name)) return false;
  if (/currency|4217/i.test(about)) return false;
  return THREE_LETTERS.test(textIn(schema["pattern"]) ?? "") || AIRPORT_WORDS.test(`${name} ${about}`);
};
