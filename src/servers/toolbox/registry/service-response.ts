import { foreignText } from "../../../mcp/tools/clean-text.ts";
import type { ContentBlock } from "../../../mcp/tools/content.ts";
import { parseForeignJson } from "../../../mcp/tools/foreign-json.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { BackendHealth, Outcome } from "./backend.ts";
import { badResponse, statusFailure } from "./backend-failure.ts";
import { namesIn } from "./health-record.ts";

interface ExpectedResponse {
  /** Name of the tool, for error messages. */
  readonly name: string;
  readonly id: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Returns the result in a service's response; throws a Failure for anything else. */
export const parseResult = (response: OutboundResponse, { name, id, now }: ExpectedResponse): JsonObject => {
  const { status, headers } = response;
  const isSuccess = status >= 200 && status < 300;
  const message = isSuccess ? messageIn(response, name) : messageIfAny(response);
  const error = message?.["error"];
  // A parse error has the id null.
  if (isJsonObject(error) && (message?.["id"] === id || message?.["id"] === null)) {
    throw withRetryAfter(serviceError(name, error), retryAfterIn(headers, now));
  }
  if (!isSuccess) throw statusFailure(name, status, retryAfterIn(headers, now));
  if (message?.["id"] !== id) throw badResponse(name, "Its id is not that of the request.");
  const result = message["result"];
  if (!isJsonObject(result)) throw badResponse(name, "It has neither a result nor an error object.");
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
    throw badResponse(name, "It is not a JSON-RPC 2.0 response.");
  return message;
};

const messageIfAny = (response: OutboundResponse): JsonObject | undefined => {
  try {
    return messageIn(response, "");
  } catch {
    return undefined;
  }
};

const withRetryAfter = (failure: Failure, retryAfterMs: number | undefined): Failure =>
  retryAfterMs === undefined
    ? failure
    : new Failure(failure.kind, failure.message, { retry_after_ms: retryAfterMs, ...failure.details });

/** Parses Retry-After: seconds or a date. */
const retryAfterIn = (headers: OutboundResponse["headers"], now: number): number | undefined => {
  const value = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return retryDelayOf(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : retryDelayOf(Math.max(0, date - now));
};

interface Meaning {
  readonly kind: FailureKind;
  readonly errorType?: string;
}

/** Meanings of the registry's error codes, and of equivalent JSON-RPC codes. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  [-32000]: { kind: "failed", errorType: "server_error" },
  [-32001]: { kind: "failed" },
  [-32002]: { kind: "failed", errorType: "tool_not_found" },
  [-32003]: { kind: "function_not_found" },
  [-32004]: { kind: "invalid" },
  // The service itself responded in time; something it waited for did not.
  [-32005]: { kind: "failed", errorType: "timeout" },
  [-32006]: { kind: "unavailable" },
  [-32007]: { kind: "rate_limited" },
  [-32601]: { kind: "failed", errorType: "method_not_found" },
  [-32602]: { kind: "invalid" },
};
const OTHERWISE: Meaning = { kind: "failed", errorType: "server_error" };

/** Standard messages of the codes, which add nothing to the details. */
const GENERIC: ReadonlySet<string> = new Set([
  "Server error",
  "Tool execution failed",
  "Tool not found",
  "Function not found",
  "Invalid parameters",
  "Timeout",
  "Service unavailable",
  "Rate limited",
]);

const LONGEST_RETRY_MS = 3_600_000;

/** Converts a service's error object for the caller of the tool. */
const serviceError = (name: string, error: JsonObject): Failure => {
  const data = isJsonObject(error["data"]) ? error["data"] : {};
  const meaning = MEANINGS[Number(error["code"])] ?? OTHERWISE;
  const errorType = wordOf(data["error_type"]) ?? meaning.errorType;
  const retryAfterMs = retryDelayOf(data["retry_after_ms"]);
  return new Failure(meaning.kind, sentenceOf(name, error["message"], data["details"]), {
    ...(errorType !== undefined && { error_type: errorType }),
    ...(typeof data["retryable"] === "boolean" && { retryable: data["retryable"] }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  });
};

/** Returns a valid retry delay in milliseconds, limited to the maximum. */
const retryDelayOf = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? Math.min(Math.round(value), LONGEST_RETRY_MS) : undefined;

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[A-Za-z][\w.-]{0,39}$/.test(value) ? value : undefined;

const sentenceOf = (name: string, message: unknown, details: unknown): string => {
  const [general, particular] = [textOf(message), textOf(details)];
  const parts = [GENERIC.has(general) && particular !== "" ? "" : general, particular];
  const sentence = parts.filter((part) => part !== "").join(": ");
  return sentence === "" ? `${name} failed without a message.` : foreignText(sentence);
};

const textOf = (value: unknown): string => {
  if (typeof value === "string") return foreignText(value);
  return isJsonObject(value) || Array.isArray(value) ? foreignText(JSON.stringify(value)) : "";
};

const MOST_BLOCKS = 64;

/**
 * Reads the result of a call: `{call_id, status: "completed", data}`, with optional `content` blocks to show a model
 * instead of `data`. A result object without `data` is accepted as the data itself.
 */
export const parseOutcome = (result: JsonObject, name: string, callId: string): Outcome => {
  const isEnvelope = "data" in result || (result["status"] === "completed" && result["call_id"] === callId);
  if (!isEnvelope) return { data: result };
  const { call_id: answered = callId, status = "completed", data = null, content } = result;
  if (answered !== callId) throw badResponse(name, "Its call_id is not that of the call.");
  if (status !== "completed") {
    throw new Failure(
      "failed",
      `${name} did not complete the call; its status is '${foreignText(String(status), 60)}'.`,
      {
        error_type: "not_completed",
      },
    );
  }
  if (content === undefined) return { data };
  const blocks = Array.isArray(content) ? content.slice(0, MOST_BLOCKS).map(blockOf) : [undefined];
  if (blocks.includes(undefined)) throw badResponse(name, "Its content must consist of text, image and audio blocks.");
  return { data, blocks: blocks as ContentBlock[] };
};

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const blockOf = (block: unknown): ContentBlock | undefined => {
  if (!isJsonObject(block)) return undefined;
  const { type, text, data, mimeType } = block;
  if (type === "text") return typeof text === "string" ? { type, text } : undefined;
  if (type !== "image" && type !== "audio") return undefined;
  const isMedium = typeof mimeType === "string" && new RegExp(`^${type}/[\\w.+-]{1,60}$`).test(mimeType);
  return isMedium && typeof data === "string" && BASE64.test(data) ? { type, data, mimeType } : undefined;
};

/** Reads a service's health report. Its own response time is ignored; only the time measured here counts. */
export const parseHealth = (result: JsonObject, name: string): BackendHealth => {
  const { status, version, capabilities, last_error: lastError } = result;
  const reportedError = typeof lastError === "string" && lastError !== "" ? foreignText(lastError) : undefined;
  if (status !== "healthy" && status !== "degraded") {
    if (typeof status !== "string") throw badResponse(name, "It has no status.");
    const reason = reportedError ?? `its status is '${foreignText(status, 60)}'.`;
    throw new Failure("unavailable", `${name} reports that it is not working: ${reason}`, { error_type: "unhealthy" });
  }
  const names = namesIn(capabilities);
  return {
    status,
    ...(typeof version === "string" && { version: foreignText(version, 64) }),
    ...(names !== undefined && { capabilities: names }),
    ...(reportedError !== undefined && { lastError: reportedError }),
  };
};
