import { once } from "node:events";
import { Worker } from "node:worker_threads";

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
