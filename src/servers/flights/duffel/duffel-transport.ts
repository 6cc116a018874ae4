/**
 * How a request reaches Duffel's API. Rejects with an OutboundError; an answer with an error status is still an answer.
 */
export interface DuffelTransport {
  (request: TransportRequest): Promise<TransportAnswer>;
  /** Sets its answers apart from those of others in a shared cache: another account sees other prices. Not secret. */
  readonly account: string;
}

export interface TransportRequest {
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

export const DUFFEL_VERSION = "v2";
