import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { RefusedRequest, SandboxAnswer } from "../../model/sandbox.ts";
import type { Store } from "../../platform/stores/store.ts";
import { DuffelError } from "./duffel-error.ts";
import { errorEnvelope } from "./envelope.ts";

/**
 * What Duffel's test mode grants a minute; a rehearsal may search more often. Any text is a token, so the searches, which
 * cost most, are those of an address where addresses are limited.
 */
const LIMITS = { requests: 4000, searches: 120 };
const MINUTE_MS = 60_000;

export interface RateLimits {
  /** Counts the request, and says in Duffel's headers how many more there may be. */
  count(caller: Caller, search: boolean): Promise<Allowance>;
}

export interface Allowance {
  readonly headers: Readonly<Record<string, string>>;
  /** What to answer instead, when it was one too many. */
  readonly refusal: DuffelError | undefined;
}

/** Counted in the store, so that all nodes grant one allowance together. */
export const createRateLimits = ({
  store,
  clock,
  realTime = Date.now,
  limits = LIMITS,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly realTime?: (() => number) | undefined;
  readonly limits?: typeof LIMITS | undefined;
}): RateLimits => ({
  async count(caller, search) {
    const minute = Math.floor(realTime() / MINUTE_MS);
    const [name, limit] = search ? (["searches", limits.searches] as const) : (["requests", limits.requests] as const);
    const whose = search && caller.address !== undefined ? caller.address : caller.sessionId;
    const key = keys.duffel(caller.tenant, whose, `${name}:${minute}`);
    const count = await store.add(key, 1, { expiresAt: clock.now() + 2 * MINUTE_MS });
    const headers = headersOf(limit, Math.max(0, limit - count), (minute + 1) * MINUTE_MS);
    return { headers, refusal: count > limit ? tooMany() : undefined };
  },
});

const headersOf = (limit: number, remaining: number, resetAt: number) => ({
  "ratelimit-limit": String(limit),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": new Date(resetAt).toUTCString(),
});

/** The server counts all requests of an address as well; Duffel's clients know only Duffel's form of that refusal. */
export const refusedByAddress = ({ requestId, limit, resetAt }: RefusedRequest): SandboxAnswer => {
  const answer = errorEnvelope(tooMany(), requestId);
  return { ...answer, headers: { ...answer.headers, ...headersOf(limit, 0, resetAt) } };
};

const tooMany = (): DuffelError =>
  new DuffelError(429, {
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    title: "Rate limit exceeded",
    message: "Too many requests in a short time. Wait until the time in the 'ratelimit-reset' header, then try again.",
  });
