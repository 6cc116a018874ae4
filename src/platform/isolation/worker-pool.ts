import { extname } from "node:path";
import { createFairQueue } from "./fair-queue.ts";
import { IsolationError, startWorker, type Worker, type WorkerOptions } from "./worker-process.ts";

export { IsolationError, type IsolationReason } from "./worker-process.ts";

/**
 * Runs work that might hang, or eat all memory, where it can do neither: in processes of its own, which are killed at
 * their deadline and at their memory limit. One that dies at work is replaced at once: whoever comes next finds it warm.
 *
 * Processes, because threads do not hold: V8 ends the whole process when a single allocation in the heap of a thread
 * goes far enough beyond its limit (`new Array(3e7).fill(1.5)` does), and counts no ArrayBuffers at all.
 */
export interface WorkerPool<Job, Result> {
  /** Rejects with an IsolationError, or with the Failure that the work threw. Both ways data is copied. */
  run(job: Job, options: RunOptions): Promise<Result>;
  /** Kills all workers; what runs or waits is rejected. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** Whose job it is; see `clientOf`. Clients share the workers' time, and one worker is always left to the others if there are several. */
  readonly client: string;
  /** How long the work may take. The wait for a worker does not count: `signal` is what ends that. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  progress?(done: number, total?: number, message?: string): void;
}

export interface WorkerPoolOptions extends WorkerOptions {
  /** How many jobs run at a time; 1 unless said otherwise. */
  readonly size?: number;
  /** Workers start when they have not been asked for by then, so that the first job finds them warm. */
  readonly warmAfterMs?: number;
  /** How many jobs may wait for a worker; 64 unless said otherwise. Beyond that the client with most of them is refused. */
  readonly waiting?: number;
}

interface Task<Job, Result> {
  readonly client: string;
  readonly job: Job;
  readonly options: RunOptions;
  /** Absent while it waits. */
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
  // A job can hold its worker until the deadline: a client that had all workers would make the others wait for that.
  const queue = createFairQueue<Task<Job, Result>>({ perClient: Math.max(1, size - 1) });
  let running = 0;
  let closed = false;

  const start = (): void => {
    const worker = startWorker(workerOptions);
    workers.add(worker);
    void worker.ready.then(
      () => rest(worker),
      // It takes one waiting job with it, so that what can never start is not started in circles.
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

  const rest = (worker: Worker): void => {
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
    if (worker.alive) return rest(worker);
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
const CLOSED = "The pool of workers was closed.";
const BUSY = "Too many jobs are waiting, and most of them are this client's.";
const busy = (): IsolationError => new IsolationError("busy", BUSY);
const cancelled = (): IsolationError => new IsolationError("cancelled", CANCELLED);
const closing = (): IsolationError => new IsolationError("cancelled", CLOSED);

/** The module of that name in the folder of another: `.ts` run from source, `.js` once built. */
export const moduleBeside = (importMetaUrl: string, name: string): URL =>
  new URL(`./${name}${extname(new URL(importMetaUrl).pathname)}`, importMetaUrl);
