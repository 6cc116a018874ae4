import { type Door, throughDoor } from "./door.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answer, type Answering, type HttpExchange, plainAnswer } from "./http-exchange.ts";
import type { JsonPosts } from "./json-posts.ts";
import { readBytes, TOO_LARGE } from "./read-body.ts";

/** What everything needs that is mounted below a path. */
export interface MountOptions {
  /** Under which it is mounted: `/duffel`. */
  readonly path: string;
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
  readonly door: Door;
  readonly maxBodyBytes: number;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
}

export interface Mounted {
  /** As keys name it; left out: as its path does. */
  readonly scope?: string;
  /** What is wrong with a request that may come in, before its body is read. */
  check?(exchange: HttpExchange): Answer | undefined;
  serve(exchange: HttpExchange, body: Buffer): Promise<void>;
  /** Says that a request was turned away; as it is unless said otherwise. */
  refuse?(exchange: HttpExchange, answer: Answer): void;
}

/** Takes whatever is sent below a path, through the door, with its whole body. */
export const createMountedEndpoint = (
  { path, answering, posts, door, maxBodyBytes, trace }: MountOptions,
  { scope = path.slice(1), check, serve, refuse = answering.sendAnswer }: Mounted,
): Endpoint => {
  const running = new Set<HttpExchange>();
  let idle: (() => void) | undefined;

  const run = async (exchange: HttpExchange, body: Buffer): Promise<void> => {
    running.add(exchange);
    try {
      await serve(exchange, body);
    } finally {
      running.delete(exchange);
      if (running.size === 0) idle?.();
    }
  };

  /** The rest of its body is unwanted. */
  const turnAway = (exchange: HttpExchange, answer: Answer): void => {
    exchange.last = true;
    refuse(exchange, answer);
  };

  const read = (exchange: HttpExchange) => {
    const wrong = check?.(exchange);
    if (wrong !== undefined) return turnAway(exchange, wrong);
    readBytes(exchange.request, maxBodyBytes, (body) => {
      // A body arrives outside of what its head began.
      if (body !== TOO_LARGE) return trace(exchange.id, () => posts.guarded(exchange, () => run(exchange, body)));
      turnAway(exchange, plainAnswer(413, `A request body may have ${maxBodyBytes} bytes at most`));
    });
  };

  return {
    handle: (exchange) => posts.guarded(exchange, () => throughDoor(door, exchange, scope, refuse, read)),
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
