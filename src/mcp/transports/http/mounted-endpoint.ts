import type { HttpRefusal } from "../../../model/http-refusal.ts";
import { authenticate } from "./authentication.ts";
import type { Endpoint, EndpointServices } from "./endpoint.ts";
import { type Answer, type HttpContext, rpcRefusal } from "./http-context.ts";
import type { Serve } from "./json-posts.ts";

/** What every endpoint below a mount point needs. */
export interface MountOptions extends Omit<EndpointServices, "capacity"> {
  /** The mount point, such as `/duffel`. */
  readonly path: string;
  readonly maxBodyBytes: number | ((context: HttpContext) => number);
}

export interface Mounted {
  /** The name that keys grant access by. Default: the path without its slash. */
  readonly scope?: string;
  /** Checks an authenticated request before its body is read. */
  check?(context: HttpContext): HttpRefusal | undefined;
  serve(context: HttpContext, body: Buffer): Promise<void>;
  /** Writes a refusal in the format of the endpoint's clients. Default: the format of MCP clients. */
  refusal?(refused: HttpRefusal): Answer;
}

/** Authenticates requests to a path and everything below it, and reads their bodies. */
export const createMountedEndpoint = (
  options: MountOptions,
  { scope = options.path.slice(1), check, serve, refusal = rpcRefusal }: Mounted,
): Endpoint => {
  const { answering, posts, maxBodyBytes } = options;
  const running = new Set<HttpContext>();
  let onIdle: (() => void) | undefined;

  const run = async (context: HttpContext, body: Buffer): Promise<void> => {
    running.add(context);
    try {
      await serve(context, body);
    } finally {
      running.delete(context);
      if (running.size === 0) onIdle?.();
    }
  };

  /** Also closes the connection, because the rest of the body is not read. */
  const refuseBody = (context: HttpContext, refused: HttpRefusal): void => {
    context.last = true;
    answering.sendAnswer(context, refusal(refused));
  };

  const read: Serve = (context) => {
    const refused = check?.(context);
    if (refused !== undefined) return refuseBody(context, refused);
    const most = typeof maxBodyBytes === "number" ? maxBodyBytes : maxBodyBytes(context);
    posts.readBytes(context, most, run, refuseBody);
  };
  const handle: Serve = (context) => authenticate(options, context, scope, refusal, read);

  return {
    handle: (context) => posts.guarded(context, handle),
    async drain() {
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
    close() {
      for (const { response } of running) response.destroy();
    },
  };
};
