import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";
import type { ConnectorTool } from "../connector.ts";

/** Statuses after which the same request may well be answered. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** By HTTP, doing these twice is as good as once. */
const REPEATABLE: ReadonlySet<string> = new Set(["PUT", "DELETE"]);
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const NOBODY_THERE: ReadonlySet<OutboundReason> = new Set(["unreachable", "timeout"]);

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** Who asks for more is not waited for: the caller hears how long, and decides. */
const LONGEST_WISH_MS = 5_000;
const LONGEST_TOLD_MS = 3_600_000;

/** Whether sending it twice does no more than sending it once. Some APIs change things by a GET: those say so in `risk`. */
export const isRepeatable = ({ request: { method }, risk, http = {} }: ConnectorTool): boolean =>
  http.idempotent === true ||
  http.idempotency_header !== undefined ||
  REPEATABLE.has(method) ||
  (READING.has(method) && risk === "read");

/** 429 says that nothing was done. */
export const mayFollowStatus = (status: number, repeatable: boolean): boolean =>
  status === 429 || (repeatable && PASSING.has(status));

export const mayFollowError = ({ reason, sent }: OutboundError, repeatable: boolean): boolean =>
  sent ? repeatable && reason === "unreachable" : NOBODY_THERE.has(reason);

/** What Retry-After asks for, in milliseconds. Its dates are the server's own, if it says which time it has. */
export const pauseAskedFor = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const wish = headers["retry-after"]?.trim();
  if (wish === undefined) return undefined;
  const there = Date.parse(headers["date"] ?? "");
  const ms = /^\d{1,9}$/.test(wish) ? Number(wish) * 1000 : Date.parse(wish) - (Number.isNaN(there) ? now : there);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_TOLD_MS);
};

/** How long to wait before the next attempt; undefined: longer than anybody waits. */
export const pauseBefore = (
  attempt: number,
  askedFor: number | undefined,
  random: () => number,
): number | undefined => {
  if (askedFor !== undefined) return askedFor > LONGEST_WISH_MS ? undefined : askedFor;
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
};
