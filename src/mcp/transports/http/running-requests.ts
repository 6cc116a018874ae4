import type { Caller } from "../../../model/caller.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { OpenStreams } from "./authentication.ts";
import type { McpHttpRequest } from "./mcp-http-request.ts";

/** Requests in progress. They are never known by their ids: a client may use one twice at the same time. */
export interface RunningRequests {
  add(mcpRequest: McpHttpRequest): void;
  remove(mcpRequest: McpHttpRequest): void;
  /** Without an id, all of a session. */
  cancel(owner: Pick<Caller, "tenant" | "sessionId">, id?: RequestId): void;
  /** Those that only listen. */
  openStreams(): OpenStreams;
  /** Answers all that it can be repeated, and cancels it. */
  cutOff(): void;
  /** Ends open streams; resolves when no request is running. */
  drain(): Promise<void>;
}

const STOPPED = {
  code: CODES.internal,
  message: "The server stopped before this request was done.",
  data: { retryable: true, hint: "Look whether it was done before you repeat it." },
};

/** An array in which the last one takes the place of whoever leaves: a Map would grow and be made anew all the time. */
export const createRunningRequests = (): RunningRequests => {
  const requests: McpHttpRequest[] = [];
  let onEmpty: (() => void) | undefined;
  return {
    add(mcpRequest) {
      mcpRequest.place = requests.push(mcpRequest) - 1;
    },
    remove(mcpRequest) {
      const last = requests.pop();
      if (last !== undefined && last !== mcpRequest) {
        requests[mcpRequest.place] = last;
        last.place = mcpRequest.place;
      }
      if (requests.length === 0) onEmpty?.();
    },
    cancel({ tenant, sessionId }, id) {
      for (const mcpRequest of requests) {
        const { caller, message } = mcpRequest;
        const isOwn = caller.sessionId === sessionId && caller.tenant === tenant;
        if (isOwn && (id === undefined || message.id === id)) mcpRequest.cancel();
      }
    },
    openStreams: () =>
      requests.flatMap(({ context, finishStream }) =>
        finishStream === undefined ? [] : [[context, finishStream] as const],
      ),
    cutOff() {
      for (const mcpRequest of [...requests]) {
        mcpRequest.answer({ json: errorAnswer(mcpRequest.message.id, STOPPED), status: 503 }, ["Retry-After", "1"]);
        mcpRequest.cancel();
      }
    },
    async drain() {
      for (const mcpRequest of [...requests]) mcpRequest.finishStream?.();
      if (requests.length === 0) return;
      await new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
    },
  };
};
