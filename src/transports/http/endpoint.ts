import type { HttpExchange } from "./http-exchange.ts";

/** What stands at an address and takes requests. */
export interface Endpoint {
  handle(exchange: HttpExchange): void;
  /** It counts requests by itself, in its own way; the edge does not. */
  readonly ownLimits?: boolean;
  /** Ends what only listens; resolves when no call is running. */
  drain(): Promise<void>;
  /** Cuts off what still runs. */
  close(): void;
}
