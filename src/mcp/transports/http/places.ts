import type { Endpoint } from "./endpoint.ts";
import { NAMED_SERVERS, type OriginRule, originRule, rowOf, type Source } from "./reach.ts";

/** An endpoint where it is mounted. */
export interface Place {
  readonly endpoint: Endpoint;
  /** Worked out once. Where the source can change, the rule of live answers. */
  readonly origins: OriginRule;
  /** The rule at the moment, where the source can change. */
  ruleNow?(path: string): Promise<OriginRule>;
}

/** Settled at the start, or asked for with every request that depends on it. */
export type SourceNow = Source | ((path: string) => Promise<Source>);
/** By path in the table of `reach.ts`; live unless said otherwise. */
export type Sources = ReadonlyMap<string, SourceNow>;

export const createPlaces = ({
  endpoints,
  mounts,
  sources = new Map(),
}: {
  /** By path. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By the first part of the path. */
  readonly mounts: ReadonlyMap<string, Endpoint>;
  readonly sources?: Sources | undefined;
}): ((path: string) => Place | undefined) => {
  const placeOf = (endpoint: Endpoint, path: string): Place => {
    const source = sources.get(path);
    const row = rowOf(path);
    if (typeof source !== "function") return { endpoint, origins: originRule(row, source) };
    return { endpoint, origins: originRule(row), ruleNow: async (path) => originRule(row, await source(path)) };
  };
  const exact = new Map([...endpoints].map(([path, endpoint]) => [path, placeOf(endpoint, path)]));
  // Below a path that is an endpoint itself are the servers that tenants name.
  const below = new Map(
    [...mounts].map(([path, endpoint]) => [path, placeOf(endpoint, endpoints.has(path) ? NAMED_SERVERS : path)]),
  );
  return (path) => exact.get(path) ?? below.get(mountOf(path));
};

export const mountOf = (path: string): string => {
  const end = path.indexOf("/", 1);
  // What begins with two is below nothing.
  return end <= 1 ? path : path.slice(0, end);
};
