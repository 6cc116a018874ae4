import type { JsonValue, RecordValue, Versioned } from "./store.ts";

/**
 * A record is stored as a Valkey hash that operators can read: strings as they are, other values as JSON. A string that
 * looks like JSON ("7", "true") is quoted. The version is stored as `@version`; field names starting with @ get another @.
 */
export const VERSION_FIELD = "@version";

export const encodeRecord = (value: RecordValue): string[] => {
  const parts: string[] = [];
  for (const [field, content] of Object.entries(value)) {
    if (content !== undefined) parts.push(field.startsWith("@") ? `@${field}` : field, encode(content));
  }
  return parts;
};

export const decodeRecord = (hash: { readonly [field: string]: string }): Versioned | undefined => {
  const { [VERSION_FIELD]: version, ...fields } = hash;
  if (version === undefined) return undefined;
  const value = Object.entries(fields).map(([field, text]) => [field.replace(/^@/, ""), decode(text)] as const);
  return { value: Object.fromEntries(value), version: Number(version) };
};

const encode = (content: JsonValue): string => {
  const isPlain = typeof content === "string" && parseJson(content) === undefined && !LONE_SURROGATE.test(content);
  return isPlain ? content : JSON.stringify(content);
};

const decode = (text: string): JsonValue => {
  const parsed = parseJson(text);
  return parsed === undefined ? text : parsed;
};

/** A lone surrogate cannot be encoded in UTF-8, but escaped in JSON (\ud83d). */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A cheap pre-check: most strings are not JSON, and parsing each of them would throw an error. */
const MAY_BE_JSON = /^\s*(?:["{[]|-?\d[\d.eE+-]*\s*$|(?:true|false|null)\s*$)/;

const parseJson = (text: string): JsonValue | undefined => {
  if (!MAY_BE_JSON.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};
