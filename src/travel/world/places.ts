import { editDistance } from "../../model/edit-distance.ts";
import { type Failure, invalid, notFound } from "../../model/failure.ts";
import { fold } from "../../model/fold.ts";
import type { Airport, Place, Places } from "../../model/place.ts";
import { type AirportTable, airportTable } from "./airport-table.ts";
import { dataTable } from "./data-file.ts";
import { distanceKm } from "./geo.ts";
import { createPlaceSearch, type Listing, type PlaceSearch } from "./place-search.ts";
import { instantIn, localDateIn, localTimeIn } from "./zones.ts";

export interface GeneratedPlaces extends Places {
  /** Estimated million passengers a year. */
  traffic(airport: Airport): number;
  /** A sentence such as "Did you mean JFK (New York John F. Kennedy)?", if a well-known place is similar. */
  suggest(text: string): string | undefined;
}

/** Code, name, the nearest airport with scheduled service, and the kilometres to it. */
type UnservedRow = readonly [string, string, string, number];

let loaded: GeneratedPlaces | undefined;

/** The airports and areas of the generated world, loaded once per process on first use. */
export const loadPlaces = (): GeneratedPlaces => {
  loaded ??= createPlaces(airportTable());
  return loaded;
};

export const suggestPlace = (text: string): string | undefined => loadPlaces().suggest(text);

const createPlaces = (table: AirportTable): GeneratedPlaces => {
  const places = allPlaces(table);
  let index: PlaceSearch | undefined;
  let bySize: readonly Airport[] | undefined;
  const search = (): PlaceSearch => {
    index ??= createPlaceSearch(places.values(), table);
    return index;
  };
  const suggest = (text: string): string | undefined => suggestionFor(search(), text);
  const cityOf = (code: string): string => table.byCode.get(code)?.cityCode ?? code;

  return {
    airport: (code) => table.byCode.get(code),
    place: (code) => places.get(code),
    require: (code, field) => {
      const place = places.get(code);
      if (place === undefined) throw unserved(code, field, places) ?? unknown(code, field, suggest(code));
      return place;
    },
    sameCity: (a, b) => a === b || cityOf(a) === cityOf(b),
    search: (text, limit) => search().find(text, limit),
    airports: () => {
      bySize ??= [...table.airports].sort((a, b) => table.traffic(b) - table.traffic(a));
      return bySize;
    },
    distanceKm,
    localDate: ({ timeZone }, instant) => localDateIn(timeZone, instant),
    localTime: ({ timeZone }, instant) => localTimeIn(timeZone, instant),
    instant: ({ timeZone }, wallClock) => instantIn(timeZone, wallClock),
    traffic: (airport) => table.traffic(airport),
    suggest,
  };
};

const allPlaces = ({ airports, areas }: AirportTable): Map<string, Place> => {
  const places = new Map<string, Place>();
  for (const airport of airports) {
    const { code, name, country } = airport;
    places.set(code, { code, name, kind: "airport", country, airports: [airport] });
  }
  for (const { code, name, country, airports } of areas.values()) {
    places.set(code, { code, name, kind: "city", country, airports });
  }
  return places;
};

const unservedRows = dataTable(
  "unserved.json",
  (rows: readonly UnservedRow[]) => new Map(rows.map((row) => [row[0], row])),
);

const unserved = (code: string, field: string, places: ReadonlyMap<string, Place>): Failure | undefined => {
  const row = unservedRows().get(code);
  if (row === undefined) return undefined;
  const [, name, nearest, km] = row;
  return notFound(`No scheduled flights serve '${code}' (${name}).`, {
    field,
    value: code,
    hint: `The nearest airport with scheduled flights is ${labelOf(places.get(nearest) as Place)}, ${km} km away.`,
  });
};

const unknown = (code: string, field: string, suggestion: string | undefined): Failure =>
  invalid(`Invalid airport code '${code.slice(0, 100)}': must be a valid 3-letter IATA code`, {
    field,
    value: code,
    hint: suggestion ?? "Give the code of an airport (JFK) or of a city (NYC).",
  });

const MAX_SUGGESTIONS = 3;
/** Million passengers a year from which a place is suggested for a code with one wrong letter. */
const WELL_KNOWN = 5;
/** Million passengers a year from which a city is recognised by its consonants. */
const FAMOUS = 25;

/** `JFK (New York John F. Kennedy)`, `NYC (New York, all airports)` */
const labelOf = (place: Place): string => {
  if (place.kind === "city") return `${place.code} (${place.name}, all airports)`;
  const { city, name } = place.airports[0] as Airport;
  const short = name.replace(/( International| Regional| Municipal)? Airport$/, "");
  return `${place.code} (${fold(short).includes(fold(city)) ? short : `${city} ${short}`})`;
};

const suggestionFor = (search: PlaceSearch, text: string): string | undefined => {
  const code = fold(text);
  const places = /^[a-z]{3}$/.test(code) ? likeCode(search.listings, code) : search.find(text, MAX_SUGGESTIONS);
  if (places.length === 0) return undefined;
  const labels = places.map(labelOf);
  const last = labels.pop();
  return `Did you mean ${labels.length > 0 ? `${labels.join(", ")} or ` : ""}${last}?`;
};

/** Typing errors, the likeliest first: lower case, swapped letters, an abbreviated city, dropped vowels, one wrong letter. */
const TYPOS: readonly ((code: string, listing: Listing) => boolean)[] = [
  (code, listing) => code === listing.code,
  (code, listing) => listing.traffic >= 1 && isSwapped(code, listing.code),
  (code, listing) => listing.traffic >= 1 && listing.cities.some((city) => city.startsWith(code)),
  (code, listing) => listing.traffic >= FAMOUS && listing.cities.some((city) => isSkeleton(code, city)),
  (code, listing) => listing.traffic >= WELL_KNOWN && editDistance(code, listing.code, 1) === 1,
];

const likeCode = (listings: readonly Listing[], code: string): readonly Place[] => {
  const found = TYPOS.flatMap((isTypo) => listings.filter((listing) => isTypo(code, listing)));
  return [...new Set(found)].slice(0, MAX_SUGGESTIONS).map(({ place }) => place);
};

const isSwapped = (a: string, b: string): boolean =>
  [...a].sort().join() === [...b].sort().join() && editDistance(a, b, 1) === 1;

/** `ldn` for London: same first letter, the others in order. */
const isSkeleton = (code: string, city: string): boolean => {
  if (code[0] !== city[0]) return false;
  let position = -1;
  for (const letter of code) {
    position = city.indexOf(letter, position + 1);
    if (position < 0) return false;
  }
  return true;
};
