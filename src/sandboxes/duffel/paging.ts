import { badParameter } from "./duffel-error.ts";
import type { DuffelAnswer } from "./router.ts";

export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** Longer than any cursor of this sandbox. */
const MAX_CURSOR_LENGTH = 200;

/** Returns one page of a list. A cursor is the encoded ID of the item before or after the page. */
export const pageOf = <T>(
  items: readonly T[],
  query: URLSearchParams,
  idOf: (item: T) => string,
): { readonly items: readonly T[]; readonly meta: NonNullable<DuffelAnswer["meta"]> } => {
  const limit = limitOf(query);
  const after = query.get("after");
  const before = query.get("before");
  if (after !== null && before !== null) {
    throw badParameter("before", "Query parameters 'before' and 'after' cannot be given together.");
  }
  const position = (name: "after" | "before", cursor: string): number => {
    const id = cursor.length > MAX_CURSOR_LENGTH ? "" : Buffer.from(cursor, "base64url").toString();
    const found = items.findIndex((item) => idOf(item) === id);
    if (found < 0) throw badParameter(name, `Query parameter '${name}' is not a cursor of this list.`);
    return found;
  };
  const start =
    after !== null
      ? position("after", after) + 1
      : before !== null
        ? Math.max(0, position("before", before) - limit)
        : 0;
  const end = before !== null ? position("before", before) : start + limit;
  const page = items.slice(start, end);
  const cursorOf = (item: T | undefined): string | null =>
    item === undefined ? null : Buffer.from(idOf(item)).toString("base64url");
  return {
    items: page,
    meta: {
      limit,
      before: start > 0 ? cursorOf(page[0]) : null,
      after: start + page.length < items.length ? cursorOf(page.at(-1)) : null,
    },
  };
};

const limitOf = (query: URLSearchParams): number => {
  const text = query.get("limit");
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw badParameter("limit", `Query parameter 'limit' must be a whole number from 1 to ${MAX_LIMIT}.`);
};
