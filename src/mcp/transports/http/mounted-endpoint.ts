import type { HttpRefusal } from "../../../model/http-refusal.ts";
import { type Authentication, authenticate } from "./authentication.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answer, type Answering, type HttpContext, rpcRefusal } from "./http-context.ts";
import type { JsonPosts } from "./json-posts.ts";
import { readBytes, TOO_LARGE } from "./read-body.ts";

/** What everything needs that is mounted below a path. */
export interface MountOptions {
  /** Under which it is mounted: `/duffel`. */
  readonly path: string;
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
  readonly authentication: Authentication;
  readonly maxBodyBytes: number;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
}

export interface Mounted {
  /** As keys name it; left out: as its path does. */
  readonly scope?: string;
  /** What is wrong with a request that may come in, before its body is read. */
  check?(context: HttpContext): HttpRefusal | undefined;
  serve(context: HttpContext, body: Buffer): Promise<void>;
  /** Writes a refusal in the format of its clients. Default: as for MCP clients. */
  refusal?(refused: HttpRefusal): Answer;
}

/** Takes whatever is sent below a path, through the authentication, with its whole body. */
export const createMountedEndpoint = (
  { path, answering, posts, authentication, maxBodyBytes, trace }: MountOptions,
  { scope = path.slice(1), check, serve, refusal = rpcRefusal }: Mounted,
): Endpoint => {
  const running = new Set<HttpContext>();
  let idle: (() => void) | undefined;

  const run = async (context: HttpContext, body: Buffer): Promise<void> => {
    running.add(context);
    try {
      await serve(context, body);
    } finally {
      running.delete(context);
      if (running.size === 0) idle?.();
    }
  };

  const refuse = (context: HttpContext, refused: HttpRefusal): void => answering.sendAnswer(context, refusal(refused));

  /** Closes the connection, because the rest of the body is unwanted. */
  const turnAway = (context: HttpContext, refused: HttpRefusal): void => {
    context.last = true;
    refuse(context, refused);
  };

  const read = (context: HttpContext) => {
    const wrong = check?.(context);
    if (wrong !== undefined) return turnAway(context, wrong);
    readBytes(context.request, maxBodyBytes, (body) => {
      // A body arrives outside of what its head began.
      if (body !== TOO_LARGE) return trace(context.id, () => posts.guarded(context, () => run(context, body)));
      turnAway(context, { status: 413, message: `The request body is larger than ${maxBodyBytes} bytes` });
    });
  };

  return {
    handle: (context) => posts.guarded(context, () => authenticate(authentication, context, scope, refuse, read)),
    drain: () =>
      running.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle = resolve;
          }),
    close() {
      for (const { response } of running) response.destroy();
    },
  };
};
