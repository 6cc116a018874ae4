import type { Clock } from "../../../model/clock.ts";
import { Failure, type FailureKind, failed } from "../../../model/failure.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
  type RunOptions,
} from "../../../platform/isolation/worker-pool.ts";
import type { MappingAnswer, MappingJob, MappingStep } from "./mapping-job.ts";
import { createPlainMappings } from "./plain-mappings.ts";

export type { MappingStep } from "./mapping-job.ts";

/**
 * JSONata, where it can do no harm: in processes that are killed when they take too long or too much memory. What can do
 * neither, because it has no loops of its own and stops soon, is evaluated here.
 */
export interface Mappings {
  evaluate(expression: string, input: unknown, options: MappingOptions): Promise<unknown>;
  /**
   * Several expressions in one go, in order. Fewer results than steps: one that stops came to something. Fails with a
   * Failure whose detail `step` says which one it was.
   */
  run(steps: readonly MappingStep[], input: unknown, options: MappingOptions): Promise<readonly unknown[]>;
  /** What is wrong with an expression, as the end of a sentence; undefined if nothing is. Nothing of it is run. */
  check(expression: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface MappingOptions {
  /** Whose call it is; see `clientOf`. Absent: that of all who have none. */
  readonly client?: string | undefined;
  readonly signal: AbortSignal;
  /** For the work itself, not for the wait for a worker. Default one second. */
  readonly deadlineMs?: number;
}

export interface MappingSettings {
  /** How many expressions are evaluated at a time; 2 unless said otherwise. */
  readonly size?: number;
  readonly memoryMb?: number;
  /** For `$now()` and `$millis()`; without it there are no such functions. */
  readonly clock?: Clock;
}

const DEADLINE_MS = 1_000;
const LONGEST_EXPRESSION = 20_000;
const SIMPLER = "Ask for less, or have the connector's mapping made simpler.";

const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
  timeout: ["timeout", "The mapping took too long and was ended.", SIMPLER],
  memory: ["failed", "The mapping took too much memory and was ended.", SIMPLER],
  crashed: ["failed", "The mapping ended unexpectedly.", "Try once more; if it happens again, ask for less."],
  busy: ["rate_limited", "Too many mappings are waiting.", "Try again in a second."],
  cancelled: ["timeout", "The mapping was ended before it was done.", "Try again."],
};

const explained = (error: unknown, signal?: AbortSignal): unknown => {
  if (!(error instanceof IsolationError)) return error;
  if (signal?.aborted) return signal.reason;
  const [kind, message, hint] = EXPLANATIONS[error.reason];
  const details = { hint, error_type: `mapping_${error.reason}`, retryable: error.reason === "busy" };
  return new Failure(kind, message, details, { cause: error });
};

export const createMappings = ({ size = 2, memoryMb = 128, clock }: MappingSettings): Mappings => {
  const pool = createWorkerPool<MappingJob, MappingAnswer>({
    module: moduleBeside(import.meta.url, "mapping-worker"),
    memoryMb,
    size,
    waiting: 256,
    noEval: true,
  });
  const plain = createPlainMappings();

  const run: Mappings["run"] = async (steps, input, { client = "", signal, deadlineMs = DEADLINE_MS }) => {
    if (input === undefined)
      throw failed("There is nothing to apply the mapping to.", { error_type: "mapping_failed" });
    signal.throwIfAborted();
    return (await plain.run(steps, input)) ?? inWorker(steps, input, { client, signal, deadlineMs });
  };

  const inWorker = async (
    steps: readonly MappingStep[],
    input: unknown,
    { client, signal, deadlineMs }: RunOptions & { readonly signal: AbortSignal },
  ): Promise<readonly unknown[]> => {
    const job: MappingJob = {
      steps,
      input: JSON.stringify(input),
      timeoutMs: Math.max(1, Math.floor(deadlineMs * 0.9)),
      ...(clock !== undefined && { now: clock.now() }),
    };
    try {
      const answer = await pool.run(job, { client, deadlineMs, signal });
      return answer.map((result) => (result === undefined ? undefined : JSON.parse(result)));
    } catch (error) {
      throw explained(error, signal);
    }
  };

  return {
    run,
    evaluate: async (expression, input, options) => (await run([{ expression }], input, options))[0],
    async check(expression) {
      if (expression.length > LONGEST_EXPRESSION) return `it is longer than ${LONGEST_EXPRESSION} characters`;
      try {
        return (await pool.run({ check: expression }, { client: "", deadlineMs: DEADLINE_MS }))[0];
      } catch (error) {
        if (error instanceof IsolationError && error.reason === "timeout") return "it takes too long to read";
        throw explained(error);
      }
    },
    close: () => pool.close(),
  };
};
