/**
 * Runs work that might hang, or eat all memory, where it can do neither: in worker threads that are ended at their
 * deadline and have a heap of their own. A thread that was ended is replaced by a fresh, warm one.
 */
export interface WorkerPool<Job, Result> {
  /** Rejects with an IsolationError, or with the Failure that the work threw. */
  run(job: Job, options: RunOptions): Promise<Result>;
  /** Ends all threads; what runs is rejected. */
  close(): Promise<void>;
}

export interface RunOptions {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  progress?(done: number, total?: number, message?: string): void;
}

export type IsolationReason = "timeout" | "memory" | "crashed" | "busy" | "cancelled";

export class IsolationError extends Error {
  readonly reason: IsolationReason;

  constructor(reason: IsolationReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IsolationError";
    this.reason = reason;
  }
}
