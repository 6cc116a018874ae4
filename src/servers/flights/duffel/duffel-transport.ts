import { createHash, randomUUID } from "node:crypto";
import type { Sandbox } from "../../../model/sandbox.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";

/** Sends a request to Duffel's API. Rejects with an OutboundError; an error status is an answer. */
export interface DuffelTransport {
  (request: TransportRequest): Promise<TransportAnswer>;
  /** Separates accounts in a shared cache, because they see different prices. Not secret. */
  readonly account: string;
}

interface TransportRequest {
  readonly method: "GET" | "POST";
  /** With its query: `/air/offers?limit=2`. */
  readonly path: string;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface TransportAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Five times the largest answer seen so far. */
const MAX_BYTES = 8 * 1_048_576;
const HIDDEN_KEY = "[key]";

const headersWith = (token: string) => ({
  authorization: `Bearer ${token}`,
  "duffel-version": "v2",
  accept: "application/json",
});

/** Sends requests over the network to `url`: https://api.duffel.com or a compatible API. Removes the key from answers. */
export const liveTransport = (options: {
  readonly outbound: Outbound;
  readonly url: string;
  readonly key: string;
}): DuffelTransport => {
  const { outbound, url, key } = options;
  const base = url.replace(/\/+$/, "");
  const headers = headersWith(key);
  const send = async ({ method, path, body, signal, timeoutMs }: TransportRequest) => {
    const answer = await outbound.request(`${base}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body }),
      signal,
      timeoutMs,
      maxBytes: MAX_BYTES,
    });
    return withoutKey(answer, key);
  };
  // A short digest: enough to tell accounts apart, and useless to a reader of the store.
  const account = createHash("sha256").update(`${base}\n${key}`).digest("hex").slice(0, 8);
  return Object.assign(send, { account });
};

const withoutKey = ({ status, headers, body }: TransportAnswer, key: string): TransportAnswer => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(key, HIDDEN_KEY)]),
  ),
  body: body.includes(key) ? Buffer.from(body.toString().replaceAll(key, HIDDEN_KEY)) : body,
});

const SANDBOX_HEADERS = { ...headersWith("duffel_test_taxiway"), "content-type": "application/json" };

/** Calls the sandbox in this process. `account` separates worlds with different seeds that share a store. */
export const sandboxTransport = (sandbox: Pick<Sandbox, "handle">, account = "sandbox"): DuffelTransport => {
  const send = async ({ method, path, body = "", signal, timeoutMs }: TransportRequest) => {
    const request = { method, url: path, headers: SANDBOX_HEADERS, body, requestId: randomUUID() };
    const answer = await withTimeout(sandbox.handle(request), signal, timeoutMs);
    // The sandbox's rate limits run in real time. Over HTTP the server adds this header.
    const headers = { date: new Date().toUTCString(), ...answer.headers };
    return { status: answer.status, headers, body: Buffer.from(answer.body) };
  };
  return Object.assign(send, { account });
};

/** Rejects with an OutboundError on timeout or abort. A later result is ignored. */
const withTimeout = <T>(work: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = () => settle(() => reject(new OutboundError("cancelled", "The request was cancelled.")));
    const expire = () =>
      settle(() => reject(new OutboundError("timeout", `No answer within ${timeoutMs} milliseconds.`)));
    const timer = setTimeout(expire, timeoutMs);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      finish();
    };
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
