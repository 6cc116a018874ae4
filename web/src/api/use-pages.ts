import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort, type Problem, problemOf } from "./api-error.ts";
import type { CallOptions } from "./client.ts";
import { answered, asking, goesOn, NOTHING, type Page, type Paged, refused, retried } from "./paged.ts";
import { api, useSession } from "./session.ts";

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
  /** There are further rows to be had with `more`. */
  readonly unfinished: boolean;
  /** The next page. Does nothing after an error: that is what `retry` is for. */
  readonly more: () => void;
  /** The page that could not be had, once more. */
  readonly retry: () => void;
  readonly reload: () => void;
}

/** A list that the server hands out page by page (`limit`, `cursor`); begins anew when path or query change. */
export const usePages = <Answer, Row>(
  path: string,
  query: CallOptions["query"],
  pageOf: (answer: Answer) => Page<Row>,
): Pages<Row> => {
  const [held, setHeld] = useState<Paged<Row>>(NOTHING);
  const running = useRef<AbortController | undefined>(undefined);
  const list = `${path} ${JSON.stringify(query)}`;
  const known = useRef({ path, query, pageOf, held, list });
  known.current = { path, query, pageOf, held, list };

  const ask = useCallback(async (cursor: string | undefined) => {
    const { path, query, pageOf, list } = known.current;
    running.current?.abort();
    const leaving = new AbortController();
    running.current = leaving;
    setHeld(asking);
    try {
      const answer = await api.get<Answer>(path, { query: { ...query, cursor }, signal: leaving.signal });
      if (!leaving.signal.aborted) setHeld((before) => answered(before, list, cursor, pageOf(answer)));
    } catch (error) {
      if (leaving.signal.aborted || isAbort(error)) return;
      setHeld((before) => refused(before, list, cursor, problemOf(error)));
    }
  }, []);

  const loggedIn = useSession().state === "in";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another list
  useEffect(() => {
    if (loggedIn) void ask(undefined);
    return () => running.current?.abort();
  }, [list, ask, loggedIn]);

  const more = useCallback(() => {
    const { held, list } = known.current;
    if (goesOn(held) && held.of === list) void ask(held.cursor);
  }, [ask]);
  const retry = useCallback(() => void ask(retried(known.current.held)), [ask]);
  const reload = useCallback(() => void ask(undefined), [ask]);
  const { rows, total, error, loading, cursor } = held;
  return { rows, total, error, loading, unfinished: cursor !== undefined, more, retry, reload };
};
