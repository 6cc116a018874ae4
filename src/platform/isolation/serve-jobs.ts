import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Failure } from "../../model/failure.ts";
import type { JobMessage, WorkerMessage } from "./worker-process.ts";

export interface JobContext {
  progress(done: number, total?: number, message?: string): void;
}

/** Called once by a module that a pool runs in its workers. Jobs come one at a time. */
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
      tell(reason);
    }
  };

  const tell = (reason: unknown): void => {
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
  // Ctrl-C reaches every process of the terminal; the pool decides when a worker ends.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  void guard.online.then(() => send({ type: "ready" }));
};

/**
 * Kills this process when it takes too much memory, inside of V8's heap or outside, and when its parent is gone. From a
 * thread, because the main one may be in an endless loop.
 */
export interface MemoryGuard {
  readonly online: Promise<unknown>;
  watch(): void;
  rest(): void;
}

const LOOK_EVERY_MS = 20;

/** As text, so that it runs without a loader wherever this file runs from. */
const GUARD = `
  const { working, limit, parent } = require("node:worker_threads").workerData;
  for (;;) {
    Atomics.wait(working, 0, 0);
    if (process.memoryUsage.rss() > limit || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    Atomics.wait(working, 1, 0, ${LOOK_EVERY_MS});
  }
`;

/** V8 holds its heap to `memoryMb` by itself; the work may have as much again outside of it. */
export const startMemoryGuard = (memoryMb: number): MemoryGuard => {
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
