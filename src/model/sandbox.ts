/**
 * A supplier's own API over the generated world. Knows nothing of sockets: HTTP brings it what clients send, and our own
 * adapters call it directly.
 */
export interface Sandbox {
  /** Never rejects: what goes wrong is an answer in the supplier's own words. */
  handle(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Tells a client that it made too many requests, in the supplier's own words. Absent: as any other client is told. */
  tooMany?(refused: RefusedRequest): SandboxAnswer;
  close(): Promise<void>;
}

export interface SandboxRequest {
  readonly method: string;
  /** Below the sandbox's own address, with its query: `/air/offers?limit=2`. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The body as it came, for a sandbox whose clients may write in other encodings than UTF-8. */
  readonly bytes?: Uint8Array;
  /** Under which our log has the request. */
  readonly requestId: string;
  /** Whose bookings are made. Default: the one tenant there is without keys. */
  readonly tenant?: string;
  /** Who of that tenant sends it, where the door has found that out: then their token stands for nothing else. */
  readonly account?: string;
  /** Of the client, as rate limits count it. Absent where the client is not limited. */
  readonly address?: string;
}

/** A request that the rate limit of the client's address refused. */
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
  /** How the body becomes bytes; in UTF-8 unless it says so. */
  readonly encoding?: "latin1";
}
