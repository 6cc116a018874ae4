import { Failure } from "../../../model/failure.ts";

/** How much of a tool may run at a time. Those who come later wait in line, and those who come too late are told so. */
export interface Slots {
  /** Rejects with what the signal was aborted with if that happens while it waits, or with `rate_limited`. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly waiting: number;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

const RETRY_AFTER_MS = 1_000;

export const createSlots = ({
  name,
  mostRunning = 16,
  mostWaiting = 32,
}: {
  /** As callers know it. */
  readonly name: string;
  readonly mostRunning?: number;
  readonly mostWaiting?: number;
}): Slots => {
  let running = 0;
  const line = new Set<() => void>();
  const waitForEnd = new Set<() => void>();

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        line.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        line.delete(enter);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      line.add(enter);
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
      return line.size;
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
      else if (line.size < mostWaiting) await wait(signal);
      else throw tooMany(name, mostRunning, mostWaiting);
      try {
        return await work();
      } finally {
        // The place goes from hand to hand, so that nobody who comes just now is faster than the line.
        const [next] = line;
        if (next !== undefined) next();
        else if (--running === 0) end();
      }
    },
  };
};

const tooMany = (name: string, mostRunning: number, mostWaiting: number): Failure =>
  new Failure(
    "rate_limited",
    `${name} has ${mostRunning} calls running and ${mostWaiting} waiting, and takes no more.`,
    {
      hint: "Try again in a moment, with fewer calls at a time.",
      retryable: true,
      retry_after_ms: RETRY_AFTER_MS,
    },
  );
