import { useCallback, useEffect, useRef, useState } from "react";
import { type CallOptions, isAbort, type Problem, problemOf } from "./client.ts";
import { api, useLogin } from "./login.ts";
import { usePolling } from "./use-polling.ts";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor?: string | undefined;
  readonly total?: number | undefined;
}

/** The state of a paginated list. */
export interface ListState<Row> {
  readonly rows: readonly Row[];
  /** The query that produced the rows; rows of the previous query stay visible until the new ones arrive. */
  readonly query: string | undefined;
  /** Cursor of the next page. */
  readonly cursor: string | undefined;
  readonly total: number | undefined;
  readonly loading: boolean;
  readonly error: Problem | undefined;
  /** Cursor of the page that failed to load. */
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

/** Without a cursor this is the first page, which replaces all rows. */
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

/** Keeps rows of the same query; rows of another query are dropped, so that they do not appear under this error. */
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

/** Whether the next page may be loaded automatically. Not after an error, which would retry forever. */
export const canLoadMore = ({ cursor, loading, error }: ListState<unknown>): boolean =>
  cursor !== undefined && !loading && error === undefined;

/** The cursor to retry with. A rejected cursor stays invalid, so retrying starts from the first page. */
export const cursorToRetry = ({ failed, error }: ListState<unknown>): string | undefined =>
  error?.field === "cursor" ? undefined : failed;

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly error: Problem | undefined;
  readonly loading: boolean;
  /** `rows` answer the current query; until then nothing is known. */
  readonly loaded: boolean;
  /** More rows can be loaded with `more`. */
  readonly hasMore: boolean;
  /** Loads the next page. Does nothing after an error; use `retry`. */
  readonly more: () => void;
  /** Loads the failed page again. */
  readonly retry: () => void;
  readonly reload: () => void;
}

interface PagesOptions {
  /** Polling interval in milliseconds, while the tab is visible and no further page has been loaded. */
  readonly pollMs?: number;
}

/** A list that the server returns page by page (`limit`, `cursor`). Starts over when the path or query changes. */
export const usePages = <Answer, Row>(
  path: string,
  query: CallOptions["query"],
  pageOf: (answer: Answer) => Page<Row>,
  { pollMs }: PagesOptions = {},
): Pages<Row> => {
  const [state, setState] = useState<ListState<Row>>(EMPTY_LIST);
  const running = useRef<AbortController | undefined>(undefined);
  const isPaged = useRef(false);
  const list = `${path} ${JSON.stringify(query)}`;
  const latest = useRef({ path, query, pageOf, state, list });
  latest.current = { path, query, pageOf, state, list };

  const load = useCallback(async (cursor: string | undefined) => {
    const { path, query, pageOf, list } = latest.current;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    isPaged.current = cursor !== undefined;
    setState(pageRequested);
    try {
      const answer = await api.get<Answer>(path, { query: { ...query, cursor }, signal: controller.signal });
      if (!controller.signal.aborted) setState((before) => pageLoaded(before, list, cursor, pageOf(answer)));
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      setState((before) => pageFailed(before, list, cursor, problemOf(error)));
    }
  }, []);

  const loggedIn = useLogin().state === "logged-in";
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
  const poll = useCallback(() => void (isPaged.current || load(undefined)), [load]);
  usePolling(poll, pollMs);
  const { rows, total, error, loading, cursor } = state;
  const loaded = state.query === list;
  return { rows, total, error, loading, loaded, hasMore: cursor !== undefined, more, retry, reload };
};
