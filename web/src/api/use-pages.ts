import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort, type Problem, problemOf } from "./api-error.ts";
import type { CallOptions } from "./client.ts";
import { api, useSession } from "./session.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor?: string | undefined;
  readonly total?: number | undefined;
}

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
  /** There are further rows to be had with `more`. */
  readonly unfinished: boolean;
  readonly more: () => void;
  readonly reload: () => void;
}

interface Held<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | undefined;
  readonly total: number | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
}

const NOTHING: Held<never> = { rows: [], cursor: undefined, total: undefined, error: undefined, loading: true };

/** A list that the server hands out page by page (`limit`, `cursor`); begins anew when path or query change. */
export const usePages = <Answer, Row>(
  path: string,
  query: CallOptions["query"],
  pageOf: (answer: Answer) => Page<Row>,
): Pages<Row> => {
  const [held, setHeld] = useState<Held<Row>>(NOTHING);
  const asking = useRef<AbortController | undefined>(undefined);
  const known = useRef({ path, query, pageOf, held });
  known.current = { path, query, pageOf, held };

  const ask = useCallback(async (cursor: string | undefined) => {
    const { path, query, pageOf } = known.current;
    asking.current?.abort();
    const leaving = new AbortController();
    asking.current = leaving;
    setHeld((before) => ({ ...before, loading: true, error: undefined }));
    try {
      const answer = await api.get<Answer>(path, { query: { ...query, cursor }, signal: leaving.signal });
      if (leaving.signal.aborted) return;
      const { rows, next_cursor, total } = pageOf(answer);
      setHeld((before) => ({
        rows: cursor === undefined ? rows : [...before.rows, ...rows],
        ...{ cursor: next_cursor, total, error: undefined, loading: false },
      }));
    } catch (error) {
      if (!leaving.signal.aborted && !isAbort(error)) {
        setHeld((before) => ({ ...before, error: problemOf(error), loading: false }));
      }
    }
  }, []);

  const loggedIn = useSession().state === "in";
  const wanted = `${path} ${JSON.stringify(query)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another list
  useEffect(() => {
    if (loggedIn) void ask(undefined);
    return () => asking.current?.abort();
  }, [wanted, ask, loggedIn]);

  const more = useCallback(() => {
    const { cursor, loading } = known.current.held;
    if (cursor !== undefined && !loading) void ask(cursor);
  }, [ask]);
  const reload = useCallback(() => void ask(undefined), [ask]);
  const { rows, total, error, loading, cursor } = held;
  return { rows, total, error, loading, unfinished: cursor !== undefined, more, reload };
};
