import { addDays, type IsoDate } from "../../../model/calendar.ts";
import type { NewsWire } from "./news-wire.ts";
import type { Found, OfflineIndex } from "./offline-index.ts";
import { snippetOf } from "./snippet.ts";
import { readQuery, termOf } from "./words.ts";

/** The TEST news wire, searchable. Days are written and indexed when somebody first looks back so far. */
export interface OfflineNews {
  search(query: string, span: NewsSpan, limit: number): Promise<Found>;
}

export interface NewsSpan {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 367;

/** In a search for news these say nothing about which. */
const NEWS_WORDS: ReadonlySet<string> = new Set(
  [
    "news",
    "newest",
    "latest",
    "recent",
    "recently",
    "current",
    "today",
    "headlines",
    "story",
    "stories",
    "test",
    "week",
  ]
    .concat(["month", "nachrichten", "aktuell", "aktuelle", "neueste", "heute"])
    .map(termOf),
);

export const createOfflineNews = (wire: NewsWire, index: OfflineIndex): OfflineNews => {
  const indexed = new Map<IsoDate, readonly string[]>();

  const cover = async ({ from, to }: NewsSpan): Promise<void> => {
    const last = dayOf(to);
    const missing: IsoDate[] = [];
    for (let date = dayOf(from); date <= last; date = addDays(date, 1)) if (!indexed.has(date)) missing.push(date);
    for (const date of missing) {
      const stories = wire.storiesOf(date);
      indexed.set(
        date,
        stories.map(({ id }) => id),
      );
      await index.put(stories);
    }
    const oldest = addDays(last, -MOST_DAYS);
    for (const [date, ids] of indexed) {
      if (date >= oldest) continue;
      indexed.delete(date);
      for (const id of ids) index.drop(id);
    }
  };

  return {
    async search(query, span, limit) {
      const read = readQuery(query, NEWS_WORDS);
      if (read.terms.length === 0) return newest(wire, span, limit);
      await cover(span);
      return index.search(read, {
        limit,
        accept: ({ published = "" }) => isWithin(published, span),
        weigh: ({ published = "" }) => 1 / (1 + (span.to - Date.parse(published)) / DAY_MS / 60),
      });
    },
  };
};

/** Whoever asks for the news, and not for what, gets the last of them. */
const newest = (wire: NewsWire, span: NewsSpan, limit: number): Found => {
  const all: Found["hits"][number][] = [];
  let total = 0;
  for (let date = dayOf(span.to); date >= dayOf(span.from); date = addDays(date, -1)) {
    const stories = wire.storiesOf(date).filter(({ published = "" }) => isWithin(published, span));
    total += stories.length;
    if (all.length < limit)
      all.push(
        ...stories.toReversed().map(({ text, ...facts }) => ({ ...facts, snippet: snippetOf(text, new Set()) })),
      );
  }
  return { hits: all.slice(0, limit), total };
};

const isWithin = (published: string, { from, to }: NewsSpan): boolean => {
  const time = Date.parse(published);
  return time >= from && time <= to;
};

const dayOf = (instant: number): IsoDate => new Date(instant).toISOString().slice(0, 10);
