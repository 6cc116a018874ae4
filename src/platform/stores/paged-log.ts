import { invalid } from "../../model/failure.ts";
import type { Expiry, Store } from "./store.ts";

/**
 * An append-only log per owner, read newest first. Engines rewrite a list as a whole, so the log is split into pages; a
 * counter determines the last page. It works with any store.
 */
interface PagedLog {
  /** Reserves space for up to a page of lines. Later reservations get the same page or a later one. */
  place(owner: string, lines: number): Promise<LogPlace>;
  /** Writes to reserved space. `expiresAt` replaces the expiry of the whole page. */
  write(place: LogPlace, lines: readonly string[], expiry: Required<Expiry>): Promise<void>;
  /** Returns the number of lines ever reserved. */
  count(owner: string): Promise<number>;
  /** Returns lines in chunks, newest first, starting at the cursor. Throws a Failure if the cursor is invalid. */
  read(owner: string, cursor?: string): AsyncIterable<readonly LogLine[]>;
}

interface LogPlace {
  readonly owner: string;
  readonly page: number;
  /** The last page before these lines were counted. */
  readonly before: number;
}

export interface LogLine {
  readonly text: string;
  readonly page: number;
  readonly index: number;
}

interface PagedLogOptions {
  readonly store: Store;
  readonly pageKey: (owner: string, page: number) => string;
  readonly countKey: (owner: string) => string;
  /** The oldest pages beyond this number are deleted; default: pages only expire. */
  readonly mostPages?: number;
}

export const LOG_PAGE = 200;

/** A process may die after a reservation and leave a gap. This many empty pages in a row mean that all older ones expired. */
const GONE_IN_A_ROW = 10;

export const createPagedLog = ({ store, pageKey, countKey, mostPages = Infinity }: PagedLogOptions): PagedLog => ({
  async place(owner, lines) {
    const total = await store.add(countKey(owner), lines);
    return { owner, page: pageOf(total), before: pageOf(total - lines) };
  },

  async write({ owner, page, before }, lines, expiry) {
    await store.append(pageKey(owner, page), lines, { keep: 2 * LOG_PAGE, ...expiry });
    for (let old = Math.max(0, before - mostPages + 1); old <= page - mostPages; old++)
      await store.delete(pageKey(owner, old));
  },

  count: (owner) => store.count(countKey(owner)),

  async *read(owner, cursor) {
    const start = cursor === undefined ? undefined : positionIn(cursor);
    const newest = pageOf(await store.count(countKey(owner)));
    const first = Math.min(start?.page ?? newest, newest);
    let gone = 0;
    for (let page = first; page >= 0 && page > newest - mostPages && gone < GONE_IN_A_ROW; page--) {
      const texts = await store.items(pageKey(owner, page));
      gone = texts.length === 0 ? gone + 1 : 0;
      const shown = page === start?.page ? texts.slice(0, start.index) : texts;
      if (shown.length > 0) yield shown.map((text, index) => ({ text, page, index })).reverse();
    }
  },
});

const pageOf = (total: number): number => Math.max(0, Math.floor((total - 1) / LOG_PAGE));

/** Returns the cursor that starts at a line. */
export const cursorAt = ({ page, index }: LogLine): string => cursorOf(page, index + 1);
/** Returns the cursor that starts after a line; undefined for the oldest line of the log. */
export const cursorAfter = ({ page, index }: LogLine): string | undefined =>
  page === 0 && index === 0 ? undefined : cursorOf(page, index);

const cursorOf = (page: number, index: number): string => Buffer.from(`${page}.${index}`).toString("base64url");

const positionIn = (cursor: string): { readonly page: number; readonly index: number } => {
  const [, page, index] = /^(\d{1,10})\.(\d{1,5})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (page !== undefined && index !== undefined) return { page: Number(page), index: Number(index) };
  throw invalid("cursor must be a value returned with an earlier page.", { field: "cursor" });
};
