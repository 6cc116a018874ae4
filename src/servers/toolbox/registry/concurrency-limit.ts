import { Failure } from "../../../model/failure.ts";

/**
 * Limits how many calls of a tool run at a time. Further calls wait in a queue; calls beyond the queue are rejected.
 */
export interface ConcurrencyLimit {
  /** Rejects with the abort reason if aborted while waiting, or with `rate_limited` if the queue is full. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly waiting: number;
  /** Resolves when no call is running or waiting. */
  idle(): Promise<void>;
}

const RETRY_AFTER_MS = 1_000;

export const createConcurrencyLimit = ({
  name,
  mostRunning = 16,
  mostWaiting = 32,
}: {
  /** Name shown to callers. */
  readonly name: string;
  readonly mostRunning?: number;
  readonly mostWaiting?: number;
}): ConcurrencyLimit => {
  let running = 0;
  const queue = new Set<() => void>();
  const waitForEnd = new Set<() => void>();

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        queue.delete(enter);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.add(enter);
    });

  const end = (): void => {
    for (const resolve of waitForEnd) resolve();
    waitForEnd.clear();
  };

  return {
    get running() {
      return running;
    },
    get waiting() {
      return queue.size;
    },
    idle: () =>
      running === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waitForEnd.add(resolve);
          }),
    async run(signal, work) {
      signal.throwIfAborted();
      if (running < mostRunning) running += 1;
      else if (queue.size < mostWaiting) await wait(signal);
      else throw tooMany(name, mostRunning, mostWaiting);
      try {
        return await work();
      } finally {
        // Hands the slot directly to the next waiting call, so that a new call cannot overtake the queue.
        const [next] = queue;
        if (next !== undefined) next();
        else if (--running === 0) end();
      }
    },
  };
};

const tooMany = (name: string, mostRunning: number, mostWaiting: number): Failure =>
  new Failure(
    "rate_limited",
    `${name} has ${mostRunning} calls running and ${mostWaiting} waiting, which is the limit.`,
    {
      hint: "Try again in a moment, with fewer concurrent calls.",
      retryable: true,
      retry_after_ms: RETRY_AFTER_MS,
    },
  );
