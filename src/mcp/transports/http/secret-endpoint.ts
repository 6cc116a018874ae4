import type { Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { MaybePromise } from "../../../model/maybe-promise.ts";
import type { RateLimiter } from "../../../platform/limits/rate-limiter.ts";
import type { Dispatcher } from "../../protocol/dispatcher.ts";
import type { Endpoint } from "./endpoint.ts";
import { type HttpContext, plainAnswer } from "./http-context.ts";
import { createMcpEndpoint, type McpEndpointOptions } from "./mcp-endpoint.ts";

/** What is found at a path that contains a secret. */
type Found =
  | { readonly grant: Grant; readonly dispatcher: Dispatcher }
  | { readonly type: string; readonly text: string };

export interface SecretEndpointOptions extends Omit<McpEndpointOptions, "servers" | "authentication"> {
  /** The mount point, such as `/runs`. */
  readonly path: string;
  /** `rest` is the path below it, without its slash. */
  find(rest: string): MaybePromise<Found | undefined>;
  /** Counts the requests to each secret path, whatever address they come from. */
  readonly perSecret: RateLimiter | undefined;
  /** Counts requests to paths that do not exist, to stop searches for secrets. */
  readonly rateLimiter: RateLimiter | undefined;
}

const NOT_FOUND: HttpRefusal = { status: 404, message: "There is nothing at this path, or it has ended." };
const TOO_FAST: HttpRefusal = { status: 429, message: "Too many requests. Try again in a few seconds." };
const TOO_MANY: HttpRefusal = { status: 429, message: "Too many requests to paths that do not exist." };

/** MCP servers and pages below a path, authenticated by the secret in the path alone. */
export const createSecretEndpoint = (options: SecretEndpointOptions): Endpoint => {
  const { path, find, perSecret, rateLimiter, answering, posts } = options;
  const dispatchers = new WeakMap<Grant, Dispatcher>();
  const restOf = (context: HttpContext): string => context.path.slice(path.length + 1);

  const refused = async ({ client }: HttpContext): Promise<HttpRefusal> =>
    (await rateLimiter?.take(client))?.allowed === false ? TOO_MANY : NOT_FOUND;

  const mcp = createMcpEndpoint({
    ...options,
    servers: { scope: () => "", find: (_, grant) => dispatchers.get(grant) },
    authentication: {
      async authenticate(context) {
        const found = await find(restOf(context));
        if (found === undefined || !("dispatcher" in found)) return refused(context);
        if ((await perSecret?.take(found.grant.keyId))?.allowed === false) return TOO_FAST;
        dispatchers.set(found.grant, found.dispatcher);
        return found.grant;
      },
      isStillValid: async (context) => (await find(restOf(context))) !== undefined,
    },
  });

  const servePage = async (context: HttpContext): Promise<void> => {
    const found = await find(restOf(context));
    if (found === undefined || !("text" in found)) {
      const { status, message } = await refused(context);
      return answering.sendAnswer(context, plainAnswer(status, message));
    }
    answering.send(context, 200, found.text, [], found.type);
  };

  return {
    ...mcp,
    ownLimits: true,
    handle(context) {
      const { request, response } = context;
      // Neither caches nor the sites that pages link to may learn the path.
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("Referrer-Policy", "no-referrer");
      const { method } = request;
      const isPage = (method === "GET" || method === "HEAD") && !context.path.endsWith("/mcp");
      if (isPage) posts.guarded(context, servePage);
      else mcp.handle(context);
    },
  };
};
