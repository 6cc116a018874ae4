import type { Problem } from "./api-error.ts";

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

export const asking = <Row>(held: Paged<Row>): Paged<Row> => ({
  ...{ ...held, loading: true, error: undefined, failed: undefined },
});

/** Without a cursor it is the first page, and what was there before is gone. */
export const answered = <Row>(
  held: Paged<Row>,
  list: string,
  cursor: string | undefined,
  { rows, next_cursor, total }: Page<Row>,
): Paged<Row> => ({
  rows: cursor === undefined || held.of !== list ? rows : [...held.rows, ...rows],
  ...{ of: list, cursor: next_cursor, total, loading: false, error: undefined, failed: undefined },
});

/** What was handed out stays; but rows and cursor of another list have no place beside this one's error. */
export const refused = <Row>(
  held: Paged<Row>,
  list: string,
  cursor: string | undefined,
  error: Problem,
): Paged<Row> => ({
  ...(held.of === list ? held : { ...NOTHING, of: list }),
  ...{ loading: false, error, failed: cursor },
});

/** Whether the next page may be asked for by itself. After an error somebody has to want it: else it is asked for ever. */
export const goesOn = ({ cursor, loading, error }: Paged<unknown>): boolean =>
  cursor !== undefined && !loading && error === undefined;

/** Which page to ask for again. A cursor that is refused stays refused: then from the beginning. */
export const retried = ({ failed, error }: Paged<unknown>): string | undefined =>
  error?.field === "cursor" ? undefined : failed;
