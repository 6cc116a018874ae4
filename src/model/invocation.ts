/** An entry of the log of calls, as it is kept and shown. */
export interface Invocation {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly who?: string;
  readonly key_id?: string;
  readonly server: string;
  readonly tool: string;
  readonly version?: string | number;
  readonly outcome: "ok" | "error";
  readonly error?: { readonly kind: string; readonly message: string; readonly http_status?: number };
  readonly source?: "sandbox" | "live";
  readonly milliseconds: number;
  readonly steps?: Readonly<Record<string, number>>;
  readonly arguments: unknown;
  readonly correlation_id: string;
}

export interface InvocationQuery {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly outcome?: "ok" | "error" | undefined;
  readonly keyId?: string | undefined;
  /** The oldest entry to return; ISO 8601. */
  readonly since?: string | undefined;
  /** Default 50, at most 200. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface InvocationPage {
  readonly invocations: readonly Invocation[];
  readonly nextCursor?: string;
}

/** Reads the log of calls. */
export interface InvocationReader {
  /** Newest first. */
  list(tenant: string, query?: InvocationQuery): Promise<InvocationPage>;
}
