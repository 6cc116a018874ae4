import { createHmac, timingSafeEqual } from "node:crypto";

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
