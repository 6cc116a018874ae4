import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Sandbox, SandboxAnswer } from "../../sandboxes/sandbox.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answering, type HttpExchange, plainAnswer } from "./http-exchange.ts";
import type { JsonPosts } from "./json-posts.ts";
import { readBody, TOO_LARGE } from "./read-body.ts";

export interface SandboxEndpointOptions {
  readonly sandbox: Sandbox;
  /** Under which it is mounted: `/duffel`. */
  readonly path: string;
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
  readonly maxBodyBytes: number;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
}

const compress = promisify(gzip);
/** Below that, packing costs more than it saves. */
const WORTH_PACKING = 1024;

/** A supplier's own API, mounted below a path. */
export const createSandboxEndpoint = (options: SandboxEndpointOptions): Endpoint => {
  const { sandbox, path, answering, posts, maxBodyBytes, trace } = options;
  const running = new Set<HttpExchange>();
  let idle: (() => void) | undefined;

  const send = async (exchange: HttpExchange, { status, headers, body }: SandboxAnswer): Promise<void> => {
    // Every response has the request's id already.
    const { "content-type": type, "x-request-id": _, ...others } = headers;
    const list = Object.entries(others).flat();
    const packed =
      body.length >= WORTH_PACKING && /\bgzip\b/.test(exchange.request.headers["accept-encoding"] as string);
    if (packed) list.push("Content-Encoding", "gzip", "Vary", "Accept-Encoding");
    answering.send(exchange, status, packed ? await compress(body) : body, list, type);
  };

  const serve = async (exchange: HttpExchange, body: string): Promise<void> => {
    const { request, id } = exchange;
    running.add(exchange);
    try {
      const answer = await sandbox.handle({
        method: request.method ?? "",
        url: (request.url ?? "").slice(path.length) || "/",
        headers: request.headers as Record<string, string | undefined>,
        body,
        requestId: id,
      });
      await send(exchange, answer);
    } finally {
      running.delete(exchange);
      if (running.size === 0) idle?.();
    }
  };

  return {
    handle(exchange) {
      readBody(exchange.request, maxBodyBytes, (body) => {
        // A body arrives outside of what its head began.
        if (body !== TOO_LARGE) return trace(exchange.id, () => posts.guarded(exchange, () => serve(exchange, body)));
        exchange.last = true;
        answering.sendAnswer(exchange, plainAnswer(413, `A request body may have ${maxBodyBytes} bytes at most`));
      });
    },
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
