import { createHmac, timingSafeEqual } from "node:crypto";
import { systemClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { JsonObject } from "../../../model/json.ts";
import { type Outbound, OutboundError, type OutboundResponse } from "../../../platform/outbound/outbound.ts";
import type { Backend } from "./backend.ts";
import { exchangeFailure } from "./backend-failure.ts";
import { healthIn, outcomeIn, resultIn } from "./service-response.ts";

export interface HttpBackendOptions {
  readonly url: string;
  /** Of the tool. */
  readonly name: string;
  /** Known to this tool's service and to us. */
  readonly secret: Buffer | string;
  readonly outbound: Outbound;
  /** Services compare it with their own: it is the real time, whatever the rehearsal's clock shows. */
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
/** The one who asks ends it earlier. */
const LONGEST_CHECK_MS = 10_000;

/** A service that speaks the registry's own JSON-RPC at one address. */
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

  /** Sent again only when nothing can have reached the service: whatever it may have begun is not begun twice. */
  const postSafely = async (body: string, sending: Exchange): Promise<OutboundResponse> => {
    const began = performance.now();
    try {
      return await post(body, sending);
    } catch (error) {
      const isLost = error instanceof OutboundError && error.reason === "unreachable" && !error.sent;
      const timeoutMs = Math.floor(sending.timeoutMs - (performance.now() - began));
      if (!isLost || timeoutMs < 1) throw error;
      return post(body, { ...sending, timeoutMs });
    }
  };

  const exchange = async (sending: Exchange): Promise<JsonObject> => {
    const { method, params, signal, timeoutMs } = sending;
    const id = ++lastId;
    try {
      const response = await postSafely(JSON.stringify({ jsonrpc: "2.0", id, method, params }), sending);
      return resultIn(response, { name, id, now: now() });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof OutboundError ? exchangeFailure(name, error, timeoutMs) : error;
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
      return outcomeIn(result, name, callId);
    },

    async check(signal) {
      const asking = { tool_name: name };
      try {
        const headers = {};
        const sending = {
          method: "health/check",
          params: asking,
          headers,
          timeoutMs: LONGEST_CHECK_MS,
          signal,
        } as const;
        return healthIn(await exchange(sending), name);
      } catch (error) {
        // It is there and understands us; it just has nothing to say about its health.
        if (error instanceof Failure && error.details.error_type === "method_not_found") return { status: "healthy" };
        throw error;
      }
    },

    // Connections belong to the way out, which all tools share.
    close: async () => undefined,
  };
};

/** Callers choose call ids, and HTTP does not take everything in a header. The body has them as they are. */
const printable = (text: string): string => text.slice(0, 200).replace(/[^\x21-\x7e]/g, "?");

/**
 * Proves to a service that a request comes from the Taxiway it registered with, that nobody changed it, and that it is
 * not an old one sent again: `X-Signature` is the HMAC-SHA-256 of `<X-Timestamp>.<body>` under the tool's secret.
 */
export const sign = (secret: Buffer | string, timestamp: number | string, body: string | Uint8Array): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;

export interface SignedRequest {
  readonly secret: Buffer | string;
  /** The headers as they came, if they came. */
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly body: string | Uint8Array;
  /** Unix milliseconds. */
  readonly now: number;
}

/** How far the clocks of two machines may be apart, in seconds; also how long a request that was overheard is of use. */
export const REPLAY_WINDOW_SECONDS = 300;

/** What a service does with every request before it believes it. */
export const verify = ({ secret, timestamp = "", signature = "", body, now }: SignedRequest): boolean => {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > REPLAY_WINDOW_SECONDS) return false;
  const expected = Buffer.from(sign(secret, timestamp, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
