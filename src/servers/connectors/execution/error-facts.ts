import { isJsonObject } from "../../../model/json.ts";

/** What an API reports about its own error. */
export interface ErrorFacts {
  readonly message?: string;
  readonly code?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
}

/** Members that hold a message, best first. Compared without case, `_`, `-` and a leading `@`. */
const MESSAGES = [
  "message",
  "errormessage",
  "errordescription",
  "detail",
  "shorttext",
  "faultstring",
  "description",
  "reason",
  "msg",
  "title",
  "#text",
];
const CODES = ["code", "errorcode", "faultcode", "errortype", "type", "error"];
/** Members that name the invalid argument in a list of errors. */
const PLACES = [
  "loc",
  "field",
  "fieldname",
  "param",
  "parameter",
  "property",
  "propertyname",
  "pointer",
  "propertypath",
];
const INSIDE = ["error", "errors", "fault", "envelope", "body", "messages", "result", "details", "detail"];
const DEEPEST = 6;
const MOST_ERRORS = 3;

/** Finds message and code in an error body of unknown shape. */
export const factsIn = (body: unknown): ErrorFacts => {
  const message = messageIn(body, DEEPEST);
  const code = codeIn(body, DEEPEST);
  const { retryable, retry_after_ms } = isJsonObject(body) ? body : {};
  return {
    ...(message !== undefined && { message }),
    ...(code !== undefined && { code }),
    ...(typeof retryable === "boolean" && { retryable }),
    ...(typeof retry_after_ms === "number" && retry_after_ms >= 0 && { retryAfterMs: retry_after_ms }),
  };
};

const membersOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).map(([name, member]) => [name.replace(/^@|[_-]/g, "").toLowerCase(), member]));

const messageIn = (value: unknown, levels: number): string | undefined => {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    return together(value.slice(0, MOST_ERRORS).map((entry) => withPlace(entry, messageIn(entry, levels - 1))));
  }
  if (!isJsonObject(value)) return undefined;
  const members = membersOf(value);
  for (const name of MESSAGES) {
    const member = members.get(name);
    if (typeof member === "string" && member.trim() !== "") return member;
  }
  for (const name of INSIDE) {
    const found = messageIn(members.get(name), levels - 1) ?? byField(members.get(name));
    if (found !== undefined) return found;
  }
  return undefined;
};

const together = (messages: readonly (string | undefined)[]): string | undefined => {
  const found = new Set(messages.filter((message) => message !== undefined));
  return found.size === 0 ? undefined : [...found].join("; ");
};

/** Puts the field before the message, because "Field required" alone does not say which. */
const withPlace = (entry: unknown, message: string | undefined): string | undefined => {
  if (message === undefined || !isJsonObject(entry)) return message;
  const members = membersOf(entry);
  const place = PLACES.map((name) => [members.get(name)].flat().join(".")).find((text) => PLACE.test(text));
  return place === undefined || message.includes(place) ? message : `${place}: ${message}`;
};

const PLACE = /^[./[\]$-]*\w[\w./[\]$-]{0,99}$/;

/** Reads errors that are listed by field name. */
const byField = (value: unknown): string | undefined => {
  if (!isJsonObject(value)) return undefined;
  const named = Object.entries(value).flatMap(([name, messages]) => {
    const texts = [messages].flat().filter((text) => typeof text === "string" && text.trim() !== "");
    return PLACE.test(name) && texts.length > 0 ? [`${name}: ${texts.join(" ")}`] : [];
  });
  return together(named.slice(0, MOST_ERRORS));
};

const codeIn = (value: unknown, levels: number): string | undefined => {
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return codeIn(value[0], levels - 1);
  if (!isJsonObject(value)) return undefined;
  const members = membersOf(value);
  for (const name of CODES) {
    const member = members.get(name);
    const text = typeof member === "number" ? String(member) : member;
    if (typeof text === "string" && /^[A-Za-z0-9][\w.-]{0,59}$/.test(text)) return text;
  }
  for (const name of INSIDE) {
    const found = codeIn(members.get(name), levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
};
