import { CODES, type WireError } from "./errors.ts";
import { spliced, type Text } from "./text.ts";

export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface Request {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}
export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Params;
}
/** What the client says to a request of ours. */
export interface Response {
  readonly kind: "response";
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}
export type Message =
  | Request
  | Notification
  | Response
  | { readonly kind: "malformed"; readonly id: RequestId | null; readonly error: WireError };

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deeper than any honest message, shallow enough that no recursive walk over it can exhaust the stack. */
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counted on the text, before it is parsed: eight million nested arrays are cheap to send and dear to build. */
const nestsTooDeep = (text: string): boolean => {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === BACKSLASH) index++;
      else if (character === QUOTE) quoted = false;
    } else if (character === QUOTE) quoted = true;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
};

const malformed = (code: number, message: string, id: RequestId | null = null): Message => ({
  kind: "malformed",
  id,
  error: { code, message },
});

/** Larger integers would come back as a different number. */
const isId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id);

const classify = (body: unknown): Message => {
  if (Array.isArray(body))
    return malformed(CODES.invalidRequest, "Batches are not part of MCP: send one message a time");
  if (!isObject(body)) return malformed(CODES.invalidRequest, "A message is a JSON object");
  const { jsonrpc, id, method, params = {} } = body;
  if (id !== undefined && !isId(id)) return malformed(CODES.invalidRequest, "id must be a string or a whole number");
  if (jsonrpc !== "2.0") return malformed(CODES.invalidRequest, 'jsonrpc must be "2.0"', id);
  if (method === undefined && id !== undefined && ("result" in body || "error" in body))
    return { kind: "response", id, result: body["result"], error: body["error"] };
  if (typeof method !== "string") return malformed(CODES.invalidRequest, "method must be a string", id);
  if (!isObject(params)) return malformed(CODES.invalidRequest, "params must be an object", id);
  return id === undefined ? { kind: "notification", method, params } : { kind: "request", id, method, params };
};

export const parseMessage = (text: string): Message => {
  if (nestsTooDeep(text)) return malformed(CODES.invalidRequest, `Nested more than ${DEEPEST} levels deep`);
  try {
    return classify(JSON.parse(text));
  } catch {
    return malformed(CODES.parse, "This is not JSON");
  }
};

/** A JSON object without the braces around it. */
export const members = (object: object): string => JSON.stringify(object).slice(1, -1);

export const resultAnswer = (id: RequestId, result: Text): Text =>
  spliced(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, result, "}");

export const errorAnswer = (id: RequestId | null, error: WireError): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${JSON.stringify(error)}}`;

/** A request of ours. */
export const question = (id: RequestId, method: string, params: Params): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

export const notification = (method: string, params?: Params): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params });
