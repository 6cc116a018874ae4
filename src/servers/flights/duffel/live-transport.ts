import { createHash } from "node:crypto";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { DUFFEL_VERSION, type DuffelTransport, type TransportAnswer } from "./duffel-transport.ts";

export interface LiveTransportOptions {
  readonly outbound: Outbound;
  /** Where the API is: https://api.duffel.com, or something that speaks like it. */
  readonly url: string;
  readonly key: string;
}

/** Five times the largest answer seen so far. */
const MAX_BYTES = 8 * 1_048_576;
const HIDDEN_KEY = "[key]";

/** Over the network. Nothing that comes back holds the key, whatever the other side repeats. */
export const liveTransport = ({ outbound, url, key }: LiveTransportOptions): DuffelTransport => {
  const base = url.replace(/\/+$/, "");
  const headers = {
    authorization: `Bearer ${key}`,
    "duffel-version": DUFFEL_VERSION,
    accept: "application/json",
  };
  const send = async ({ method, path, body, signal, timeoutMs }: Parameters<DuffelTransport>[0]) => {
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
  // A digest cut short: enough to tell accounts apart, of no use to whoever reads the store.
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
