import { parseForeignJson } from "../../../mcp/tools/foreign-json.ts";
import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { badResponse, statusFailure } from "./backend-failure.ts";
import { serviceError, waitOf } from "./service-error.ts";

export interface Expected {
  /** Of the tool, for whoever reads the failure. */
  readonly name: string;
  readonly id: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The result in a service's answer, whatever it answered; throws the Failure that anything else amounts to. */
export const resultIn = (response: OutboundResponse, { name, id, now }: Expected): JsonObject => {
  const { status, headers } = response;
  const isFine = status >= 200 && status < 300;
  const message = isFine ? messageIn(response, name) : messageIfAny(response);
  const error = message?.["error"];
  // A parse error is answered with the id null, for lack of a better one.
  if (isJsonObject(error) && (message?.["id"] === id || message?.["id"] === null)) {
    throw withPause(serviceError(name, error), pauseIn(headers, now));
  }
  if (!isFine) throw statusFailure(name, status, pauseIn(headers, now));
  if (message?.["id"] !== id) throw badResponse(name, "It answered another request than the one it was sent.");
  const result = message["result"];
  if (!isJsonObject(result)) throw badResponse(name, "There is neither a result nor an error object in it.");
  return result;
};

const messageIn = ({ headers, body }: OutboundResponse, name: string): JsonObject => {
  const type = headers["content-type"];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw badResponse(name, `It is ${foreignText(type, 60)} instead of application/json.`);
  }
  let message: unknown;
  try {
    message = parseForeignJson(body);
  } catch (error) {
    throw badResponse(name, `It is ${(error as Error).message}.`);
  }
  if (!isJsonObject(message) || message["jsonrpc"] !== "2.0")
    throw badResponse(name, "It is no JSON-RPC 2.0 response.");
  return message;
};

const messageIfAny = (response: OutboundResponse): JsonObject | undefined => {
  try {
    return messageIn(response, "");
  } catch {
    return undefined;
  }
};

const withPause = (failure: Failure, retryAfterMs: number | undefined): Failure =>
  retryAfterMs === undefined
    ? failure
    : new Failure(failure.kind, failure.message, { retry_after_ms: retryAfterMs, ...failure.details });

/** Seconds or a date, as HTTP has it. */
const pauseIn = (headers: OutboundResponse["headers"], now: number): number | undefined => {
  const value = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return waitOf(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : waitOf(Math.max(0, date - now));
};
