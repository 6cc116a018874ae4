import { editDistance } from "../../model/edit-distance.ts";
import { fold } from "../../model/fold.ts";
import type { Place } from "../../model/place.ts";
import type { AirportTable } from "./airport-table.ts";

/** A search index entry. All texts are folded: lower case, without accents. */
export interface Listing {
  readonly place: Place;
  readonly code: string;
  /** Names of its city, aliases included. */
  readonly cities: readonly string[];
  /** City names, airport name and area; a space before each word. */
  readonly text: string;
  /** Million passengers a year; for an area, of all its airports. */
  readonly traffic: number;
}

export interface PlaceSearch {
  /** Largest first, an area before its airports. */
  readonly listings: readonly Listing[];
  /** Matches code, city, name and aliases. Best match first, then by size. */
  find(text: string, limit: number): readonly Place[];
}

/** Below this traffic, an exact match may be a village spelt like the misspelt name of a city. */
const WELL_KNOWN = 1;

/** Longer than any name. Bounds the work: each word of a query is compared with every listing. */
const MAX_QUERY_LENGTH = 100;

export const createPlaceSearch = (places: Iterable<Place>, table: AirportTable): PlaceSearch => {
  const listings = listPlaces(places, table);
  let fuzzySearch: FuzzySearch | undefined;
  return {
    listings,
    find: (text, limit) => {
      const query = fold(text.slice(0, MAX_QUERY_LENGTH));
      if (query === "") return listings.slice(0, limit).map(({ place }) => place);
      const exact = findExact(listings, query);
      if (exact.some(({ traffic }) => traffic >= WELL_KNOWN)) return exact.slice(0, limit).map(({ place }) => place);
      fuzzySearch ??= createFuzzySearch(listings);
      const found = new Set([...exact, ...fuzzySearch(query)]);
      return [...found].slice(0, limit).map(({ place }) => place);
    },
  };
};

const listPlaces = (places: Iterable<Place>, table: AirportTable): readonly Listing[] => {
  const listings: Listing[] = [];
  for (const place of places) {
    const { code, kind, name, airports } = place;
    const city = kind === "city" ? name : (airports[0]?.city ?? name);
    const area = table.areas.get(airports[0]?.cityCode ?? code)?.name ?? "";
    const namesake = table.byCode.get(code)?.name ?? "";
    const cities = [city, ...(table.aliases[code] ?? [])].map(fold);
    const text = ` ${cities.join(" ")} ${fold(`${namesake} ${area}`)}`;
    const traffic = airports.reduce((sum, airport) => sum + table.traffic(airport), 0);
    listings.push({ place, code: code.toLowerCase(), cities, text, traffic });
  }
  const rank = ({ place }: Listing): number => (place.kind === "city" ? 0 : 1);
  return listings.sort((a, b) => b.traffic - a.traffic || rank(a) - rank(b) || (a.code < b.code ? -1 : 1));
};

const findExact = (listings: readonly Listing[], query: string): readonly Listing[] => {
  const starts = query.split(" ").map((word) => ` ${word}`);
  const exactCode: Listing[] = [];
  const exactCity: Listing[] = [];
  const prefix: Listing[] = [];
  const wordPrefixes: Listing[] = [];
  for (const listing of listings) {
    const { code, cities, text } = listing;
    if (code === query) exactCode.push(listing);
    else if (cities.includes(query)) exactCity.push(listing);
    else if (code.startsWith(query) || cities.some((city) => city.startsWith(query))) prefix.push(listing);
    else if (starts.every((start) => text.includes(start))) wordPrefixes.push(listing);
  }
  return [...exactCode, ...exactCity, ...prefix, ...wordPrefixes];
};

/** Finds listings for a folded query with typing errors: fewest errors first, then by size. */
type FuzzySearch = (query: string) => readonly Listing[];

/** A query matches a whole city name, ignoring spaces, or word by word. `listings` must be sorted by size. */
const createFuzzySearch = (listings: readonly Listing[]): FuzzySearch => {
  const cities = groupBy(listings, ({ cities }) => cities.map((city) => city.replaceAll(" ", "")));
  const words = groupBy(listings, ({ text }) => new Set(text.trim().split(" ")));
  const order = new Map(listings.map((listing, index) => [listing, index]));

  return (query) => {
    const found = fewestEdits(cities, query.replaceAll(" ", ""), false);
    const byWord = query.split(" ").map((word) => fewestEdits(words, word, true));
    for (const [listing, edits] of intersection(byWord)) {
      // A match of the whole city name ranks above a match of single words.
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

const maxEdits = (typed: string): number => (typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2);

const fewestEdits = (groups: Groups, typed: string, prefixes: boolean): Map<Listing, number> => {
  const most = maxEdits(typed);
  const fewest = new Map<Listing, number>();
  for (const [known, group] of groups) {
    const edits = prefixes && known.startsWith(typed) ? 0 : editDistance(typed, known, most);
    if (edits > most) continue;
    for (const listing of group) fewest.set(listing, Math.min(edits, fewest.get(listing) ?? edits));
  }
  return fewest;
};

/** The listings found for every word, with the sum of their edits. */
const intersection = (findings: readonly ReadonlyMap<Listing, number>[]): ReadonlyMap<Listing, number> => {
  const [first = new Map<Listing, number>(), ...others] = findings;
  const sums = new Map<Listing, number>();
  for (const [listing, edits] of first) {
    if (!others.every((other) => other.has(listing))) continue;
    const sum = others.reduce((total, other) => total + (other.get(listing) ?? 0), edits);
    sums.set(listing, sum);
  }
  return sums;
};
