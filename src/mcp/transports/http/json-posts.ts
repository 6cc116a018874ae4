import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import { wireErrorOf } from "../../protocol/errors.ts";
import { errorAnswer } from "../../protocol/json-rpc.ts";
import { type Answering, type HttpContext, refusal } from "./http-context.ts";
import { readBody, TOO_LARGE } from "./read-body.ts";

export type Serve = (context: HttpContext) => void | Promise<void>;

/** Reads JSON that was posted, and sees to it that whatever goes wrong afterwards is answered. */
export interface JsonPosts {
  read(context: HttpContext, received: (context: HttpContext, text: string) => void | Promise<void>): void;
  guarded(context: HttpContext, work: () => void | Promise<void>): void;
  failed(context: HttpContext, thrown: unknown): void;
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
  const failed = (context: HttpContext, thrown: unknown): void => {
    const body = errorAnswer(context.messageId, wireErrorOf(thrown, log, { requestId: context.id }));
    if (context.response.headersSent) context.response.destroy();
    else if (thrown instanceof Failure) answering.send(context, 503, body, ["Retry-After", "1"]);
    else answering.send(context, 500, body);
  };

  const guarded = (context: HttpContext, work: () => void | Promise<void>): void => {
    try {
      const done = work();
      if (done instanceof Promise) done.catch((thrown: unknown) => failed(context, thrown));
    } catch (thrown) {
      failed(context, thrown);
    }
  };

  return {
    failed,
    guarded,
    read(context, received) {
      const { request } = context;
      if (!isJson(request.headers["content-type"])) {
        context.last = true;
        return answering.sendAnswer(context, refusal(415, "Content-Type must be application/json"));
      }
      readBody(request, maxBodyBytes, (body) => {
        // A body arrives outside of what its head began.
        if (body !== TOO_LARGE) return trace(context.id, () => guarded(context, () => received(context, body)));
        context.last = true;
        answering.sendAnswer(context, refusal(413, `A request body may have ${maxBodyBytes} bytes at most`));
      });
    },
  };
};
