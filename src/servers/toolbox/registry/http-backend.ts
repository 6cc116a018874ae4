import { createHmac } from "node:crypto";
import { systemClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { JsonObject } from "../../../model/json.ts";
import { type Outbound, OutboundError, type OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { Backend } from "./backend.ts";
import { outboundFailure } from "./backend-failure.ts";
import { parseHealth, parseOutcome, parseResult } from "./service-response.ts";

interface HttpBackendOptions {
  readonly url: string;
  readonly name: string;
  /** Shared with the tool's service. */
  readonly secret: Buffer | string;
  readonly outbound: Outbound;
  /** Real time, because services compare it with their own clock. */
  readonly now?: () => number;
}

interface Exchange {
  readonly method: "tools/call" | "health/check";
  readonly params: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const MOST_BYTES = 1_000_000;
/** Upper bound; callers abort earlier. */
const LONGEST_CHECK_MS = 10_000;

/** Creates a backend for a service that speaks the registry's JSON-RPC at one URL. */
export const createHttpBackend = ({
  url,
  name,
  secret,
  outbound,
  now = systemClock.now,
}: HttpBackendOptions): Backend => {
  let lastId = 0;

  const post = async (body: string, { headers, timeoutMs, signal }: Exchange): Promise<OutboundResponse> => {
    const timestamp = Math.floor(now() / 1000);
    return outbound.request(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-Deadline": String(Math.floor(now() + timeoutMs)),
        "X-Timestamp": String(timestamp),
        "X-Signature": sign(secret, timestamp, body),
        ...headers,
      },
      body,
      signal,
      timeoutMs,
      maxBytes: MOST_BYTES,
    });
  };

  /** Retries once, only if no bytes can have reached the service, so that no call runs twice. */
  const postSafely = async (body: string, request: Exchange): Promise<OutboundResponse> => {
    const began = performance.now();
    try {
      return await post(body, request);
    } catch (error) {
      const isLost = error instanceof OutboundError && error.reason === "unreachable" && !error.sent;
      const timeoutMs = Math.floor(request.timeoutMs - (performance.now() - began));
      if (!isLost || timeoutMs < 1) throw error;
      return post(body, { ...request, timeoutMs });
    }
  };

  const exchange = async (request: Exchange): Promise<JsonObject> => {
    const { method, params, signal, timeoutMs } = request;
    const id = ++lastId;
    try {
      const response = await postSafely(JSON.stringify({ jsonrpc: "2.0", id, method, params }), request);
      return parseResult(response, { name, id, now: now() });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof OutboundError ? outboundFailure(name, error, timeoutMs) : error;
    }
  };

  return {
    async call({ functionName, arguments: input, callId, timeoutMs, signal, traceparent }) {
      const result = await exchange({
        method: "tools/call",
        params: {
          tool_name: name,
          function_name: functionName,
          arguments: input,
          call_id: callId,
          timeout: timeoutMs / 1000,
        },
        headers: { "X-Call-Id": printable(callId), ...(traceparent !== undefined && { traceparent }) },
        timeoutMs,
        signal,
      });
      return parseOutcome(result, name, callId);
    },

    async check(signal) {
      try {
        const request = {
          method: "health/check",
          params: { tool_name: name },
          headers: {},
          timeoutMs: LONGEST_CHECK_MS,
          signal,
        } as const;
        return parseHealth(await exchange(request), name);
      } catch (error) {
        // The service works but does not implement health checks.
        if (error instanceof Failure && error.details.error_type === "method_not_found") return { status: "healthy" };
        throw error;
      }
    },

    // Connections belong to `outbound`, which all tools share.
    close: async () => undefined,
  };
};

/** Headers allow fewer characters than call ids, which callers choose; the body has the exact id. */
const printable = (text: string): string => text.slice(0, 200).replace(/[^\x21-\x7e]/g, "?");

/**
 * Signs a request, so that the service can verify its sender, content and age: `X-Signature` is the HMAC-SHA-256 of
 * `<X-Timestamp>.<body>` under the tool's secret.
 */
export const sign = (secret: Buffer | string, timestamp: number | string, body: string | Uint8Array): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
