/**
 * An HTTP client for untrusted addresses. It calls only public addresses and those the operator allowed for its purpose.
 * A host name is resolved once and connected to as checked. Redirects are followed on request, and each one is checked.
 */
export interface Outbound {
  /** Sends one request. Rejects with an OutboundError; a response with an error status does not reject. */
  request(url: string | URL, options?: OutboundRequest): Promise<OutboundResponse>;
  /** A `fetch` with the same checks, for libraries. Supports streams and never follows redirects. */
  readonly fetch: typeof globalThis.fetch;
  /** Returns why an address may not be called, revealing nothing about the network; undefined if it may be called. */
  problemOf(url: string): Promise<OutboundError | undefined>;
  close(): Promise<void>;
}

export interface OutboundRequest {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Covers everything from the DNS lookup to the last byte; default 10 seconds. */
  readonly timeoutMs?: number;
  /** Limit of the decompressed body; default 1 MB. */
  readonly maxBytes?: number;
  /** The number of redirects that may be followed; default 0. */
  readonly redirects?: number;
}

export interface OutboundResponse {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
  /** The final URL, after redirects. */
  readonly url: string;
}

export type OutboundReason =
  /** The address may not be called. */
  | "refused"
  /** The host does not exist, does not accept connections, or closed the connection before it responded. */
  | "unreachable"
  | "timeout"
  | "too_large"
  /** An unusable response: invalid HTTP or compression, cut off, or more redirects than allowed. */
  | "broken"
  /** Aborted by the caller's signal, or by a shutdown. */
  | "cancelled";

/** A failed request. The message is a sentence that may be shown to the user who chose the address. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** Whether anything may have reached the host. If not, a retry is safe. */
  readonly sent: boolean;
  /** How an operator can allow a refused address, if that is possible. */
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
