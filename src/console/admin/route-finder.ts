import type { AdminRoute } from "../../model/admin-route.ts";

export interface FoundRoute {
  readonly route: AdminRoute;
  readonly params: Readonly<Record<string, string>>;
}

export interface RouteFinder {
  /** All that stand at the path, whatever their method. */
  at(path: string): readonly FoundRoute[];
}

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** By the parts of the path; undecodable ones are nobody's. */
export const createRouteFinder = (routes: readonly AdminRoute[]): RouteFinder => {
  const forms = routes.map((route) => ({ route, parts: partsOf(route.path) }));
  checkUnique(routes);
  return {
    at(path) {
      const parts = partsOf(path).map(decoded);
      return forms.flatMap(({ route, parts: form }) => {
        const params = paramsOf(form, parts);
        return params ? [{ route, params }] : [];
      });
    },
  };
};

const paramsOf = (
  form: readonly string[],
  parts: readonly (string | undefined)[],
): Record<string, string> | undefined => {
  if (form.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of form.entries()) {
    const given = parts[index];
    if (given === undefined) return undefined;
    if (part.startsWith(":")) params[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return params;
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/** Tables come from several rooms: of two routes with one address, the second would never be heard of. */
const checkUnique = (routes: readonly AdminRoute[]): void => {
  const addresses = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`);
  const twice = addresses.find((address, index) => addresses.indexOf(address) !== index);
  if (twice !== undefined) throw new Error(`two routes of the admin API are at ${twice}`);
};
