import { useCallback, useEffect, useRef, useState } from "react";
import { type CallOptions, isAbort, type Problem, problemOf } from "./client.ts";
import { api, useSession } from "./session.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor?: string | undefined;
  readonly total?: number | undefined;
}

/** A list as far as it was handed out. */
export interface ListState<Row> {
  readonly rows: readonly Row[];
  /** Which list the rows are of: those of the one before stay in sight until there are others. */
  readonly query: string | undefined;
  /** Of the page that comes next. */
  readonly cursor: string | undefined;
  readonly total: number | undefined;
  readonly loading: boolean;
  readonly error: Problem | undefined;
  /** Of the page that could not be had. */
  readonly failed: string | undefined;
}

export const EMPTY_LIST: ListState<never> = {
  rows: [],
  query: undefined,
  cursor: undefined,
  total: undefined,
  loading: true,
  error: undefined,
  failed: undefined,
};

export const pageRequested = <Row>(state: ListState<Row>): ListState<Row> => ({
  ...state,
  loading: true,
  error: undefined,
  failed: undefined,
});

/** Without a cursor it is the first page, and what was there before is gone. */
export const pageLoaded = <Row>(
  state: ListState<Row>,
  list: string,
  cursor: string | undefined,
  { rows, next_cursor, total }: Page<Row>,
): ListState<Row> => ({
  rows: cursor === undefined || state.query !== list ? rows : [...state.rows, ...rows],
  query: list,
  cursor: next_cursor,
  total,
  loading: false,
  error: undefined,
  failed: undefined,
});

/** What was handed out stays; but rows and cursor of another list have no place beside this one's error. */
export const pageFailed = <Row>(
  state: ListState<Row>,
  list: string,
  cursor: string | undefined,
  error: Problem,
): ListState<Row> => ({
  ...(state.query === list ? state : { ...EMPTY_LIST, query: list }),
  loading: false,
  error,
  failed: cursor,
});

/** Whether the next page may be asked for by itself. After an error somebody has to want it: else it is asked for ever. */
export const canLoadMore = ({ cursor, loading, error }: ListState<unknown>): boolean =>
  cursor !== undefined && !loading && error === undefined;

/** Which page to ask for again. A cursor that is pageFailed stays pageFailed: then from the beginning. */
export const cursorToRetry = ({ failed, error }: ListState<unknown>): string | undefined =>
  error?.field === "cursor" ? undefined : failed;

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
  /** There are further rows to be had with `more`. */
  readonly hasMore: boolean;
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
  const [state, setState] = useState<ListState<Row>>(EMPTY_LIST);
  const running = useRef<AbortController | undefined>(undefined);
  const list = `${path} ${JSON.stringify(query)}`;
  const latest = useRef({ path, query, pageOf, state, list });
  latest.current = { path, query, pageOf, state, list };

  const load = useCallback(async (cursor: string | undefined) => {
    const { path, query, pageOf, list } = latest.current;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState(pageRequested);
    try {
      const answer = await api.get<Answer>(path, { query: { ...query, cursor }, signal: controller.signal });
      if (!controller.signal.aborted) setState((before) => pageLoaded(before, list, cursor, pageOf(answer)));
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      setState((before) => pageFailed(before, list, cursor, problemOf(error)));
    }
  }, []);

  const loggedIn = useSession().state === "in";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another list
  useEffect(() => {
    if (loggedIn) void load(undefined);
    return () => running.current?.abort();
  }, [list, load, loggedIn]);

  const more = useCallback(() => {
    const { state, list } = latest.current;
    if (canLoadMore(state) && state.query === list) void load(state.cursor);
  }, [load]);
  const retry = useCallback(() => void load(cursorToRetry(latest.current.state)), [load]);
  const reload = useCallback(() => void load(undefined), [load]);
  const { rows, total, error, loading, cursor } = state;
  return { rows, total, error, loading, hasMore: cursor !== undefined, more, retry, reload };
};
