import { roomForLists } from "../../mcp/tools/answer-size.ts";
import type { Caller } from "../../model/caller.ts";
import { beginningOf, frozenJson } from "../../model/json.ts";
import { integer, maybe, oneOf, string } from "../../model/schema.ts";
import type { Found } from "../../travel/search.ts";
import { type Detail, warnings } from "./fields.ts";

/** The fields of every search answer, before its list of offers. */
export const searchFields = {
  warnings: maybe(warnings),
  resultCount: integer({ minimum: 0 }),
  currency: oneOf(["USD"]),
  searchId: string(),
  sessionId: string(),
  source: oneOf(["sandbox", "live"]),
  reason: maybe(string({ description: "Why nothing was found" })),
  more: maybe(string({ description: "How many there are, and how to see the others" })),
};

const ORDERS = {
  price: "cheapest first",
  duration: "shortest first",
  departure: "earliest first",
  stars: "most stars first",
  name: "by name",
  class: "smallest first",
  company: "by company",
};

/** The parameters of a search that its answer depends on. */
interface SearchOptions {
  readonly maxResults?: number | undefined;
  readonly detail: Detail;
  readonly sortBy: keyof typeof ORDERS;
}

/** The number of offers found and shown. */
interface Portion {
  readonly shown: number;
  readonly total: number;
  /** Completes "10 of 24 …". */
  readonly what: string;
}

const moreOf = (portions: readonly Portion[], { maxResults, detail, sortBy }: SearchOptions): string | undefined => {
  if (portions.every(({ shown, total }) => shown >= total)) return undefined;
  const counts = portions.map(({ shown, total, what }) => `${shown} of ${total} ${what}`).join(" and ");
  const isCut = maxResults !== undefined && portions.some(({ shown, total }) => shown < Math.min(maxResults, total));
  const others = !isCut
    ? "raise maxResults to see more"
    : `no more fit into one answer; ${detail === "full" ? "leave out detail, or " : ""}use another sortBy to see others`;
  return `${counts}, ${ORDERS[sortBy]}: ${others}.`;
};

/** Cuts the lists to fit together: each gets an equal share of the room, plus what the others leave unused. */
const sharing = <T>(lists: readonly (readonly T[])[], room: number): readonly (readonly T[])[] => {
  if (lists.length === 1) return lists.map((offers) => beginningOf(offers, room));
  const lengths = lists.map((offers) => frozenJson(offers).length);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return lists.map((offers, i) => beginningOf(offers, Math.max(room / lists.length, room - all + (lengths[i] ?? 0))));
};

interface OfferList<T> {
  readonly offers: readonly T[];
  readonly total: number;
  readonly what: string;
}

/** Returns the fields before the lists, and the lists cut to fit. */
export const searchAnswer = <T>(
  { searchId, source, reason }: Found,
  { sessionId }: Caller,
  options: SearchOptions,
  lists: readonly OfferList<T>[],
) => {
  const shown = sharing(
    lists.map(({ offers }) => offers),
    roomForLists(options.detail === "full" || options.maxResults !== undefined),
  );
  const portions = lists.map(({ total, what }, i) => ({ shown: shown[i]?.length ?? 0, total, what }));
  const more = moreOf(portions, options);
  const about = {
    resultCount: portions.reduce((sum, portion) => sum + portion.shown, 0),
    currency: "USD" as const,
    searchId,
    sessionId,
    source,
    ...(reason !== undefined && { reason }),
    ...(more !== undefined && { more }),
  };
  return { about, shown };
};
