/**
 * The only way out of this process to addresses that others chose, for one purpose. Public unicast addresses, and what
 * the operator allowed for it; looked up once, checked, and connected to as checked; no redirect is followed unless asked for, and
 * then every hop is checked anew.
 */
export interface Outbound {
  /** One request and its answer, complete. Rejects with an OutboundError; an answer with an error status is still an answer. */
  request(url: string | URL, options?: OutboundRequest): Promise<OutboundResponse>;
  /** The same guard for libraries that bring their own HTTP: streams, never follows a redirect. */
  readonly fetch: typeof globalThis.fetch;
  /** Why this address may not be called, in words that reveal nothing about the network; undefined if it may. */
  problemOf(url: string): Promise<OutboundError | undefined>;
  close(): Promise<void>;
}

export interface OutboundRequest {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The caller no longer wants the answer. */
  readonly signal?: AbortSignal;
  /** From the look-up to the last byte. Default 10 seconds. */
  readonly timeoutMs?: number;
  /** Of the body, unpacked. Default 1 MB. */
  readonly maxBytes?: number;
  /** How many redirects may be followed. Default none. */
  readonly redirects?: number;
}

export interface OutboundResponse {
  readonly status: number;
  /** By lower-case name; several of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked, if it came gzipped, deflated or in brotli. */
  readonly body: Buffer;
  /** Where it came from in the end. */
  readonly url: string;
}

export type OutboundReason =
  /** The address is not one that may be called. */
  | "refused"
  /** Nobody there: no such name, nothing listens, the connection broke before the answer. */
  | "unreachable"
  | "timeout"
  | "too_large"
  /** An answer that is none: broken HTTP, broken compression, cut off, more redirects than allowed. */
  | "broken"
  /** By the caller's signal. */
  | "cancelled";

/** Its message is a sentence that may be shown to whoever chose the address. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** Whether anything may have reached the other side: if not, it is safe to try again. */
  readonly sent: boolean;
  /** How an operator can allow an address that was refused, if that is possible. */
  readonly hint: string | undefined;

  constructor(
    reason: OutboundReason,
    message: string,
    { sent = false, cause, hint }: { sent?: boolean; cause?: unknown; hint?: string | undefined } = {},
  ) {
    super(message, { cause });
    this.name = "OutboundError";
    this.reason = reason;
    this.sent = sent;
    this.hint = hint;
  }
}
