/** Which rows a list has to make when it is scrolled to somewhere. */
export interface RowWindow {
  readonly first: number;
  /** Not itself. */
  readonly end: number;
}

const SPARE_ROWS = 8;

export const rowWindow = (scrollTop: number, height: number, rowHeight: number, count: number): RowWindow => {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE_ROWS);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + SPARE_ROWS);
  return { first: Math.min(first, Math.max(0, count - 1)), end };
};

const MOVES: Readonly<Record<string, (at: number, count: number, page: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, _, page) => at + page,
  PageUp: (at, _, page) => at - page,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The row that a key leads to; undefined for keys that mean something else. */
export const movedRow = (key: string, at: number, count: number, page: number): number | undefined => {
  const moved = MOVES[key]?.(at, count, page);
  return moved === undefined || count === 0 ? undefined : Math.min(Math.max(moved, 0), count - 1);
};

/** Where to scroll so that a row can be seen under a head of that height. */
export const scrolledTo = (row: number, scrollTop: number, height: number, rowHeight: number): number => {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
};

/** By how many places the row that stood at `at` has moved, because others came before it; 0 where it is gone. */
export const shiftOf = <Row>(
  before: readonly Row[],
  after: readonly Row[],
  at: number,
  keyOf: (row: Row) => string,
): number => {
  const [was, is] = [before[at], after[at]];
  if (was === undefined) return 0;
  const key = keyOf(was);
  if (is !== undefined && keyOf(is) === key) return 0;
  const now = after.findIndex((row) => keyOf(row) === key);
  return now === -1 ? 0 : now - at;
};
