import { useCallback, useEffect, useState } from "react";
import { addressOf, type CallOptions, isAbort, type Problem, problemOf } from "./client.ts";
import { api, cacheAnswer, cachedAnswer, useLogin } from "./login.ts";
import { usePolling } from "./use-polling.ts";

export interface Data<T> {
  /** The latest response; kept when a reload fails. */
  readonly data: T | undefined;
  readonly error: Problem | undefined;
  /** A request is running; `data` may still hold the previous response. */
  readonly loading: boolean;
  readonly reload: () => void;
  /** Shows a locally changed value until the next reload. */
  readonly replace: (next: T) => void;
}

interface DataOptions extends Pick<CallOptions, "query"> {
  /** Polling interval in milliseconds, while the tab is visible. */
  readonly pollMs?: number;
}

interface State<T> {
  readonly address: string | undefined;
  readonly data: T | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
}

/** Loads a GET response. Without a path nothing is requested. When the path changes, the cached response is shown first. */
export const useData = <T>(path: string | undefined, { query, pollMs }: DataOptions = {}): Data<T> => {
  const address = path === undefined ? undefined : addressOf(path, query);
  const [state, setState] = useState<State<T>>(() => initialState<T>(address));
  const [attempt, setTurn] = useState(0);
  const loggedIn = useLogin().state === "logged-in";
  const current = state.address === address ? state : initialState<T>(address);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt means a reload
  useEffect(() => {
    if (address === undefined || !loggedIn) return;
    const controller = new AbortController();
    setState((before) => ({ ...(before.address === address ? before : initialState<T>(address)), loading: true }));
    api.get<T>(address.slice("/admin".length), { signal: controller.signal }).then(
      (data) => {
        if (controller.signal.aborted) return;
        cacheAnswer(address, data);
        setState({ address, data, error: undefined, loading: false });
      },
      (error) => {
        if (controller.signal.aborted || isAbort(error)) return;
        setState((before) => ({ ...before, address, error: problemOf(error), loading: false }));
      },
    );
    return () => controller.abort();
  }, [address, attempt, loggedIn]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const replace = useCallback(
    (data: T) => setState((before) => ({ ...before, address, data, error: undefined })),
    [address],
  );
  usePolling(reload, address === undefined ? undefined : pollMs);
  return { data: current.data, error: current.error, loading: current.loading, reload, replace };
};

const initialState = <T>(address: string | undefined): State<T> => ({
  address,
  data: address === undefined ? undefined : cachedAnswer<T>(address),
  error: undefined,
  loading: address !== undefined,
});

/** Returns `text` after it has not changed for `delayMs`, and `first` until then. */
export const useDebounced = (text: string, delayMs = 250, first = text): string => {
  const [debounced, setDebounced] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
};
