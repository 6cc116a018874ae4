import { DEEPEST_JSON, isJsonObject, nestsTooDeep } from "../../model/json.ts";
import { CODES, type WireError } from "./errors.ts";
import { concatText, type Text } from "./serialise.ts";

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
/** The client's response to a request of the server. */
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

export { isJsonObject as isObject };

const malformed = (code: number, message: string, id: RequestId | null = null): Message => ({
  kind: "malformed",
  id,
  error: { code, message },
});

/** Larger integers would lose precision. */
const isId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id);

const classify = (body: unknown): Message => {
  if (Array.isArray(body))
    return malformed(CODES.invalidRequest, "Batches are not supported: send one message at a time");
  if (!isJsonObject(body)) return malformed(CODES.invalidRequest, "A message must be a JSON object");
  const { jsonrpc, id, method, params = {} } = body;
  if (id !== undefined && !isId(id)) return malformed(CODES.invalidRequest, "id must be a string or a whole number");
  if (jsonrpc !== "2.0") return malformed(CODES.invalidRequest, 'jsonrpc must be "2.0"', id);
  if (method === undefined && id !== undefined && ("result" in body || "error" in body))
    return { kind: "response", id, result: body["result"], error: body["error"] };
  if (typeof method !== "string") return malformed(CODES.invalidRequest, "method must be a string", id);
  if (!isJsonObject(params)) return malformed(CODES.invalidRequest, "params must be an object", id);
  return id === undefined ? { kind: "notification", method, params } : { kind: "request", id, method, params };
};

/** Parses and classifies a message; returns `malformed` instead of throwing. */
export const parseMessage = (text: string): Message => {
  if (nestsTooDeep(text)) return malformed(CODES.invalidRequest, `Nested more than ${DEEPEST_JSON} levels deep`);
  try {
    return classify(JSON.parse(text));
  } catch {
    return malformed(CODES.parse, "The message is not valid JSON");
  }
};

/** Serialises an object without the enclosing braces. */
export const members = (object: object): string => JSON.stringify(object).slice(1, -1);

export const resultAnswer = (id: RequestId, result: Text): Text =>
  concatText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, result, "}");

export const errorAnswer = (id: RequestId | null, error: WireError): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${JSON.stringify(error)}}`;

/** Serialises a request to the client. */
export const requestMessage = (id: RequestId, method: string, params: Params): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

export const notification = (method: string, params?: Params): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params });
