import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../../model/log.ts";

/** Runs work that no request waits for, until the sandbox is closed. */
export interface Background {
  run(what: string, work: () => Promise<void>): void;
  /** Rejects when the sandbox is closed. */
  sleep(ms: number): Promise<void>;
  /** Aborted when the sandbox is closed. */
  readonly signal: AbortSignal;
  /** Ends all sleeps and waits for running work. */
  close(): Promise<void>;
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Does not keep the process alive. */
const pauseUnreferenced: Sleep = async (ms, signal) => {
  await pause(ms, undefined, { signal, ref: false });
};

export const createBackground = ({
  log,
  sleep = pauseUnreferenced,
}: {
  readonly log: Log;
  readonly sleep?: Sleep;
}): Background => {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    run(what, work) {
      if (closing.signal.aborted) return;
      const run = work()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log.warn(`${what} failed`, { error: String(error) });
        })
        .finally(() => running.delete(run));
      running.add(run);
    },
    sleep: (ms) => sleep(ms, closing.signal),
    signal: closing.signal,
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
};
