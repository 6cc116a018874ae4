import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../../model/log.ts";

/** Work that nobody waits for, until everything is closed. */
export interface Background {
  run(what: string, work: () => Promise<void>): void;
  /** Rejects when everything is closed. */
  sleep(ms: number): Promise<void>;
  /** Aborted when everything is closed. */
  readonly signal: AbortSignal;
  /** Wakes whoever sleeps, and waits for what is under way. */
  close(): Promise<void>;
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const unnoticed: Sleep = async (ms, signal) => {
  await pause(ms, undefined, { signal, ref: false });
};

export const createBackground = ({
  log,
  sleep = unnoticed,
}: {
  readonly log: Log;
  readonly sleep?: Sleep;
}): Background => {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    run(what, work) {
      if (closing.signal.aborted) return;
      const run = work()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log.warn(`${what} failed`, { error: String(error) });
        })
        .finally(() => underWay.delete(run));
      underWay.add(run);
    },
    sleep: (ms) => sleep(ms, closing.signal),
    signal: closing.signal,
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
};
