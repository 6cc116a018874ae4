/**
 * A supplier's own API over the generated world. Knows nothing of sockets: HTTP brings it what clients send, and our own
 * adapters call it directly.
 */
export interface Sandbox {
  /** Never rejects: what goes wrong is an answer in the supplier's own words. */
  handle(request: SandboxRequest): Promise<SandboxAnswer>;
  close(): Promise<void>;
}

export interface SandboxRequest {
  readonly method: string;
  /** Below the sandbox's own address, with its query: `/air/offers?limit=2`. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Under which our log has the request. */
  readonly requestId: string;
}

export interface SandboxAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
