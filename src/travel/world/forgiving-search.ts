import { editDistance } from "../../model/edit-distance.ts";
import type { Listing } from "./place-search.ts";

/** Listings for a folded query that has a few letters wrong, fewest first, the larger of equals before the smaller. */
export type ForgivingSearch = (query: string) => readonly Listing[];

/** `listings` come largest first. A query may match a city as a whole, spaces or no spaces, or word by word. */
export const createForgivingSearch = (listings: readonly Listing[]): ForgivingSearch => {
  const cities = groupBy(listings, ({ cities }) => cities.map((city) => city.replaceAll(" ", "")));
  const words = groupBy(listings, ({ text }) => new Set(text.trim().split(" ")));
  const order = new Map(listings.map((listing, index) => [listing, index]));

  return (query) => {
    const found = fewestEdits(cities, query.replaceAll(" ", ""), false);
    const byWord = query.split(" ").map((word) => fewestEdits(words, word, true));
    for (const [listing, edits] of intersection(byWord)) {
      // A whole city is worth more than words picked from here and there.
      if (!found.has(listing)) found.set(listing, edits + 1);
    }
    const rank = (listing: Listing): number => (found.get(listing) ?? 0) * listings.length + (order.get(listing) ?? 0);
    return [...found.keys()].sort((a, b) => rank(a) - rank(b));
  };
};

type Groups = ReadonlyMap<string, readonly Listing[]>;

const groupBy = (listings: readonly Listing[], keysOf: (listing: Listing) => Iterable<string>): Groups => {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) {
    for (const key of keysOf(listing)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [listing]);
      else group.push(listing);
    }
  }
  return groups;
};

const editsForgiven = (typed: string): number => (typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2);

const fewestEdits = (groups: Groups, typed: string, prefixes: boolean): Map<Listing, number> => {
  const forgiven = editsForgiven(typed);
  const fewest = new Map<Listing, number>();
  for (const [known, group] of groups) {
    const edits = prefixes && known.startsWith(typed) ? 0 : editDistance(typed, known, forgiven);
    if (edits > forgiven) continue;
    for (const listing of group) fewest.set(listing, Math.min(edits, fewest.get(listing) ?? edits));
  }
  return fewest;
};

/** What all of them have found, with the sum of the edits. */
const intersection = (findings: readonly ReadonlyMap<Listing, number>[]): ReadonlyMap<Listing, number> => {
  const [first = new Map<Listing, number>(), ...others] = findings;
  const sums = new Map<Listing, number>();
  for (const [listing, edits] of first) {
    if (others.every((other) => other.has(listing))) {
      sums.set(
        listing,
        others.reduce((sum, other) => sum + (other.get(listing) ?? 0), edits),
      );
    }
  }
  return sums;
};
