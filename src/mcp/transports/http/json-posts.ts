import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import { wireErrorOf } from "../../protocol/errors.ts";
import { errorAnswer } from "../../protocol/json-rpc.ts";
import { type Answering, type HttpExchange, refusal } from "./http-exchange.ts";
import { readBody, TOO_LARGE } from "./read-body.ts";

export type Serve = (exchange: HttpExchange) => void | Promise<void>;

/** Reads JSON that was posted, and sees to it that whatever goes wrong afterwards is answered. */
export interface JsonPosts {
  read(exchange: HttpExchange, received: (exchange: HttpExchange, text: string) => void | Promise<void>): void;
  guarded(exchange: HttpExchange, work: () => void | Promise<void>): void;
  failed(exchange: HttpExchange, thrown: unknown): void;
}

export interface JsonPostsOptions {
  readonly answering: Answering;
  readonly maxBodyBytes: number;
  readonly log: Log;
  /** Runs the work so that everything below can tell for which request it is done. */
  trace(requestId: string, work: () => void): void;
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
export const isJson = (type: string | undefined): boolean => type === "application/json" || JSON_TYPE.test(type ?? "");

export const createJsonPosts = ({ answering, maxBodyBytes, log, trace }: JsonPostsOptions): JsonPosts => {
  const failed = (exchange: HttpExchange, thrown: unknown): void => {
    const body = errorAnswer(exchange.messageId, wireErrorOf(thrown, log, { requestId: exchange.id }));
    if (exchange.response.headersSent) exchange.response.destroy();
    else if (thrown instanceof Failure) answering.send(exchange, 503, body, ["Retry-After", "1"]);
    else answering.send(exchange, 500, body);
  };

  const guarded = (exchange: HttpExchange, work: () => void | Promise<void>): void => {
    try {
      const done = work();
      if (done instanceof Promise) done.catch((thrown: unknown) => failed(exchange, thrown));
    } catch (thrown) {
      failed(exchange, thrown);
    }
  };

  return {
    failed,
    guarded,
    read(exchange, received) {
      const { request } = exchange;
      if (!isJson(request.headers["content-type"])) {
        exchange.last = true;
        return answering.sendAnswer(exchange, refusal(415, "Content-Type must be application/json"));
      }
      readBody(request, maxBodyBytes, (body) => {
        // A body arrives outside of what its head began.
        if (body !== TOO_LARGE) return trace(exchange.id, () => guarded(exchange, () => received(exchange, body)));
        exchange.last = true;
        answering.sendAnswer(exchange, refusal(413, `A request body may have ${maxBodyBytes} bytes at most`));
      });
    },
  };
};
