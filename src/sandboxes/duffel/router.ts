import type { Caller } from "../../model/caller.ts";
import type { Scenario } from "./scenarios.ts";

/** An endpoint of Duffel's API. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Such as `/air/orders/:id/actions/price`. A trailing slash in a request is ignored. */
  readonly path: string;
  /** Counts against the rate limit for searches instead of the one for requests. */
  readonly search?: true;
  run(request: DuffelRequest): Promise<DuffelAnswer> | DuffelAnswer;
}

export interface DuffelRequest {
  /** The `:id` of the path. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body's `data`, not validated yet; undefined without a body. */
  readonly data: unknown;
  /** The scenario in the request's header. Magic routes set one without a header. */
  readonly scenario: Scenario | undefined;
  readonly caller: Caller;
}

export interface DuffelAnswer {
  /** Default 200, or 204 without data. */
  readonly status?: number;
  readonly data?: unknown;
  /** Paging; for lists. */
  readonly meta?: { readonly limit: number; readonly before: string | null; readonly after: string | null };
}

const on =
  (method: Route["method"]) =>
  (path: string, run: Route["run"]): Route => ({ method, path, run });

export const get = on("GET");
export const post = on("POST");
export const patch = on("PATCH");
export const del = on("DELETE");

interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns a function that finds the route of a method and path. */
export const createRouter = (routes: readonly Route[]) => {
  const known = routes.map((route) => ({ route, parts: partsOf(route.path) }));
  return (method: string, path: string): FoundRoute | undefined => {
    const parts = partsOf(path);
    for (const { route, parts: pattern } of known) {
      const params = route.method === method ? match(pattern, parts) : undefined;
      if (params !== undefined) return { route, params };
    }
    return undefined;
  };
};

/** The official client ends some paths with a slash. */
const partsOf = (path: string): readonly string[] => path.replace(/\/$/, "").split("/").slice(1);

const match = (pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined => {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i] as string;
    if (expected.startsWith(":") && part !== "") params[expected.slice(1)] = part;
    else if (expected !== part) return undefined;
  }
  return params;
};
