import { fold } from "../../model/fold.ts";
import type { Place } from "../../model/place.ts";
import type { AirportTable } from "./airport-table.ts";
import { createForgivingSearch, type ForgivingSearch } from "./forgiving-search.ts";

/** A place as search sees it, its texts folded. */
export interface Listing {
  readonly place: Place;
  readonly code: string;
  /** Its city, and what else travellers call it. */
  readonly cities: readonly string[];
  /** City, other names, airport's name and area; each word after a space. */
  readonly text: string;
  /** Million passengers a year; of all its airports for an area. */
  readonly traffic: number;
}

export interface PlaceSearch {
  /** Largest first; an area comes before its airports. */
  readonly listings: readonly Listing[];
  /** By code, city, name or alias: best first, and the larger of equals before the smaller. */
  find(text: string, limit: number): readonly Place[];
}

/** Below this a match may be a village that only happens to be spelt like the misspelt city that was meant. */
const WELL_KNOWN = 1;

/** Longer than every name there is. Each further word would cost a walk over all of them. */
const LONGEST_QUERY = 100;

export const createPlaceSearch = (places: Iterable<Place>, table: AirportTable): PlaceSearch => {
  const listings = listPlaces(places, table);
  let forgiving: ForgivingSearch | undefined;
  return {
    listings,
    find: (text, limit) => {
      const query = fold(text.slice(0, LONGEST_QUERY));
      if (query === "") return listings.slice(0, limit).map(({ place }) => place);
      const literal = findLiterally(listings, query);
      if (literal.some(({ traffic }) => traffic >= WELL_KNOWN))
        return literal.slice(0, limit).map(({ place }) => place);
      forgiving ??= createForgivingSearch(listings);
      const found = new Set([...literal, ...forgiving(query)]);
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

const findLiterally = (listings: readonly Listing[], query: string): readonly Listing[] => {
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
