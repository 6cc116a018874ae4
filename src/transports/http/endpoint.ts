import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { HttpExchange } from "./http-exchange.ts";

/** What stands at an address and takes requests. */
export interface Endpoint {
  handle(exchange: HttpExchange): void;
  /** It counts requests by itself, in its own way; the edge does not. */
  readonly ownLimits?: boolean;
  /** Counts its requests apart from all others. */
  readonly limiter?: RateLimiter | undefined;
  /** For pages of our own and for programs: pages of other origins are refused, whatever else they may call. */
  readonly ownOrigin?: boolean;
  /** Ends what only listens; resolves when no call is running. */
  drain(): Promise<void>;
  /** Cuts off what still runs. */
  close(): void;
}
