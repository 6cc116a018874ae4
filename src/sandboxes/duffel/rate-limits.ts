import type { Caller } from "../../model/caller.ts";
import { keys } from "../../model/keys.ts";
import type { RefusedRequest, SandboxAnswer } from "../../model/sandbox.ts";
import { type DuffelError, rateLimited } from "./duffel-error.ts";
import { errorEnvelope } from "./json-body.ts";
import type { SandboxParts } from "./sandbox-context.ts";

/**
 * Per minute: Duffel's limit for requests in test mode, and more searches than Duffel allows. Any text is a valid token, so
 * searches, which cost most, are counted per address where the address is known.
 */
const LIMITS = { requests: 4000, searches: 120 };
const MINUTE_MS = 60_000;

interface RateLimits {
  /** Counts the request and returns Duffel's headers with the remaining allowance. */
  count(caller: Caller, search: boolean): Promise<Allowance>;
}

interface Allowance {
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the request exceeds the limit. */
  readonly refusal: DuffelError | undefined;
}

/** Counts in the store, so that all nodes share one limit. */
export const createRateLimits = ({
  store,
  clock,
  realTime = Date.now,
  limits = LIMITS,
}: Pick<SandboxParts, "store" | "clock" | "realTime" | "limits">): RateLimits => ({
  async count(caller, search) {
    const minute = Math.floor(realTime() / MINUTE_MS);
    const [name, limit] = search ? (["searches", limits.searches] as const) : (["requests", limits.requests] as const);
    const subject = search && caller.address !== undefined ? caller.address : caller.sessionId;
    const key = keys.duffel(caller.tenant, subject, `${name}:${minute}`);
    const count = await store.add(key, 1, { expiresAt: clock.now() + 2 * MINUTE_MS });
    const headers = headersOf(limit, Math.max(0, limit - count), (minute + 1) * MINUTE_MS);
    return { headers, refusal: count > limit ? rateLimited() : undefined };
  },
});

const headersOf = (limit: number, remaining: number, resetAt: number) => ({
  "ratelimit-limit": String(limit),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": new Date(resetAt).toUTCString(),
});

/** Converts a refusal of the server's own limit per address to Duffel's format, the only one its clients understand. */
export const refusedByAddress = ({ requestId, limit, resetAt }: RefusedRequest): SandboxAnswer => {
  const answer = errorEnvelope(rateLimited(), requestId);
  return { ...answer, headers: { ...answer.headers, ...headersOf(limit, 0, resetAt) } };
};
