import type { Clock } from "../../src/model/clock.ts";
import type { Log } from "../../src/model/log.ts";
import type { Store } from "../../src/platform/stores/store.ts";

/** Time that passes when it is told to: what the clock shows, and what runs by itself. */
export const createTime = (start = Date.UTC(2026, 10, 2, 9)) => {
  let passed = 0;
  const clock: Clock = { now: () => start + passed, configured: true };
  return {
    clock,
    elapsed: () => passed,
    pass: (ms: number) => {
      passed += ms;
    },
  };
};

/** Everything that would be written, as text, to be searched. */
export const recordingLog = () => {
  const lines: string[] = [];
  const write =
    (level: string): Log["info"] =>
    (event, facts) =>
      void lines.push(`${level} ${event} ${JSON.stringify(facts ?? {})}`);
  const log: Log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  return { log, lines };
};

/** A store that counts what it is asked, and can be made to fail or to say nothing. */
export const watchedStore = (store: Store) => {
  const state = { calls: [] as string[], failing: false, hanging: false };
  const watched = new Proxy(store, {
    get(target, name) {
      const verb = Reflect.get(target, name) as unknown;
      if (typeof verb !== "function") return verb;
      return (...words: unknown[]) => {
        state.calls.push(`${String(name)} ${String(words[0])}`);
        if (state.hanging) return new Promise(() => undefined);
        if (state.failing) return Promise.reject(new Error("away"));
        return Reflect.apply(verb, target, words) as unknown;
      };
    },
  });
  return { store: watched, state };
};

/** Whatever was thrown, as everything a log or a client could make of it. */
export const spelledOut = (thrown: unknown): string => {
  const error = thrown as Error & { details?: unknown };
  return [error.message, error.stack, JSON.stringify(error.details), JSON.stringify(error), String(error.cause)].join(
    "\n",
  );
};
