import { invalid } from "../../model/failure.ts";
import type { Expiry, Store } from "./store.ts";

/**
 * A log that only grows, one for each owner, read newest first. Engines write a list as a whole, so it is cut into pages:
 * a counter says which page is the last. Not tied to an engine: it knows the verbs of the store and nothing else.
 */
export interface PagedLog {
  /** Keeps room for so many lines, at most a page of them. Whoever comes later gets the same page or a later one. */
  place(owner: string, lines: number): Promise<LogPlace>;
  /** Writes where room was kept. `expiresAt` moves the end of the whole page. */
  write(place: LogPlace, lines: readonly string[], expiry: Required<Expiry>): Promise<void>;
  /** How many lines were ever given room. */
  count(owner: string): Promise<number>;
  /** Newest first, in portions; from a cursor on, if there is one. Throws a Failure where the cursor is none of ours. */
  read(owner: string, cursor?: string): AsyncIterable<readonly LogLine[]>;
}

export interface LogPlace {
  readonly owner: string;
  readonly page: number;
  /** The page before these lines were counted. */
  readonly before: number;
}

export interface LogLine {
  readonly text: string;
  readonly page: number;
  readonly index: number;
}

export interface PagedLogOptions {
  readonly store: Store;
  readonly pageKey: (owner: string, page: number) => string;
  readonly countKey: (owner: string) => string;
  /** Past that, the oldest pages are deleted. Left out: they go when they expire. */
  readonly mostPages?: number;
}

export const LOG_PAGE = 200;

/** Whoever had room on a page may have died before writing. So many empty ones in a row have expired, as all older ones. */
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

/** With which a reader goes on at this line. */
export const cursorAt = ({ page, index }: LogLine): string => cursorOf(page, index + 1);
/** With which a reader goes on behind this line; undefined for the very first one ever written. */
export const cursorAfter = ({ page, index }: LogLine): string | undefined =>
  page === 0 && index === 0 ? undefined : cursorOf(page, index);

const cursorOf = (page: number, index: number): string => Buffer.from(`${page}.${index}`).toString("base64url");

const positionIn = (cursor: string): { readonly page: number; readonly index: number } => {
  const [, page, index] = /^(\d{1,10})\.(\d{1,5})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (page !== undefined && index !== undefined) return { page: Number(page), index: Number(index) };
  throw invalid("cursor must be one that an earlier page came with.", { field: "cursor" });
};
