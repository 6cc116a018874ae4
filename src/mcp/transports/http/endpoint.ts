import type { RateLimiter, Verdict } from "../../../platform/limits/rate-limiter.ts";
import type { Answer, HttpContext } from "./http-context.ts";

/** What stands at an address and takes requests. */
export interface Endpoint {
  handle(context: HttpContext): void;
  /** It counts requests by itself, in its own way; the edge does not. */
  readonly ownLimits?: boolean;
  /** Refuses a request beyond the rate limit, where its clients expect another form than MCP clients. */
  tooMany?(context: HttpContext, verdict: Verdict): Answer;
  /** Counts its requests apart from all others. */
  readonly limiter?: RateLimiter | undefined;
  /** Ends what only listens; resolves when no call is running. */
  drain(): Promise<void>;
  /** Cuts off what still runs. */
  close(): void;
}
