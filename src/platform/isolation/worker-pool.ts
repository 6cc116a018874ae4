import { extname } from "node:path";
import { createFairQueue } from "./fair-queue.ts";
import { IsolationError, startWorker, type Worker, type WorkerOptions } from "./worker-process.ts";

export { IsolationError, type IsolationReason } from "./worker-process.ts";

/**
 * A pool of child processes for untrusted work, which are killed at their deadline or memory limit. A worker that dies
 * during a job is replaced at once, so that the next job finds it warm.
 *
 * Threads would not be enough: V8 ends the whole process when one allocation in a thread's heap exceeds its limit by far
 * (`new Array(3e7).fill(1.5)`), and does not count ArrayBuffers at all.
 */
export interface WorkerPool<Job, Result> {
  /** Rejects with an IsolationError, or with the Failure that the work threw. Job and result are copied. */
  run(job: Job, options: RunOptions): Promise<Result>;
  /** Kills all workers and rejects running and waiting jobs. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** The job's client; see `clientOf`. Worker time is shared fairly, and one client never occupies all of several workers. */
  readonly client: string;
  /** Time limit of the work. It excludes the wait for a worker, which `signal` can end. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  progress?(done: number, total?: number, message?: string): void;
}

export interface WorkerPoolOptions extends WorkerOptions {
  /** The number of workers; default 1. */
  readonly size?: number;
  /** Starts all workers after this delay, so that the first job finds them warm. */
  readonly warmAfterMs?: number;
  /** The number of jobs that may wait; default 64. Beyond that, the client with the most waiting jobs is rejected. */
  readonly waiting?: number;
}

interface Task<Job, Result> {
  readonly client: string;
  readonly job: Job;
  readonly options: RunOptions;
  /** Absent while the task waits. */
  worker?: Worker;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

export const createWorkerPool = <Job, Result>({
  size = 1,
  warmAfterMs,
  waiting = 64,
  ...workerOptions
}: WorkerPoolOptions): WorkerPool<Job, Result> => {
  const workers = new Set<Worker>();
  const idle = new Set<Worker>();
  // A job can occupy its worker until the deadline, so a client with all workers would block the others.
  const queue = createFairQueue<Task<Job, Result>>({ perClient: Math.max(1, size - 1) });
  let running = 0;
  let closed = false;

  const start = (): void => {
    const worker = startWorker(workerOptions);
    workers.add(worker);
    void worker.ready.then(
      () => release(worker),
      // A failed start rejects one waiting job, so that a worker that can never start is not restarted forever.
      (reason) => {
        const task = queue.next();
        if (task === undefined) return;
        queue.done(task, 0);
        task.reject(reason);
      },
    );
    void worker.ended.then(() => {
      workers.delete(worker);
      idle.delete(worker);
      dispatch();
    });
  };

  const release = (worker: Worker): void => {
    idle.add(worker);
    dispatch();
  };

  const dispatch = (): void => {
    if (closed) return;
    for (const worker of idle) {
      const task = queue.next();
      if (task === undefined) break;
      idle.delete(worker);
      void work(worker, task);
    }
    const starting = workers.size - running - idle.size;
    const wanted = Math.min(queue.startable - starting, size - workers.size);
    for (let i = 0; i < wanted; i++) start();
  };

  const work = async (worker: Worker, task: Task<Job, Result>): Promise<void> => {
    running++;
    task.worker = worker;
    const began = performance.now();
    try {
      task.resolve((await worker.run(task.job, task.options)) as Result);
    } catch (reason) {
      task.reject(reason);
    }
    running--;
    queue.done(task, performance.now() - began);
    if (worker.alive) return release(worker);
    await worker.ended;
    if (!closed && workers.size < size) start();
  };

  const warmUp = (): void => {
    while (workers.size < size) start();
  };
  const warming = warmAfterMs === undefined ? undefined : setTimeout(warmUp, warmAfterMs).unref();

  return {
    async run(job, options) {
      const { client, signal } = options;
      if (closed) throw closing();
      if (signal?.aborted) throw cancelled();
      let cancel: (() => void) | undefined;
      try {
        return await new Promise<Result>((resolve, reject) => {
          const task: Task<Job, Result> = { client, job, options, resolve, reject };
          cancel = () => {
            if (queue.remove(task)) reject(cancelled());
            else void task.worker?.kill("cancelled", CANCELLED);
          };
          signal?.addEventListener("abort", cancel);
          queue.add(task);
          dispatch();
          if (running + queue.size > size + waiting) queue.dropExcess(client)?.reject(busy());
        });
      } finally {
        if (cancel !== undefined) signal?.removeEventListener("abort", cancel);
      }
    },
    async close() {
      closed = true;
      clearTimeout(warming);
      for (const task of queue.clear()) task.reject(closing());
      await Promise.all([...workers].map((worker) => worker.kill("cancelled", CLOSED)));
    },
  };
};

const CANCELLED = "The job was cancelled.";
const CLOSED = "The worker pool was closed.";
const BUSY = "Too many jobs are waiting, and this client has the most of them.";
const busy = (): IsolationError => new IsolationError("busy", BUSY);
const cancelled = (): IsolationError => new IsolationError("cancelled", CANCELLED);
const closing = (): IsolationError => new IsolationError("cancelled", CLOSED);

/** Returns the URL of a module in the same folder as another: `.ts` when run from source, `.js` when built. */
export const moduleBeside = (importMetaUrl: string, name: string): URL =>
  new URL(`./${name}${extname(new URL(importMetaUrl).pathname)}`, importMetaUrl);
