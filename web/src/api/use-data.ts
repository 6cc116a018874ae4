import { useCallback, useEffect, useState } from "react";
import { addressOf, type CallOptions, isAbort, type Problem, problemOf } from "./client.ts";
import { api, cacheAnswer, cachedAnswer, useSession } from "./session.ts";

export interface Data<T> {
  /** The newest there is; it stays when a reload fails. */
  readonly data: T | undefined;
  readonly error: Problem | undefined;
  /** Something is being asked; `data` may be there from before. */
  readonly loading: boolean;
  readonly reload: () => void;
  /** Shows something at once that was changed here, until the next reload. */
  readonly replace: (next: T) => void;
}

interface DataOptions extends Pick<CallOptions, "query"> {
  /** Milliseconds after which it is asked again, while the page is looked at. */
  readonly every?: number;
}

interface Held<T> {
  readonly address: string | undefined;
  readonly data: T | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
}

/** What a GET answers. With no path nothing is asked; with another path, what was known of that one is shown first. */
export const useData = <T>(path: string | undefined, { query, every }: DataOptions = {}): Data<T> => {
  const address = path === undefined ? undefined : addressOf(path, query);
  const [held, setHeld] = useState<Held<T>>(() => fresh<T>(address));
  const [turn, setTurn] = useState(0);
  const loggedIn = useSession().state === "in";
  const shown = held.address === address ? held : fresh<T>(address);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn means to ask again
  useEffect(() => {
    if (address === undefined || !loggedIn) return;
    const leaving = new AbortController();
    setHeld((before) => ({ ...(before.address === address ? before : fresh<T>(address)), loading: true }));
    api.get<T>(address.slice("/admin".length), { signal: leaving.signal }).then(
      (data) => {
        if (leaving.signal.aborted) return;
        cacheAnswer(address, data);
        setHeld({ address, data, error: undefined, loading: false });
      },
      (error) => {
        if (leaving.signal.aborted || isAbort(error)) return;
        setHeld((before) => ({ ...before, address, error: problemOf(error), loading: false }));
      },
    );
    return () => leaving.abort();
  }, [address, turn, loggedIn]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const replace = useCallback(
    (data: T) => setHeld((before) => ({ ...before, address, data, error: undefined })),
    [address],
  );
  useRepeated(reload, address === undefined ? undefined : every);
  return { data: shown.data, error: shown.error, loading: shown.loading, reload, replace };
};

const fresh = <T>(address: string | undefined): Held<T> => ({
  address,
  data: address === undefined ? undefined : cachedAnswer<T>(address),
  error: undefined,
  loading: address !== undefined,
});

const useRepeated = (work: () => void, every: number | undefined): void => {
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => document.visibilityState === "visible" && work(), every);
    return () => clearInterval(timer);
  }, [work, every]);
};

/** What somebody types, once they have stopped for a moment; what was there before they began is `first`. */
export const useDebounced = (text: string, patienceMs = 250, first = text): string => {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), patienceMs);
    return () => clearTimeout(timer);
  }, [text, patienceMs]);
  return settled;
};
