import type { JsonValue, RecordValue, Versioned } from "./store.ts";

/**
 * A record as a Valkey hash that an operator can read: a string stands as it is, anything else as JSON. A string that
 * could be mistaken for JSON ("7", "true") is quoted, so that what comes back is always what went in.
 *
 * The version stands beside the fields as `@version`. A field of ours that starts with @ gets a second one.
 */
export const VERSION_FIELD = "@version";

export const encodeRecord = (value: RecordValue): string[] => {
  const words: string[] = [];
  for (const [field, content] of Object.entries(value)) {
    if (content !== undefined) words.push(field.startsWith("@") ? `@${field}` : field, encode(content));
  }
  return words;
};

export const decodeRecord = (hash: { readonly [field: string]: string }): Versioned | undefined => {
  const { [VERSION_FIELD]: version, ...fields } = hash;
  if (version === undefined) return undefined;
  const value = Object.entries(fields).map(([field, text]) => [field.replace(/^@/, ""), decode(text)] as const);
  return { value: Object.fromEntries(value), version: Number(version) };
};

const encode = (content: JsonValue): string => {
  const standsAsItIs = typeof content === "string" && parseJson(content) === undefined && !LONE_SURROGATE.test(content);
  return standsAsItIs ? content : JSON.stringify(content);
};

const decode = (text: string): JsonValue => {
  const parsed = parseJson(text);
  return parsed === undefined ? text : parsed;
};

/** UTF-8 has no form for half a character; JSON has (\ud83d). */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Most strings are visibly no JSON, and asking the parser about each of them would throw as many errors. */
const MAY_BE_JSON = /^\s*(?:["{[]|-?\d[\d.eE+-]*\s*$|(?:true|false|null)\s*$)/;

const parseJson = (text: string): JsonValue | undefined => {
  if (!MAY_BE_JSON.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};
