import { randomUUID } from "node:crypto";
import { checkInput } from "../../mcp/tools/check-input.ts";
import { shortened } from "../../mcp/tools/input-problem.ts";
import type { Tool } from "../../mcp/tools/tool.ts";
import type { AdminAnswer, AdminApi, AdminRequest, AdminRoute } from "../../model/admin-route.ts";
import { Failure, type FailureKind, notFound } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Log } from "../../model/log.ts";
import { redactError } from "../../model/redact.ts";
import { createRouteFinder } from "./route-finder.ts";

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

const NEVER = new AbortController().signal;

/** Puts the tables of all rooms at one address. `GET /` lists the routes. */
export const createAdminApi = ({
  routes,
  log,
}: {
  readonly routes: readonly AdminRoute[];
  readonly log: Log;
}): AdminApi => {
  const finder = createRouteFinder([overviewOf(routes), ...routes]);

  const answered = async (request: AdminRequest): Promise<AdminAnswer> => {
    const { method, path, query, body, grant, signal = NEVER } = request;
    checkAdmin(grant);
    const found = finder.at(path);
    if (found.length === 0) throw notFound("There is nothing at this address.", { hint: "GET / lists what there is." });
    const fitting = found.find(({ route }) => route.method === method.toUpperCase());
    if (fitting === undefined) return otherMethods(found.map(({ route }) => route.method));
    const { route, params } = fitting;
    checkOperator(route, grant);
    const facts = { grant, params, query: knownQuery(route, query), body: await checkedBody(route, body), signal };
    const said = await route.answer(facts);
    const { status = 200 } = route;
    return status === 204 ? { status } : { status, body: said };
  };

  const defect = (error: unknown): AdminAnswer => {
    const errorId = randomUUID().slice(0, 8);
    log.error("admin defect", { errorId, error: error instanceof Error ? error.stack : String(error) });
    const message = `Something went wrong inside the server; its log has the details under ${errorId}.`;
    return { status: 500, body: { error: { kind: "defect", message, error_id: errorId } } };
  };

  return async (request) => {
    try {
      return await answered(request);
    } catch (error) {
      return error instanceof Failure ? refused(error) : defect(error);
    }
  };
};

/** To everybody what they may use. */
const overviewOf = (routes: readonly AdminRoute[]): AdminRoute => ({
  method: "GET",
  path: "/",
  about: "This list.",
  answer: async ({ grant }) => ({
    routes: routes
      .filter(({ operator }) => !operator || grant.operator)
      .map(({ answer: _, status: _status, ...shown }) => shown),
  }),
});

const checkAdmin = ({ admin }: Grant): void => {
  if (admin) return;
  throw new Failure("forbidden", "This key may not administer.", { hint: "Use a key that was made with admin." });
};

const checkOperator = ({ operator }: AdminRoute, grant: Grant): void => {
  if (!operator || grant.operator) return;
  throw new Failure("forbidden", "This is for whoever runs the server, and not for administrators of a tenant.", {
    hint: "Use the admin token of the server.",
  });
};

const refused = ({ kind, message: said, details }: Failure): AdminAnswer => {
  const told = { ...details, ...("value" in details && { value: shortened(details.value) }) };
  const { message, data } = redactError(said, told);
  return { status: STATUS[kind], body: { error: { kind, message, ...data } } };
};

const otherMethods = (allow: readonly string[]): AdminAnswer => {
  const failure = new Failure("invalid", `This address takes ${allow.join(" or ")}.`, { allowed: allow });
  return { ...refused(failure), status: 405, allow };
};

const knownQuery = ({ query: names = {} }: AdminRoute, query: AdminRequest["query"] = {}) => {
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return query;
  throw new Failure("invalid", `This address has no parameter '${unknown.slice(0, 40)}'.`, {
    ...{ field: unknown.slice(0, 40), allowed: Object.keys(names) },
  });
};

const checkedBody = async ({ body: schema }: AdminRoute, body: unknown) => {
  if (schema === undefined) return {};
  if (body !== undefined && !isJsonObject(body)) throw new Failure("invalid", "The body must be a JSON object.");
  const judged: Tool = {
    ...{ name: "the body", title: "", description: "", effect: "read", input: schema, run: () => undefined },
  };
  return (await checkInput(judged, body ?? {})).input as Readonly<Record<string, unknown>>;
};
