import type { RateLimiter, Verdict } from "../../../platform/limits/rate-limiter.ts";
import type { Answer, HttpExchange } from "./http-exchange.ts";

/** What stands at an address and takes requests. */
export interface Endpoint {
  handle(exchange: HttpExchange): void;
  /** It counts requests by itself, in its own way; the edge does not. */
  readonly ownLimits?: boolean;
  /** Refuses a request beyond the rate limit, where its clients expect another form than MCP clients. */
  tooMany?(exchange: HttpExchange, verdict: Verdict): Answer;
  /** Counts its requests apart from all others. */
  readonly limiter?: RateLimiter | undefined;
  /** Ends what only listens; resolves when no call is running. */
  drain(): Promise<void>;
  /** Cuts off what still runs. */
  close(): void;
}
