import type { Caller } from "../../../model/caller.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, type RequestId } from "../../protocol/json-rpc.ts";
import type { OpenStreams } from "./authentication.ts";
import type { McpHttpRequest } from "./mcp-http-request.ts";

const STOPPED = {
  code: CODES.internal,
  message: "The server stopped before this request was completed.",
  data: { retryable: true, hint: "Check whether it took effect before you repeat it." },
};

/**
 * The requests in progress. Not keyed by ID, because a client may use one ID twice at the same time. In an array, where the
 * last request takes the index of a removed one: that is cheaper than a Map, which would be resized all the time.
 */
export const createRunningRequests = () => {
  const requests: McpHttpRequest[] = [];
  let onEmpty: (() => void) | undefined;
  return {
    add(mcpRequest: McpHttpRequest): void {
      mcpRequest.index = requests.push(mcpRequest) - 1;
    },
    remove(mcpRequest: McpHttpRequest): void {
      const last = requests.pop();
      if (last !== undefined && last !== mcpRequest) {
        requests[mcpRequest.index] = last;
        last.index = mcpRequest.index;
      }
      if (requests.length === 0) onEmpty?.();
    },
    /** Cancels a request of a session, or without an ID all of them. */
    cancel({ tenant, sessionId }: Pick<Caller, "tenant" | "sessionId">, id?: RequestId): void {
      for (const mcpRequest of requests) {
        const { caller, message } = mcpRequest;
        const isOwn = caller.sessionId === sessionId && caller.tenant === tenant;
        if (isOwn && (id === undefined || message.id === id)) mcpRequest.cancel();
      }
    },
    /** Requests that are kept open to receive notifications. */
    openStreams: (): OpenStreams =>
      requests.flatMap(({ context, finishStream }) =>
        finishStream === undefined ? [] : [[context, finishStream] as const],
      ),
    /** Answers every request with a retryable error, and cancels it. */
    abort(): void {
      for (const mcpRequest of [...requests]) {
        mcpRequest.answer({ json: errorAnswer(mcpRequest.message.id, STOPPED), status: 503 }, ["Retry-After", "1"]);
        mcpRequest.cancel();
      }
    },
    /** Ends open streams; resolves when no request is running. */
    async drain(): Promise<void> {
      for (const mcpRequest of [...requests]) mcpRequest.finishStream?.();
      if (requests.length === 0) return;
      await new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
    },
  };
};
