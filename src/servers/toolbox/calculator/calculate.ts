import { clientOf } from "../../../model/caller.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
} from "../../../platform/isolation/worker-pool.ts";
import type { FunctionCall } from "../registry/backend.ts";
import type { Calculation } from "./evaluate.ts";
import { checkLength } from "./read-expression.ts";

export interface CalculatorPoolOptions {
  /** Whether the worker starts by itself in a while, and not only with the first calculation. */
  readonly warm?: boolean;
  /** How long a calculation may take. */
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

export interface Calculations {
  calculate(expression: string, call: Pick<FunctionCall, "caller" | "signal" | "timeoutMs">): Promise<Calculation>;
  close(): Promise<void>;
}

/** When a server has started and has nothing better to do. */
const WARM_AFTER_MS = 10_000;

const SMALLER = "Use smaller numbers or fewer of them.";

const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
  timeout: ["timeout", "The calculation took too long and was ended.", SMALLER],
  memory: ["failed", "The calculation took too much memory and was ended.", SMALLER],
  crashed: ["failed", "The calculation ended unexpectedly.", "Try once more; if it happens again, simplify it."],
  busy: ["rate_limited", "Too many calculations are waiting.", "Try again in a second."],
  cancelled: ["timeout", "The calculation was ended before it was done.", "Try again."],
};

/** One worker runs one calculation at a time: untrusted input cannot occupy more than that. */
export const createCalculations = ({
  warm = false,
  deadlineMs = 2_000,
  memoryMb = 128,
}: CalculatorPoolOptions): Calculations => {
  const pool = createWorkerPool<string, Calculation>({
    module: moduleBeside(import.meta.url, "calculator-worker"),
    memoryMb,
    ...(warm && { warmAfterMs: WARM_AFTER_MS }),
    noEval: true,
  });
  return {
    async calculate(expression, { caller, signal, timeoutMs }) {
      checkLength(expression);
      try {
        return await pool.run(expression, {
          client: clientOf(caller),
          deadlineMs: Math.min(deadlineMs, timeoutMs),
          signal,
        });
      } catch (reason) {
        if (!(reason instanceof IsolationError)) throw reason;
        const [kind, message, hint] = EXPLANATIONS[reason.reason];
        const details = { field: "expression", hint, error_type: reason.reason, retryable: reason.reason === "busy" };
        throw new Failure(kind, message, details, { cause: reason });
      }
    },
    close: () => pool.close(),
  };
};
