import type { IncomingMessage } from "node:http";
import { Failure } from "../../../model/failure.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import type { Log } from "../../../model/log.ts";
import { wireErrorOf } from "../../protocol/errors.ts";
import { errorAnswer } from "../../protocol/json-rpc.ts";
import { type Answering, type HttpContext, rpcRefusal } from "./http-context.ts";

type Received<Body> = (context: HttpContext, body: Body) => void | Promise<void>;
export type Serve = (context: HttpContext) => void | Promise<void>;

/** Reads request bodies, and answers requests whose handling fails. */
export interface JsonPosts {
  /** Reads a JSON body as text. */
  read(context: HttpContext, received: Received<string>): void;
  readBytes(context: HttpContext, maxBytes: number, received: Received<Buffer>, refuse: Received<HttpRefusal>): void;
  /** Runs the work, and answers with an error if it throws or rejects. */
  guarded(context: HttpContext, work: Serve): void;
  failed(context: HttpContext, thrown: unknown): void;
}

export interface JsonPostsOptions {
  readonly answering: Answering;
  readonly maxBodyBytes: number;
  readonly log: Log;
  /** Runs the work in the async context of the request. */
  trace(requestId: string, work: () => void): void;
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
export const isJson = (type: string | undefined): boolean => type === "application/json" || JSON_TYPE.test(type ?? "");

export const createJsonPosts = ({ answering, maxBodyBytes, log, trace }: JsonPostsOptions): JsonPosts => {
  const failed = (context: HttpContext, thrown: unknown): void => {
    const body = errorAnswer(context.messageId, wireErrorOf(thrown, log, { requestId: context.id }));
    if (context.response.headersSent) context.response.destroy();
    else if (thrown instanceof Failure) answering.send(context, 503, body, ["Retry-After", "1"]);
    else answering.send(context, 500, body);
  };

  const guarded: JsonPosts["guarded"] = (context, work) => {
    try {
      const done = work(context);
      if (done instanceof Promise) done.catch((thrown: unknown) => failed(context, thrown));
    } catch (thrown) {
      failed(context, thrown);
    }
  };

  /** Closes the connection, because the rest of the body is not read. */
  const refuse = (context: HttpContext, refused: HttpRefusal): void => {
    context.last = true;
    answering.sendAnswer(context, rpcRefusal(refused));
  };

  const readBytes: JsonPosts["readBytes"] = (context, maxBytes, received, refuse) =>
    collect(context.request, maxBytes, (bytes) => {
      if (bytes === TOO_LARGE) refuse(context, { status: 413, message: `The request body exceeds ${maxBytes} bytes.` });
      // Events of the socket do not run in the async context of the request.
      else trace(context.id, () => guarded(context, () => received(context, bytes)));
    });

  return {
    failed,
    guarded,
    readBytes,
    read(context, received) {
      if (isJson(context.request.headers["content-type"])) {
        return readBytes(context, maxBodyBytes, (_, bytes) => received(context, bytes.toString()), refuse);
      }
      refuse(context, { status: 415, message: "Content-Type must be application/json." });
    },
  };
};

const TOO_LARGE = Symbol("too large");

const EMPTY = Buffer.alloc(0);

/**
 * Calls `done` with the body, or with TOO_LARGE as soon as it exceeds the limit; the rest is not read. Does not call it
 * if the client disconnects before the body is complete.
 */
const collect = (request: IncomingMessage, limit: number, done: (body: Buffer | typeof TOO_LARGE) => void) => {
  if (Number(request.headers["content-length"]) > limit) return done(TOO_LARGE);
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) {
      request.removeAllListeners("data");
      request.removeAllListeners("end");
      request.pause();
      done(TOO_LARGE);
    } else if (first === undefined) first = chunk;
    else {
      more ??= [first];
      more.push(chunk);
    }
  });
  request.on("end", () => done((more === undefined ? first : Buffer.concat(more)) ?? EMPTY));
};
