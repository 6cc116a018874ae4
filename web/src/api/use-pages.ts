import { useCallback, useEffect, useRef, useState } from "react";
import { type CallOptions, isAbort, type Problem, problemOf } from "./client.ts";
import { api, useSession } from "./session.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor?: string | undefined;
  readonly total?: number | undefined;
}

/** A list as far as it was handed out. */
export interface Paged<Row> {
  readonly rows: readonly Row[];
  /** Which list the rows are of: those of the one before stay in sight until there are others. */
  readonly of: string | undefined;
  /** Of the page that comes next. */
  readonly cursor: string | undefined;
  readonly total: number | undefined;
  readonly loading: boolean;
  readonly error: Problem | undefined;
  /** Of the page that could not be had. */
  readonly failed: string | undefined;
}

export const NOTHING: Paged<never> = {
  ...{ rows: [], of: undefined, cursor: undefined, total: undefined },
  ...{ loading: true, error: undefined, failed: undefined },
};

export const pageRequested = <Row>(held: Paged<Row>): Paged<Row> => ({
  ...{ ...held, loading: true, error: undefined, failed: undefined },
});

/** Without a cursor it is the first page, and what was there before is gone. */
export const pageLoaded = <Row>(
  held: Paged<Row>,
  list: string,
  cursor: string | undefined,
  { rows, next_cursor, total }: Page<Row>,
): Paged<Row> => ({
  rows: cursor === undefined || held.of !== list ? rows : [...held.rows, ...rows],
  ...{ of: list, cursor: next_cursor, total, loading: false, error: undefined, failed: undefined },
});

/** What was handed out stays; but rows and cursor of another list have no place beside this one's error. */
export const pageFailed = <Row>(
  held: Paged<Row>,
  list: string,
  cursor: string | undefined,
  error: Problem,
): Paged<Row> => ({
  ...(held.of === list ? held : { ...NOTHING, of: list }),
  ...{ loading: false, error, failed: cursor },
});

/** Whether the next page may be asked for by itself. After an error somebody has to want it: else it is asked for ever. */
export const canLoadMore = ({ cursor, loading, error }: Paged<unknown>): boolean =>
  cursor !== undefined && !loading && error === undefined;

/** Which page to ask for again. A cursor that is pageFailed stays pageFailed: then from the beginning. */
export const cursorToRetry = ({ failed, error }: Paged<unknown>): string | undefined =>
  error?.field === "cursor" ? undefined : failed;

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
    setHeld(pageRequested);
    try {
      const answer = await api.get<Answer>(path, { query: { ...query, cursor }, signal: leaving.signal });
      if (!leaving.signal.aborted) setHeld((before) => pageLoaded(before, list, cursor, pageOf(answer)));
    } catch (error) {
      if (leaving.signal.aborted || isAbort(error)) return;
      setHeld((before) => pageFailed(before, list, cursor, problemOf(error)));
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
    if (canLoadMore(held) && held.of === list) void ask(held.cursor);
  }, [ask]);
  const retry = useCallback(() => void ask(cursorToRetry(known.current.held)), [ask]);
  const reload = useCallback(() => void ask(undefined), [ask]);
  const { rows, total, error, loading, cursor } = held;
  return { rows, total, error, loading, unfinished: cursor !== undefined, more, retry, reload };
};
