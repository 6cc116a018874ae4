import { clientOf } from "../../../model/caller.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
} from "../../../platform/isolation/worker-pool.ts";
import type { FunctionCall } from "../registry/backend.ts";
import type { Drawing, DrawingOrder } from "./draw-picture.ts";

export interface StudioOptions {
  /** How long one picture may take. */
  readonly deadlineMs?: number;
  /** How many are drawn at a time. */
  readonly size?: number;
  /** How many may wait for their turn. */
  readonly waiting?: number;
}

/** Where pictures are drawn: away from the event loop, a few at a time, none longer than its deadline. */
export interface Studio {
  draw(order: DrawingOrder, call: Pick<FunctionCall, "caller" | "signal" | "timeoutMs">): Promise<Drawing>;
  close(): Promise<void>;
}

const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
  timeout: ["timeout", "The picture took too long to draw and was given up.", "Ask for a smaller size."],
  memory: ["failed", "The picture took too much memory and was given up.", "Ask for a smaller size."],
  crashed: ["failed", "The drawing ended unexpectedly.", "Try once more; if it happens again, change the prompt."],
  busy: ["rate_limited", "Too many pictures are waiting to be drawn.", "Try again in a few seconds."],
  cancelled: ["timeout", "The drawing was ended before it was done.", "Try again."],
};

export const createStudio = ({ deadlineMs = 20_000, size = 2, waiting = 16 }: StudioOptions = {}): Studio => {
  const pool = createWorkerPool<DrawingOrder, Drawing>({
    module: moduleBeside(import.meta.url, "drawing-worker"),
    memoryMb: 192,
    size,
    waiting,
  });
  return {
    async draw(order, { caller, signal, timeoutMs }) {
      try {
        return await pool.run(order, { client: clientOf(caller), deadlineMs: Math.min(deadlineMs, timeoutMs), signal });
      } catch (reason) {
        if (!(reason instanceof IsolationError)) throw reason;
        const [kind, message, hint] = EXPLANATIONS[reason.reason];
        const details = { hint, error_type: reason.reason, retryable: reason.reason === "busy" };
        throw new Failure(kind, message, details, { cause: reason });
      }
    },
    close: () => pool.close(),
  };
};
