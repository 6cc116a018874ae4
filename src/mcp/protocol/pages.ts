import type { CachePolicy, Era, EraName } from "./eras.ts";
import { invalidParams } from "./errors.ts";

/** The v1 SDK's `listTools()` reads only the first page, so it must hold the tools of any ordinary server. */
const PAGE_SIZE = 250;

const cursorTo = (list: string, offset: number): string => Buffer.from(`${list}:${offset}`).toString("base64url");

const offsetOf = (list: string, cursor: unknown, total: number): number => {
  if (cursor === undefined) return 0;
  if (typeof cursor === "string" && cursor.length < 100) {
    const offset = Number(
      Buffer.from(cursor, "base64url")
        .toString()
        .slice(list.length + 1),
    );
    const isValid = Number.isSafeInteger(offset) && offset > 0 && offset < total && cursor === cursorTo(list, offset);
    if (isValid) return offset;
  }
  throw invalidParams("cursor is not valid or no longer valid; request the first page without a cursor");
};

/**
 * Creates a function that returns one page of a list. Each page is serialised once per era and list array. A list that
 * was narrowed for a key must be an array of its own; clients must not share its pages.
 */
export const createPages = <Item>(
  /** The member of the result, such as `tools`. */
  list: string,
  policy: CachePolicy,
  describe: (item: Item, era: EraName) => object,
) => {
  const written = new WeakMap<readonly Item[], Map<string, string>>();

  return (items: readonly Item[], cursor: unknown, era: Era, isNarrowed = false): string => {
    const offset = offsetOf(list, cursor, items.length);
    let pages = written.get(items);
    if (pages === undefined) {
      pages = new Map();
      written.set(items, pages);
    }
    const key = `${era.name}:${offset}`;
    let page = pages.get(key);
    if (page === undefined) {
      const end = offset + PAGE_SIZE;
      const described = items.slice(offset, end).map((item) => describe(item, era.name));
      const next = end < items.length ? `,"nextCursor":${JSON.stringify(cursorTo(list, end))}` : "";
      const scope = isNarrowed ? "private" : policy.scope;
      page = era.cacheable(`"${list}":${JSON.stringify(described)}${next}`, { ttlMs: policy.ttlMs, scope });
      pages.set(key, page);
    }
    return page;
  };
};
