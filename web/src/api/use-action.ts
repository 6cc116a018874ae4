import { useCallback, useRef, useState } from "react";
import { type Problem, problemOf } from "./client.ts";

export interface Action<A extends readonly unknown[], R> {
  /** Resolves to undefined on failure; see `error`. */
  readonly run: (...args: A) => Promise<R | undefined>;
  readonly busy: boolean;
  readonly error: Problem | undefined;
  readonly reset: () => void;
}

/** Runs an action started by a button: one at a time, with its busy state and error. */
export const useAction = <A extends readonly unknown[], R>(action: (...args: A) => Promise<R>): Action<A, R> => {
  const latest = useRef(action);
  latest.current = action;
  const running = useRef(false);
  const [state, setState] = useState<{ busy: boolean; error: Problem | undefined }>({ busy: false, error: undefined });

  const run = useCallback(async (...args: A): Promise<R | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setState({ busy: true, error: undefined });
    try {
      const result = await latest.current(...args);
      setState({ busy: false, error: undefined });
      return result;
    } catch (error) {
      setState({ busy: false, error: problemOf(error) });
      return undefined;
    } finally {
      running.current = false;
    }
  }, []);

  const reset = useCallback(() => setState((before) => ({ ...before, error: undefined })), []);
  return { run, ...state, reset };
};
