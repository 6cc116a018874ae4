import type { Route } from "./route.ts";

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a method and path; undefined when there is none. */
export const createRouter = (routes: readonly Route[]) => {
  const known = routes.map((route) => ({ route, parts: partsOf(route.path) }));
  return (method: string, path: string): FoundRoute | undefined => {
    const parts = partsOf(path);
    for (const candidate of known) {
      if (candidate.route.method !== method) continue;
      const params = matched(candidate.parts, parts);
      if (params !== undefined) return { route: candidate.route, params };
    }
    return undefined;
  };
};

/** The official client ends some paths with a slash. */
const partsOf = (path: string): readonly string[] => path.replace(/\/$/, "").split("/").slice(1);

const matched = (pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined => {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i] as string;
    if (expected.startsWith(":") && part !== "") params[expected.slice(1)] = part;
    else if (expected !== part) return undefined;
  }
  return params;
};
