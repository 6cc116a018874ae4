import type { Clock } from "../../../model/clock.ts";
import { Failure, type FailureKind, failed } from "../../../model/failure.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
  type RunOptions,
} from "../../../platform/isolation/worker-pool.ts";
import type { MappingStep } from "./evaluate-steps.ts";
import type { MappingAnswer, MappingJob } from "./mapping-worker.ts";
import { createPlainMappings } from "./plain-mappings.ts";

export type { MappingStep } from "./evaluate-steps.ts";

/**
 * Evaluates JSONata in worker processes that are killed when they take too long or too much memory. Expressions without
 * loops are evaluated in this process under a step budget.
 */
export interface Mappings {
  /**
   * Evaluates several expressions in order. There are fewer results than steps if one with `stops` yielded something.
   * Rejects with a Failure; its detail `step` is the index of the step.
   */
  run(steps: readonly MappingStep[], input: unknown, options: MappingOptions): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface MappingOptions {
  /** Who calls, for fair scheduling; see `clientOf`. Calls without a client share one queue. */
  readonly client?: string | undefined;
  readonly signal: AbortSignal;
  /** Limit for the evaluation itself, without the wait for a worker. Default one second. */
  readonly deadlineMs?: number;
}

interface MappingSettings {
  /** Number of workers. Default 2. */
  readonly size?: number;
  readonly memoryMb?: number;
  /** For `$now()` and `$millis()`, which fail without it. */
  readonly clock?: Clock;
}

const DEADLINE_MS = 1_000;
const SIMPLER = "Request less data, or simplify the connector's mapping.";

const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
  timeout: ["timeout", "The mapping took too long and was stopped.", SIMPLER],
  memory: ["failed", "The mapping took too much memory and was stopped.", SIMPLER],
  crashed: ["failed", "The mapping ended unexpectedly.", "Try again; if it fails again, request less data."],
  busy: ["rate_limited", "Too many mappings are waiting.", "Try again in a second."],
  cancelled: ["timeout", "The mapping was stopped before it finished.", "Try again."],
};

const explained = (error: unknown, signal: AbortSignal): unknown => {
  if (!(error instanceof IsolationError)) return error;
  if (signal.aborted) return signal.reason;
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

  return { run, close: () => pool.close() };
};
