import { randomUUID } from "node:crypto";
import { Failure, type FailureKind, notFound } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Log } from "../../model/log.ts";
import { checkInput } from "../../registry/check-input.ts";
import { shortened } from "../../registry/explain-misfit.ts";
import type { Tool } from "../../registry/tool.ts";
import type { Vault } from "../vault.ts";
import type { AdminRoute } from "./admin-route.ts";
import { credentialRoutes } from "./credential-routes.ts";
import { draftRoutes } from "./draft-routes.ts";
import type { Drafting } from "./drafting.ts";
import { type TestServices, testRoutes } from "./test-routes.ts";
import { versionRoutes } from "./version-routes.ts";

export interface AdminRequest {
  readonly method: string;
  /** Below wherever it is mounted: `/connectors/pets/publish`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Of JSON. */
  readonly body?: unknown;
  /** Of whoever asks. */
  readonly grant: Grant;
  readonly signal?: AbortSignal;
}

export interface AdminAnswer {
  readonly status: number;
  /** Absent: nothing to say. */
  readonly body?: unknown;
}

/** Never rejects: what goes wrong is an answer with an error in it. */
export type ConnectorAdmin = (request: AdminRequest) => Promise<AdminAnswer>;

export interface ConnectorAdminOptions extends TestServices {
  readonly vault: Vault;
  readonly drafting: Drafting;
  readonly log: Log;
}

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

/**
 * Connectors as JSON over whatever transport: what a console, the command line and other programs stand on. `GET /` lists
 * the routes. Whoever asks sees and changes the connectors of their own tenant; those of others do not exist for them.
 */
export const createConnectorAdmin = (options: ConnectorAdminOptions): ConnectorAdmin => {
  const { library, vault, drafting, log } = options;
  const routes: readonly AdminRoute[] = [
    ...versionRoutes(library),
    ...draftRoutes(library, drafting),
    ...testRoutes(options),
    ...credentialRoutes(library, vault),
  ];
  const index = routes.map(({ method, path, about, query, body }) => ({
    ...{ method, path, about },
    ...(query && { query }),
    ...(body && { body }),
  }));
  const overview: AdminRoute = {
    method: "GET",
    path: "/",
    about: "This list.",
    answer: async () => ({ routes: index }),
  };
  const find = createFinder([overview, ...routes]);
  const never = new AbortController().signal;

  const answer = async ({
    method,
    path,
    query = {},
    body,
    grant,
    signal = never,
  }: AdminRequest): Promise<AdminAnswer> => {
    if (!grant.admin) {
      throw new Failure("forbidden", "This key may not administer.", { hint: "Use a key that was made with admin." });
    }
    const { route, params } = find(method, path);
    const answered = await route.answer({
      ...{ params, query: known(route, query), signal, body: await checkedBody(route, body) },
      caller: { tenant: grant.tenant, by: grant.keyId },
    });
    const status = route.status ?? 200;
    return status === 204 ? { status } : { status, body: answered };
  };

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof Failure) return { status: statusOf(error), body: { error: shown(error) } };
      const errorId = randomUUID().slice(0, 8);
      log.error("connector admin defect", { errorId, error: error instanceof Error ? error.stack : String(error) });
      const message = `Something went wrong inside the server; its log has the details under ${errorId}.`;
      return { status: 500, body: { error: { kind: "defect", message, error_id: errorId } } };
    }
  };
};

const statusOf = ({ kind, details }: Failure): number => (details.error_type === "method" ? 405 : STATUS[kind]);

const shown = ({ kind, message, details }: Failure) => ({
  kind,
  message,
  ...details,
  ...("value" in details && { value: shortened(details.value) }),
});

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** By the parts of the path; undecodable ones are nobody's. */
const createFinder = (routes: readonly AdminRoute[]) => {
  const forms = routes.map((route) => ({ route, parts: partsOf(route.path) }));

  const paramsOf = (form: readonly string[], parts: readonly string[]): Record<string, string> | undefined => {
    if (form.length !== parts.length) return undefined;
    const params: Record<string, string> = {};
    for (const [index, part] of form.entries()) {
      const given = decoded(parts[index] as string);
      if (given === undefined) return undefined;
      if (part.startsWith(":")) params[part.slice(1)] = given;
      else if (part !== given) return undefined;
    }
    return params;
  };

  return (method: string, path: string) => {
    const parts = partsOf(path);
    const found = forms.flatMap(({ route, parts: form }) => {
      const params = paramsOf(form, parts);
      return params ? [{ route, params }] : [];
    });
    const fitting = found.find(({ route }) => route.method === method.toUpperCase());
    if (fitting) return fitting;
    if (found.length === 0) throw notFound("There is nothing at this address.", { hint: "GET / lists what there is." });
    const allowed = found.map(({ route }) => route.method);
    throw new Failure("invalid", `This address takes ${allowed.join(" or ")}.`, { error_type: "method", allowed });
  };
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

const known = ({ query: names = {} }: AdminRoute, query: AdminRequest["query"] = {}) => {
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
