import type { RateLimiter, Verdict } from "../../../platform/limits/rate-limiter.ts";
import type { Authentication } from "./authentication.ts";
import type { Capacity } from "./capacity.ts";
import type { Answer, Answering, HttpContext } from "./http-context.ts";
import type { JsonPosts } from "./json-posts.ts";
import { NAMED_SERVERS, type OriginRule, originRule, rowOf, type Source } from "./reach.ts";

/** Handles the requests to a path, or to every path below a mount point. */
export interface Endpoint {
  handle(context: HttpContext): void;
  /** Exempt from the server's rate limit, because the endpoint has its own. */
  readonly ownLimits?: boolean;
  /** Refuses a request over the rate limit, for clients that expect another format than MCP clients. */
  tooMany?(context: HttpContext, verdict: Verdict): Answer;
  /** Counts its requests apart from all others. */
  readonly limiter?: RateLimiter | undefined;
  /** Ends open streams; resolves when no request is running. */
  drain(): Promise<void>;
  /** Aborts the requests that are still running. */
  close(): void;
}

/** Services that all endpoints use. */
export interface EndpointServices {
  readonly answering: Answering;
  readonly posts: JsonPosts;
  readonly capacity: Capacity;
  readonly authentication: Authentication;
}

/** An endpoint and the origins that may call it. */
export interface Route {
  readonly endpoint: Endpoint;
  /** If the source can change, this is the rule of live answers. */
  readonly origins: OriginRule;
  /** Returns the current rule, if the source can change. */
  currentRule?(path: string): Promise<OriginRule>;
}

/** A fixed source, or a function that is called for each request that depends on it. */
export type CurrentSource = Source | ((path: string) => Promise<Source>);
/** By path in the table of `reach.ts`; the default is live. */
type Sources = ReadonlyMap<string, CurrentSource>;

export interface RouterOptions {
  /** By path. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By the first part of the path: `/duffel` handles everything below it. */
  readonly mounts: ReadonlyMap<string, Endpoint>;
  readonly sources?: Sources | undefined;
}

/** Returns a function that finds the route of a path. */
export const createRouter = ({ endpoints, mounts, sources = new Map() }: RouterOptions) => {
  const routeTo = (endpoint: Endpoint, path: string): Route => {
    const source = sources.get(path);
    const row = rowOf(path);
    if (typeof source !== "function") return { endpoint, origins: originRule(row, source) };
    return { endpoint, origins: originRule(row), currentRule: async (path) => originRule(row, await source(path)) };
  };
  const exact = new Map([...endpoints].map(([path, endpoint]) => [path, routeTo(endpoint, path)]));
  // Paths below an endpoint are servers that tenants name.
  const below = new Map(
    [...mounts].map(([path, endpoint]) => [path, routeTo(endpoint, endpoints.has(path) ? NAMED_SERVERS : path)]),
  );
  return (path: string): Route | undefined => exact.get(path) ?? below.get(mountOf(path));
};

/** Returns the first part of a path. A path that begins with two slashes is below no mount point. */
export const mountOf = (path: string): string => {
  const end = path.indexOf("/", 1);
  return end <= 1 ? path : path.slice(0, end);
};
