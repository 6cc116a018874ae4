/** A supplier's API over the generated world, independent of HTTP: our own adapters call it directly. */
export interface Sandbox {
  /** Never rejects: errors are answers in the supplier's format. */
  handle(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Builds a rate-limit answer in the supplier's format. Absent: the default format is used. */
  tooMany?(refused: RefusedRequest): SandboxAnswer;
  close(): Promise<void>;
}

export interface SandboxRequest {
  readonly method: string;
  /** Relative to the sandbox's mount point, with its query: `/air/offers?limit=2`. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The raw body, for sandboxes that accept encodings other than UTF-8. */
  readonly bytes?: Uint8Array;
  readonly requestId: string;
  /** The tenant that owns the bookings; defaults to the tenant used without keys. */
  readonly tenant?: string;
  /** The account, if authentication identified it; the token then identifies nothing else. */
  readonly account?: string;
  /** The client's address as rate limits count it. Absent if the client is not limited. */
  readonly address?: string;
}

/** A request rejected by the rate limit of its client's address. */
export interface RefusedRequest extends Pick<SandboxRequest, "requestId"> {
  readonly limit: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

export interface SandboxAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Encoding of the body; default UTF-8. */
  readonly encoding?: "latin1";
}
