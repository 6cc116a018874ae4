import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Grant } from "../../model/grant.ts";
import type { Sandbox, SandboxAnswer } from "../../sandboxes/sandbox.ts";
import { type Door, throughDoor } from "./door.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answering, type HttpExchange, plainAnswer } from "./http-exchange.ts";
import type { JsonPosts } from "./json-posts.ts";
import { readBytes, TOO_LARGE } from "./read-body.ts";

export interface SandboxEndpointOptions {
  readonly sandbox: Sandbox;
  /** Under which it is mounted: `/duffel`. */
  readonly path: string;
  readonly ownLimits?: boolean;
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
  readonly door: Door;
  readonly maxBodyBytes: number;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
}

const compress = promisify(gzip);
/** Below that, packing costs more than it saves. */
const WORTH_PACKING = 1024;

/** A supplier's own API, mounted below a path. */
export const createSandboxEndpoint = (options: SandboxEndpointOptions): Endpoint => {
  const { sandbox, path, ownLimits = false, answering, posts, door, maxBodyBytes, trace } = options;
  const running = new Set<HttpExchange>();
  let idle: (() => void) | undefined;

  const send = async (exchange: HttpExchange, { status, headers, body, encoding }: SandboxAnswer): Promise<void> => {
    // Every response has the request's id already.
    const { "content-type": type, "x-request-id": _, ...others } = headers;
    const list = Object.entries(others).flat();
    const packed =
      body.length >= WORTH_PACKING && /\bgzip\b/.test(exchange.request.headers["accept-encoding"] as string);
    if (packed) list.push("Content-Encoding", "gzip", "Vary", "Accept-Encoding");
    const plain = encoding === undefined ? body : Buffer.from(body, encoding);
    answering.send(exchange, status, packed ? await compress(plain) : plain, list, type);
  };

  const serve = async (exchange: HttpExchange, bytes: Buffer): Promise<void> => {
    const { request, id } = exchange;
    running.add(exchange);
    try {
      const answer = await sandbox.handle({
        method: request.method ?? "",
        url: (request.url ?? "").slice(path.length) || "/",
        headers: request.headers as Record<string, string | undefined>,
        body: bytes.toString(),
        bytes,
        requestId: id,
        tenant: (exchange.grant as Grant).tenant,
      });
      await send(exchange, answer);
    } finally {
      running.delete(exchange);
      if (running.size === 0) idle?.();
    }
  };

  const read = (exchange: HttpExchange): void =>
    readBytes(exchange.request, maxBodyBytes, (body) => {
      // A body arrives outside of what its head began.
      if (body !== TOO_LARGE) return trace(exchange.id, () => posts.guarded(exchange, () => serve(exchange, body)));
      exchange.last = true;
      answering.sendAnswer(exchange, plainAnswer(413, `A request body may have ${maxBodyBytes} bytes at most`));
    });

  return {
    ownLimits,
    handle: (exchange) =>
      posts.guarded(exchange, () => throughDoor(door, exchange, path.slice(1), answering.sendAnswer, read)),
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
