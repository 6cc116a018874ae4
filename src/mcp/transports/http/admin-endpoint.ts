import { isUtf8 } from "node:buffer";
import type { AdminAnswer, AdminApi } from "../../../model/admin-route.ts";
import { Failure, invalid } from "../../../model/failure.ts";
import { ADMIN_API, type Grant } from "../../../model/grant.ts";
import { DEEPEST_JSON, nestsTooDeep } from "../../../model/json.ts";
import { adminRefusal } from "./admin-refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HttpContext } from "./http-context.ts";
import { isJson } from "./json-posts.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

export interface AdminEndpointOptions extends MountOptions {
  readonly api: AdminApi;
}

/** Capacity for the documents that connectors are made of. */
export const MOST_ADMIN_BYTES = 5 * 1024 * 1024;
const MOST_PARAMETERS = 20;

/**
 * The admin API, mounted below a path. That bodies have to be JSON and that everybody shows something in a header keeps out
 * the pages of other origins: a browser asks before it sends such requests, and shows nothing by itself.
 */
export const createAdminEndpoint = (options: AdminEndpointOptions): Endpoint => {
  const { api, path, answering } = options;

  const send = (context: HttpContext, { status, body, allow }: AdminAnswer): void => {
    const methods = allow?.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    const headers = methods ? ["Allow", [...methods, "OPTIONS"].join(", ")] : [];
    answering.send(context, status, body === undefined ? "" : JSON.stringify(body), headers);
  };

  const mounted = createMountedEndpoint(options, {
    scope: ADMIN_API,
    refusal: adminRefusal,
    check: ({ request: { headers } }) =>
      hasBody(headers) && !isJson(headers["content-type"])
        ? { status: 415, message: "The body must be JSON, sent with Content-Type: application/json." }
        : undefined,
    async serve(context, bytes) {
      const { request } = context;
      const query = queryIn(request.url ?? "");
      if (query instanceof Failure) return send(context, unreadable(query));
      const body = bodyIn(bytes);
      if (body instanceof Failure) return send(context, unreadable(body));
      const answer = await api({
        ...{ query, body, grant: context.grant as Grant, signal: signalOf(context) },
        method: request.method === "HEAD" ? "GET" : (request.method ?? ""),
        path: context.path.slice(path.length) || "/",
      });
      send(context, answer);
    },
  });

  return {
    ...mounted,
    handle(context) {
      // On every response: some contain keys.
      context.response.setHeader("Cache-Control", "no-store");
      context.response.setHeader("X-Content-Type-Options", "nosniff");
      mounted.handle(context);
    },
  };
};

const hasBody = (headers: HttpContext["request"]["headers"]): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Aborted when the client leaves before it has its answer. */
const signalOf = (context: HttpContext): AbortSignal => {
  const leaving = new AbortController();
  context.pending = {
    closed() {
      if (!context.response.writableFinished) leaving.abort();
    },
  };
  return leaving.signal;
};

const unreadable = ({ kind, message, details }: Failure): AdminAnswer => ({
  status: 400,
  body: { error: { kind, message, ...details } },
});

const queryIn = (url: string): Readonly<Record<string, string>> | Failure => {
  const start = url.indexOf("?");
  const parameters = [...new URLSearchParams(start === -1 ? "" : url.slice(start))];
  if (parameters.length > MOST_PARAMETERS) return invalid(`The query may have ${MOST_PARAMETERS} parameters at most.`);
  const names = parameters.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return Object.fromEntries(parameters);
  return invalid("A parameter of the query stands there twice.", { field: twice.slice(0, 40), hint: "Send it once." });
};

/** Undefined for none. */
const bodyIn = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  const text = isUtf8(bytes) ? bytes.toString() : "";
  if (nestsTooDeep(text)) return invalid(`The body is nested more than ${DEEPEST_JSON} levels deep.`);
  try {
    return JSON.parse(text);
  } catch {
    return invalid("The body is not JSON.", { hint: "Send an object, in UTF-8." });
  }
};
