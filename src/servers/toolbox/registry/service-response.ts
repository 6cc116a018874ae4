import type { ContentBlock } from "../../../mcp/tools/content.ts";
import { parseForeignJson } from "../../../mcp/tools/foreign-json.ts";
import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { BackendHealth, Outcome } from "./backend.ts";
import { badResponse, statusFailure } from "./backend-failure.ts";
import { namesIn } from "./health-record.ts";

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

interface Meaning {
  readonly kind: FailureKind;
  readonly errorType?: string;
}

/** The codes of the registry, and those of JSON-RPC that mean the same. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  [-32000]: { kind: "failed", errorType: "server_error" },
  [-32001]: { kind: "failed" },
  [-32002]: { kind: "failed", errorType: "tool_not_found" },
  [-32003]: { kind: "function_not_found" },
  [-32004]: { kind: "invalid" },
  // The service answered in time: what it waited for did not.
  [-32005]: { kind: "failed", errorType: "timeout" },
  [-32006]: { kind: "unavailable" },
  [-32007]: { kind: "rate_limited" },
  [-32601]: { kind: "failed", errorType: "method_not_found" },
  [-32602]: { kind: "invalid" },
};
const OTHERWISE: Meaning = { kind: "failed", errorType: "server_error" };

/** What the codes are called anyway: says nothing beside the details. */
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

/** The error object of a service's answer, as what it means for whoever called the tool. */
export const serviceError = (name: string, error: JsonObject): Failure => {
  const data = isJsonObject(error["data"]) ? error["data"] : {};
  const meaning = MEANINGS[Number(error["code"])] ?? OTHERWISE;
  const errorType = wordOf(data["error_type"]) ?? meaning.errorType;
  const retryAfterMs = waitOf(data["retry_after_ms"]);
  return new Failure(meaning.kind, sentenceOf(name, error["message"], data["details"]), {
    ...(errorType !== undefined && { error_type: errorType }),
    ...(typeof data["retryable"] === "boolean" && { retryable: data["retryable"] }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  });
};

/** Milliseconds that somebody is to wait, if that is what it says. */
export const waitOf = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? Math.min(Math.round(value), LONGEST_RETRY_MS) : undefined;

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[A-Za-z][\w.-]{0,39}$/.test(value) ? value : undefined;

const sentenceOf = (name: string, message: unknown, details: unknown): string => {
  const [general, particular] = [textOf(message), textOf(details)];
  const parts = [GENERIC.has(general) && particular !== "" ? "" : general, particular];
  const said = parts.filter((part) => part !== "").join(": ");
  return said === "" ? `${name} failed, and did not say why.` : foreignText(said);
};

const textOf = (value: unknown): string => {
  if (typeof value === "string") return foreignText(value);
  return isJsonObject(value) || Array.isArray(value) ? foreignText(JSON.stringify(value)) : "";
};

const MOST_BLOCKS = 64;

/**
 * What a call came to: `{call_id, status: "completed", data}`, with `content` blocks if a model shall see something else
 * than the data. A service may also leave the envelope out: a result object without `data` is the data itself.
 */
export const outcomeIn = (result: JsonObject, name: string, callId: string): Outcome => {
  const isEnvelope = "data" in result || (result["status"] === "completed" && result["call_id"] === callId);
  if (!isEnvelope) return { data: result };
  const { call_id: answered = callId, status = "completed", data = null, content } = result;
  if (answered !== callId) throw badResponse(name, "It answered another call than the one it was sent.");
  if (status !== "completed") {
    const said = foreignText(String(status), 60);
    throw new Failure("failed", `${name} did not complete the call; its status is '${said}'.`, {
      error_type: "not_completed",
    });
  }
  if (content === undefined) return { data };
  const blocks = Array.isArray(content) ? content.slice(0, MOST_BLOCKS).map(blockOf) : [undefined];
  if (blocks.includes(undefined)) throw badResponse(name, "Its content is not made of text, image and audio blocks.");
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

/** What a service says about itself. Its own response time is not asked for: what counts is what it takes from here. */
export const healthIn = (result: JsonObject, name: string): BackendHealth => {
  const { status, version, capabilities, last_error: lastError } = result;
  const trouble = typeof lastError === "string" && lastError !== "" ? foreignText(lastError) : undefined;
  if (status !== "healthy" && status !== "degraded") {
    if (typeof status !== "string") throw badResponse(name, "There is no status in it.");
    const said = trouble ?? `its status is '${foreignText(status, 60)}'.`;
    throw new Failure("unavailable", `${name} says that it cannot work: ${said}`, { error_type: "unhealthy" });
  }
  const names = namesIn(capabilities);
  return {
    status,
    ...(typeof version === "string" && { version: foreignText(version, 64) }),
    ...(names !== undefined && { capabilities: names }),
    ...(trouble !== undefined && { lastError: trouble }),
  };
};
