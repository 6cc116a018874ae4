import { isUtf8 } from "node:buffer";
import type { AdminAnswer, AdminApi } from "../../../model/admin-route.ts";
import { Failure, invalid } from "../../../model/failure.ts";
import { ADMIN_API, type Grant } from "../../../model/grant.ts";
import { DEEPEST_JSON, nestsTooDeep } from "../../../model/json.ts";
import { keepOpen } from "./connections.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answering, adminRefusal, type HttpContext } from "./http-context.ts";
import { isJson } from "./json-posts.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

export interface AdminEndpointOptions extends Omit<MountOptions, "maxBodyBytes"> {
  readonly api: AdminApi;
  /** The largest body of a request, by method and path below the mount point. */
  maxBodyBytes(method: string, path: string): number;
}

const MAX_PARAMETERS = 20;

/**
 * The admin API, mounted below a path. Requests with a JSON body or an Authorization header need a preflight, so browsers do
 * not send them for pages of other origins.
 */
export const createAdminEndpoint = (options: AdminEndpointOptions): Endpoint => {
  const { api, path, answering } = options;
  const pathOf = (context: HttpContext): string => context.path.slice(path.length) || "/";

  const send = (context: HttpContext, { status, body, allow, type }: AdminAnswer): void => {
    const methods = allow?.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    const headers = methods ? ["Allow", [...methods, "OPTIONS"].join(", ")] : [];
    const text = type === undefined ? JSON.stringify(body) : String(body);
    answering.send(context, status, body === undefined ? "" : text, headers, type);
  };

  const maxBodyBytes = (context: HttpContext) => options.maxBodyBytes(context.request.method ?? "", pathOf(context));

  return createMountedEndpoint(
    { ...options, maxBodyBytes },
    {
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
        const worked = keepOpen(request.socket);
        const answer = await api({
          query,
          body,
          grant: context.grant as Grant,
          signal: signalOf(context),
          method: request.method === "HEAD" ? "GET" : (request.method ?? ""),
          path: pathOf(context),
        });
        worked();
        send(context, answer);
      },
    },
  );
};

const hasBody = (headers: HttpContext["request"]["headers"]): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Aborted when the client disconnects before the answer is sent. */
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
  if (parameters.length > MAX_PARAMETERS) return invalid(`The query has more than ${MAX_PARAMETERS} parameters.`);
  const names = parameters.map(([name]) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate === undefined) return Object.fromEntries(parameters);
  return invalid("Duplicate query parameter.", { field: duplicate.slice(0, 40), hint: "Send it once." });
};

/** Returns undefined for an empty body. */
const bodyIn = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  const text = isUtf8(bytes) ? bytes.toString() : "";
  if (nestsTooDeep(text)) return invalid(`The body is nested more than ${DEEPEST_JSON} levels deep.`);
  try {
    return JSON.parse(text);
  } catch {
    return invalid("The body is not valid JSON.", { hint: "Send a JSON object, encoded in UTF-8." });
  }
};

export interface AdminMountOptions {
  /** Handles every path that `own` does not have. */
  readonly api: Endpoint;
  readonly own: ReadonlyMap<string, Endpoint>;
  readonly limiter: Endpoint["limiter"];
  readonly answering: Answering;
}

/** Values of Sec-Fetch-Site on requests that another site caused, such as by a link or an image. */
const OTHER_SITES: ReadonlySet<string> = new Set(["cross-site", "same-site"]);

/**
 * Everything below `/admin`. Browsers send the login cookie by themselves, so requests caused by other sites are refused:
 * those with an Origin header by the origin policy, all others here.
 */
export const createAdminMount = ({ api, own, limiter, answering }: AdminMountOptions): Endpoint => {
  const all = [api, ...new Set(own.values())];
  return {
    limiter,
    handle(context) {
      const { request, response, path } = context;
      // On every response: some contain keys.
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      if (OTHER_SITES.has(String(request.headers["sec-fetch-site"]))) {
        const message = "Pages of other sites may not use the admin API.";
        return answering.sendAnswer(context, adminRefusal({ status: 403, message }));
      }
      (own.get(path) ?? api).handle(context);
    },
    async drain() {
      await Promise.all(all.map((endpoint) => endpoint.drain()));
    },
    close() {
      for (const endpoint of all) endpoint.close();
    },
  };
};
