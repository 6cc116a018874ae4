import { type Cancellation, createCancellation } from "../../protocol/cancellation.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";

/** A request in progress. An object of its own, never known by its id: a client may use one twice at the same time. */
export interface RunningRequest {
  readonly sessionId: string;
  readonly id: RequestId;
  readonly cancellation: Cancellation;
  /** Set on a request that stands open; ends it with an answer. */
  finish?: () => void;
}

export interface RunningRequests {
  run(sessionId: string, id: RequestId, work: (request: RunningRequest) => Promise<void>): Promise<void>;
  /** Without an id, all of a session. */
  cancel(sessionId: string, id?: RequestId): void;
  /** Ends those that stand open, and resolves when none is left. */
  drain(): Promise<void>;
  cancelAll(): void;
}

export const createRunningRequests = (): RunningRequests => {
  const running = new Map<RunningRequest, Promise<void>>();
  return {
    run(sessionId, id, work) {
      const request: RunningRequest = { sessionId, id, cancellation: createCancellation() };
      const done = work(request).finally(() => running.delete(request));
      running.set(request, done);
      return done;
    },
    cancel(sessionId, id) {
      for (const request of running.keys()) {
        if (request.sessionId === sessionId && (id === undefined || request.id === id)) request.cancellation.cancel();
      }
    },
    async drain() {
      for (const request of running.keys()) request.finish?.();
      while (running.size > 0) await Promise.allSettled(running.values());
    },
    cancelAll() {
      for (const { cancellation } of running.keys()) cancellation.cancel();
    },
  };
};
