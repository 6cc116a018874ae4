import type { Caller } from "../../model/caller.ts";
import type { Scenario } from "./scenarios.ts";

/** One thing that can be asked of Duffel's API. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `/air/orders/:id/actions/price`; a trailing slash in a request makes no difference. */
  readonly path: string;
  /** Counted in the narrower limit that Duffel has for searches. */
  readonly search?: true;
  run(request: DuffelRequest): Promise<DuffelAnswer> | DuffelAnswer;
}

export interface DuffelRequest {
  /** What stood in place of `:id`. */
  readonly id: string;
  /** Further parts of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** What the body has under `data`; undefined for requests without a body. Not checked yet. */
  readonly data: unknown;
  /** What the client asked to happen, by header; a magic route says the same by itself. */
  readonly scenario: Scenario | undefined;
  /** Whose bookings are made. */
  readonly caller: Caller;
}

export interface DuffelAnswer {
  /** Default 200. */
  readonly status?: number;
  /** Left out: no body (204). */
  readonly data?: unknown;
  /** Of a list. */
  readonly meta?: { readonly limit: number; readonly before: string | null; readonly after: string | null };
}
