import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../model/clock.ts";
import {
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundRequest,
  type OutboundResponse,
} from "../../../platform/outbound/outbound.ts";
import type { ConnectorTool } from "../connector.ts";

export interface HttpRequest {
  readonly url: URL;
  readonly method: NonNullable<OutboundRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends one request. Rejects with an OutboundError. */
export type Send = (
  request: HttpRequest,
  options: { readonly timeoutMs: number; readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<OutboundResponse>;

interface SendOptions {
  readonly repeatable: boolean;
  readonly retries: number;
  /** For all attempts together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly pauses: Pauses;
  /** Called when something may have reached the API. */
  readonly onSent?: (() => void) | undefined;
}

/** Waiting and chance, so that tests can replace both. */
export interface Pauses {
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  random(): number;
}

export const realPauses: Pauses = { wait: (ms, signal) => sleep(ms, undefined, { signal }), random: Math.random };

export interface Sent {
  readonly response: OutboundResponse;
  readonly attempts: number;
}

/** Sends a request and retries where that is safe and time is left. Returns or throws the outcome of the last attempt. */
export const sendRequest = async (send: Send, request: HttpRequest, options: SendOptions): Promise<Sent> => {
  const { repeatable, retries, timeoutMs, maxBytes, signal, pauses, onSent } = options;
  const began = performance.now();
  const left = (): number => Math.floor(timeoutMs - (performance.now() - began));

  /** Waits before the next attempt; false if there is no time or no attempt left. */
  const waited = async (attempt: number, retryAfterMs?: number): Promise<boolean> => {
    if (attempt > retries) return false;
    const pause = pauseBefore(attempt, retryAfterMs, pauses.random);
    if (pause === undefined || pause >= left()) return false;
    await pauses.wait(pause, signal);
    return left() > 0;
  };

  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(request, { timeoutMs: Math.max(1, left()), maxBytes, signal });
      onSent?.();
      const { status, headers } = response;
      const mayRetry = mayRetryStatus(status, repeatable);
      if (!mayRetry || !(await waited(attempt, retryAfter(headers, systemClock.now())))) {
        return { response, attempts: attempt };
      }
    } catch (error) {
      if (!(error instanceof OutboundError) || error.sent) onSent?.();
      const mayRetry = error instanceof OutboundError && mayRetryError(error, repeatable);
      if (!mayRetry || signal.aborted || !(await waited(attempt))) throw error;
    }
  }
};

/** Statuses that say the same request may succeed later. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** Idempotent by the definition of HTTP. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["PUT", "DELETE"]);
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const NOT_REACHED: ReadonlySet<OutboundReason> = new Set(["unreachable", "timeout"]);

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** A longer Retry-After is not waited for but reported to the caller. */
const LONGEST_WAIT_MS = 5_000;
const LONGEST_REPORTED_MS = 3_600_000;

/** Checks whether sending the request twice does no more than sending it once. A GET counts only with `risk: read`. */
export const isRepeatable = ({ request: { method }, risk, http = {} }: ConnectorTool): boolean =>
  http.idempotent === true ||
  http.idempotency_header !== undefined ||
  IDEMPOTENT.has(method) ||
  (READING.has(method) && risk === "read");

/** 429 may always be retried: the API did nothing. */
export const mayRetryStatus = (status: number, repeatable: boolean): boolean =>
  status === 429 || (repeatable && TEMPORARY.has(status));

const mayRetryError = ({ reason, sent }: OutboundError, repeatable: boolean): boolean =>
  sent ? repeatable && reason === "unreachable" : NOT_REACHED.has(reason);

/** Reads Retry-After in milliseconds. A date in it is compared with the server's own Date header, if there is one. */
export const retryAfter = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  const serverTime = Date.parse(headers["date"] ?? "");
  const ms = /^\d{1,9}$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - (Number.isNaN(serverTime) ? now : serverTime);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_REPORTED_MS);
};

/** The pause before the next attempt: exponential backoff with jitter, or Retry-After. Undefined if that is too long. */
const pauseBefore = (attempt: number, retryAfterMs: number | undefined, random: () => number): number | undefined => {
  if (retryAfterMs !== undefined) return retryAfterMs > LONGEST_WAIT_MS ? undefined : retryAfterMs;
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
};

/** Sends to the API itself. Redirects are not followed: their target must not receive the credentials. */
export const liveSend =
  (outbound: Pick<Outbound, "request">): Send =>
  ({ url, method, headers, body }, options) =>
    outbound.request(url, { method, headers, ...(body !== undefined && { body }), ...options });

/** One of Taxiway's own APIs, called in this process. */
export interface ConnectorSandbox {
  handle(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: string;
    readonly requestId: string;
  }): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
  }>;
}

/** Sends to a sandbox. `prefix` is the path of the base address, which sandbox URLs do not have; `text` is the body. */
export const sandboxSend =
  (sandbox: ConnectorSandbox, prefix: string, text: string, requestId: string): Send =>
  async ({ url, method, headers }, { timeoutMs, maxBytes, signal }) => {
    const answer = await withDeadline(
      sandbox.handle({
        method,
        url: `${url.pathname.slice(prefix.length)}${url.search}`,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: text,
        requestId,
      }),
      signal,
      timeoutMs,
    );
    const body = Buffer.from(answer.body as Uint8Array);
    if (body.length > maxBytes) {
      throw new OutboundError("too_large", `The answer is larger than ${maxBytes} bytes.`, { sent: true });
    }
    return { status: answer.status, headers: answer.headers, body, url: url.href } satisfies OutboundResponse;
  };

/** Rejects at the deadline or when the signal aborts. The sandbox finishes its work; the outcome is dropped. */
const withDeadline = <T>(work: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = (reason: "timeout" | "cancelled", message: string) => () =>
      settle(() => reject(new OutboundError(reason, message, { sent: true })));
    const cancel = giveUp("cancelled", "The request was cancelled.");
    const timer = setTimeout(giveUp("timeout", `No answer within ${timeoutMs} milliseconds.`), timeoutMs);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      outcome();
    };
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
