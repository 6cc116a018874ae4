import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import "./table.css";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Such as `8rem`; columns without a width share the rest. */
  readonly width?: string;
  readonly align?: "end";
  /** Hidden on phones. */
  readonly wide?: true;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Called on Enter or a click on a row. */
  readonly onOpen?: (row: Row) => void;
  /** Several rows can be selected: `onOpen` toggles one, also on Space. */
  readonly ticked?: (row: Row) => boolean;
  /** Key of the selected row. */
  readonly chosen?: string | undefined;
  /** From `usePages`; called when the end of the list comes near. */
  readonly more?: { readonly hasMore: boolean; readonly loading: boolean; readonly more: () => void };
  /** Maximum height of the scroll area; `fit` for short tables. */
  readonly height?: string | "fit";
}

const ROW = 36;
const NEAR_END = 30;

/**
 * A virtualized table with rows of equal height. It is one tab stop; arrow keys move, Enter opens. When rows are inserted at
 * the top, the scroll position stays on the same rows.
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { label, columns, rows, rowKey, onOpen, ticked, chosen, more, height = "32rem" } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState(0);
  const fit = height === "fit";
  const { first, end } = fit ? { first: 0, end: rows.length } : rowWindow(view.top, view.height, ROW, rows.length);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || fit) return;
    const measure = () => setView((before) => viewOf(element, before));
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [fit]);

  const previousRows = useRef(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new rows can have moved
  useLayoutEffect(() => {
    const [before, element] = [previousRows.current, box.current];
    previousRows.current = rows;
    if (before === rows || !element) return;
    if (element.contains(document.activeElement)) setActive(active + rowShift(before, rows, active, rowKey));
    if (fit || element.scrollTop < ROW) return;
    element.scrollTop += ROW * rowShift(before, rows, Math.floor(element.scrollTop / ROW), rowKey);
    // Update before painting: the visible rows may not be rendered yet.
    setView((view) => viewOf(element, view));
  }, [rows]);

  useEffect(() => {
    if (more?.hasMore && !more.loading && end >= rows.length - NEAR_END) more.more();
  }, [more, end, rows.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const row = rows[active];
    if ((event.key === "Enter" || (ticked && event.key === " ")) && row !== undefined) {
      // Otherwise Enter also activates the focused element of the opened view.
      event.preventDefault();
      return onOpen?.(row);
    }
    const next = rowAfterKey(event.key, active, rows.length, Math.max(1, Math.floor(view.height / ROW) - 2));
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    if (!fit && box.current) {
      box.current.scrollTop = scrollTopFor(next, box.current.scrollTop, box.current.clientHeight - ROW, ROW);
    }
  };

  const rowId = (index: number): string => `${id}-${index}`;
  const activeId = active >= first && active < end ? rowId(active) : undefined;
  return (
    <div className="table-box" ref={box} style={fit ? undefined : { maxHeight: height }}>
      <table
        className="table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with selectable rows is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={more?.hasMore ? -1 : rows.length + 1}
        aria-activedescendant={activeId}
        aria-multiselectable={ticked ? true : undefined}
        tabIndex={0}
        data-opens={onOpen ? "" : undefined}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          {columns.map(({ key, width, wide }) => (
            <col key={key} data-wide={wide} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, title, align, wide }) => (
              <th key={key} data-align={align} data-wide={wide}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <Gap rows={first} />
        <tbody>
          {rows.slice(first, end).map((row, offset) => (
            <tr
              key={rowKey(row)}
              id={rowId(first + offset)}
              aria-rowindex={first + offset + 2}
              aria-selected={ticked?.(row) ?? (chosen === undefined ? undefined : rowKey(row) === chosen)}
              data-active={first + offset === active || undefined}
              onClick={() => {
                setActive(first + offset);
                onOpen?.(row);
              }}
            >
              {columns.map(({ key, cell, align, wide }) => (
                <Cell key={key} align={align} wide={wide} value={cell(row)} />
              ))}
            </tr>
          ))}
        </tbody>
        <Gap rows={rows.length - end} />
      </table>
      {more?.loading && <p className="table-foot">Loading more…</p>}
    </div>
  );
};

interface View {
  readonly top: number;
  readonly height: number;
}

/** Returns the same object if nothing changed, to avoid a render. */
const viewOf = ({ scrollTop: top, clientHeight: height }: HTMLElement, before: View): View =>
  top === before.top && height === before.height ? before : { top, height };

/** Fills the space of rows that are not rendered. */
const Gap = ({ rows }: { readonly rows: number }) =>
  rows > 0 ? (
    <tbody aria-hidden="true">
      <tr style={{ height: rows * ROW }} />
    </tbody>
  ) : null;

interface CellProps {
  readonly value: ReactNode;
  readonly align: "end" | undefined;
  readonly wide: true | undefined;
}

/** Text that is cut off is available as a tooltip. */
const Cell = ({ value, align, wide }: CellProps) => (
  <td data-align={align} data-wide={wide} title={typeof value === "string" ? value : undefined}>
    {value}
  </td>
);

/** The range of rows to render at a scroll position. */
interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

const OVERSCAN_ROWS = 8;

export const rowWindow = (scrollTop: number, height: number, rowHeight: number, count: number): RowWindow => {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN_ROWS);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN_ROWS);
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

/** The row that a key moves to; undefined for other keys. */
export const rowAfterKey = (key: string, at: number, count: number, page: number): number | undefined => {
  const moved = MOVES[key]?.(at, count, page);
  return moved === undefined || count === 0 ? undefined : Math.min(Math.max(moved, 0), count - 1);
};

/** The scroll position that brings a row into view below the header. */
export const scrollTopFor = (row: number, scrollTop: number, height: number, rowHeight: number): number => {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
};

/** By how many places the row at `at` moved because rows were inserted before it; 0 if it is gone. */
export const rowShift = <Row,>(
  before: readonly Row[],
  after: readonly Row[],
  at: number,
  keyOf: (row: Row) => string,
): number => {
  const [wasRow, isRow] = [before[at], after[at]];
  if (wasRow === undefined) return 0;
  const key = keyOf(wasRow);
  if (isRow !== undefined && keyOf(isRow) === key) return 0;
  const newIndex = after.findIndex((row) => keyOf(row) === key);
  return newIndex === -1 ? 0 : newIndex - at;
};
