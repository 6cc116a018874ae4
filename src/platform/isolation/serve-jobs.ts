import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Failure } from "../../model/failure.ts";
import type { JobMessage, WorkerMessage } from "./worker-process.ts";

export interface JobContext {
  progress(done: number, total?: number, message?: string): void;
}

/** Handles the jobs of a worker process, one at a time. Called once by the worker's module. */
export const serveJobs = <Job, Result>(handler: (job: Job, context: JobContext) => Promise<Result> | Result): void => {
  const send = (message: WorkerMessage): void => {
    if (process.connected) process.send?.(message);
  };
  const guard = startMemoryGuard(Number(process.argv[2]));

  const work = async (job: Job): Promise<void> => {
    let over = false;
    try {
      const result = await handler(job, {
        progress: (done, total, message) => {
          if (over) return;
          send({
            type: "progress",
            done,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          });
        },
      });
      over = true;
      send({ type: "result", result });
    } catch (reason) {
      over = true;
      reportError(reason);
    }
  };

  const reportError = (reason: unknown): void => {
    if (reason instanceof Failure) {
      const { kind, message, details } = reason;
      send({ type: "failure", kind, message, details });
    } else if (reason instanceof Error) {
      const { message, stack } = reason;
      send({ type: "error", message, ...(stack !== undefined && { stack }) });
    } else send({ type: "error", message: String(reason) });
  };

  process.on("message", async ({ job }: JobMessage) => {
    guard.watch();
    await work(job as Job);
    guard.rest();
  });
  process.on("disconnect", () => process.exit());
  // Ctrl-C reaches every process of the terminal, but the pool decides when a worker ends.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  void guard.online.then(() => send({ type: "ready" }));
};

const LOOK_EVERY_MS = 20;

/** Source text, so that it runs without a loader. */
const GUARD = `
  const { working, limit, parent } = require("node:worker_threads").workerData;
  for (;;) {
    Atomics.wait(working, 0, 0);
    if (process.memoryUsage.rss() > limit || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    Atomics.wait(working, 1, 0, ${LOOK_EVERY_MS});
  }
`;

/**
 * Starts a thread that kills this process when it exceeds its memory limit or its parent is gone; the main thread may be
 * in an endless loop. V8 limits its heap to `memoryMb`; the same amount is allowed outside the heap.
 */
const startMemoryGuard = (memoryMb: number) => {
  const working = new Int32Array(new SharedArrayBuffer(8));
  const limit = process.memoryUsage.rss() + 2 * memoryMb * 1024 * 1024;
  const guard = new Worker(GUARD, {
    eval: true,
    execArgv: [],
    workerData: { working, limit, parent: process.ppid },
  });
  guard.unref();
  return {
    online: once(guard, "online"),
    watch() {
      Atomics.store(working, 0, 1);
      Atomics.notify(working, 0);
    },
    rest() {
      Atomics.store(working, 0, 0);
    },
  };
};
