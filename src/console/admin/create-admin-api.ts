import { checkInput } from "../../mcp/tools/check-input.ts";
import { shortened } from "../../mcp/tools/input-problem.ts";
import type { Tool } from "../../mcp/tools/tool.ts";
import type { AdminAnswer, AdminApi, AdminRequest, AdminRoute } from "../../model/admin-route.ts";
import { Failure, type FailureKind, notFound } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Log } from "../../model/log.ts";
import { redactError } from "../../model/redact.ts";

const STATUS: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  function_not_found: 404,
  rule: 409,
  rate_limited: 429,
  failed: 422,
  unavailable: 503,
  timeout: 504,
};

const NEVER_ABORTED = new AbortController().signal;

/** Serves the routes of all modules as one API. `GET /` lists them. */
export const createAdminApi = ({
  routes,
  log,
}: {
  readonly routes: readonly AdminRoute[];
  readonly log: Log;
}): AdminApi => {
  const routesAt = createRouteFinder([listOf(routes), ...routes]);

  const answer = async (request: AdminRequest): Promise<AdminAnswer> => {
    const { method, path, query, body, grant, signal = NEVER_ABORTED } = request;
    checkAdmin(grant);
    const found = routesAt(path);
    if (found.length === 0) throw notFound("There is no route at this path.", { hint: "GET / lists all routes." });
    const match = found.find(({ route }) => route.method === method.toUpperCase());
    if (match === undefined) return methodNotAllowed(found.map(({ route }) => route.method));
    const { route, params } = match;
    checkOperator(route, grant);
    const result = await route.answer({
      grant,
      params,
      query: checkedQuery(route, query),
      body: await checkedBody(route, body),
      signal,
    });
    const { status = 200, type } = route;
    return status === 204 ? { status } : { status, body: result, ...(type !== undefined && { type }) };
  };

  const defect = (error: unknown): AdminAnswer => {
    const errorId = crypto.randomUUID().slice(0, 8);
    log.error("admin defect", { errorId, error: error instanceof Error ? error.stack : String(error) });
    const message = `Internal server error. The server log has the details under ${errorId}.`;
    return { status: 500, body: { error: { kind: "defect", message, error_id: errorId } } };
  };

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      return error instanceof Failure ? failureAnswer(error) : defect(error);
    }
  };
};

/** Returns a function that tells the largest body of a request, which is known before its body is read. */
export const createBodyLimits = (routes: readonly AdminRoute[]): ((method: string, path: string) => number) => {
  const routesAt = createRouteFinder(routes.filter(({ maxBodyBytes }) => maxBodyBytes !== undefined));
  return (method, path) =>
    routesAt(path).find(({ route }) => route.method === method)?.route.maxBodyBytes ?? MAX_BODY_BYTES;
};

const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Lists the routes that the caller may use. */
const listOf = (routes: readonly AdminRoute[]): AdminRoute => ({
  method: "GET",
  path: "/",
  about: "Lists the routes of this API.",
  answer: async ({ grant }) => ({
    routes: routes
      .filter(({ operator }) => !operator || grant.operator)
      .map(({ answer: _, status: _status, maxBodyBytes: _limit, ...shown }) => shown),
  }),
});

const checkAdmin = ({ admin }: Grant): void => {
  if (admin) return;
  throw new Failure("forbidden", "This key has no admin permission.", {
    hint: "Use a key that was created with admin.",
  });
};

const checkOperator = ({ operator }: AdminRoute, grant: Grant): void => {
  if (!operator || grant.operator) return;
  throw new Failure("forbidden", "This route is only for the operator, not for administrators of a tenant.", {
    hint: "Use the admin token of the server.",
  });
};

const failureAnswer = (failure: Failure): AdminAnswer => {
  const { kind, details } = failure;
  const shown = { ...details, ...("value" in details && { value: shortened(details.value) }) };
  const { message, data } = redactError(failure.message, shown);
  return { status: STATUS[kind], body: { error: { kind, message, ...data } } };
};

const methodNotAllowed = (allow: readonly string[]): AdminAnswer => {
  const failure = new Failure("invalid", `Only ${allow.join(" or ")} is allowed here.`, { allowed: allow });
  return { ...failureAnswer(failure), status: 405, allow };
};

const checkedQuery = ({ query: names = {} }: AdminRoute, query: AdminRequest["query"] = {}) => {
  const unknown = Object.keys(query)
    .find((name) => !Object.hasOwn(names, name))
    ?.slice(0, 40);
  if (unknown === undefined) return query;
  const allowed = Object.keys(names);
  throw new Failure("invalid", `This route has no query parameter '${unknown}'.`, { field: unknown, allowed });
};

const checkedBody = async ({ body: schema }: AdminRoute, body: unknown) => {
  if (schema === undefined) return {};
  if (body !== undefined && !isJsonObject(body)) throw new Failure("invalid", "The body must be a JSON object.");
  const tool: Tool = {
    name: "the body",
    title: "",
    description: "",
    effect: "read",
    input: schema,
    run: () => undefined,
  };
  return (await checkInput(tool, body ?? {})).input as Readonly<Record<string, unknown>>;
};

interface FoundRoute {
  readonly route: AdminRoute;
  readonly params: Readonly<Record<string, string>>;
}

const segmentsOf = (path: string): readonly string[] => path.split("/").filter((segment) => segment !== "");

/** Returns a function that finds the routes of a path, of all methods. Paths that cannot be decoded have none. */
const createRouteFinder = (routes: readonly AdminRoute[]) => {
  checkUnique(routes);
  const patterns = routes.map((route) => ({ route, pattern: segmentsOf(route.path) }));
  return (path: string): readonly FoundRoute[] => {
    const segments = segmentsOf(path).map(decoded);
    return patterns.flatMap(({ route, pattern }) => {
      const params = paramsOf(pattern, segments);
      return params ? [{ route, params }] : [];
    });
  };
};

const paramsOf = (
  pattern: readonly string[],
  segments: readonly (string | undefined)[],
): Record<string, string> | undefined => {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (name.startsWith(":")) params[name.slice(1)] = segment;
    else if (name !== segment) return undefined;
  }
  return params;
};

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** Rejects two routes with the same method and path, because the second would never be called. */
const checkUnique = (routes: readonly AdminRoute[]): void => {
  const addresses = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`);
  const duplicate = addresses.find((address, index) => addresses.indexOf(address) !== index);
  if (duplicate !== undefined) throw new Error(`two routes of the admin API have the address ${duplicate}`);
};
