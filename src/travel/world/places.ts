import { type Failure, invalid, notFound } from "../../model/failure.ts";
import type { Airport, Place, Places } from "../../model/place.ts";
import { type AirportTable, airportTable } from "./airport-table.ts";
import { dataTable } from "./data-file.ts";
import { distanceKm } from "./geo.ts";
import { createPlaceSearch, type PlaceSearch } from "./place-search.ts";
import { labelOf, suggestionFor } from "./place-suggestion.ts";
import { instantIn, localDateIn, localTimeIn } from "./zones.ts";

export interface GeneratedPlaces extends Places {
  /** Estimated million passengers a year. */
  traffic(airport: Airport): number;
  /** A sentence such as "Did you mean JFK (New York John F. Kennedy)?", when something well known is near. */
  suggest(text: string): string | undefined;
}

/** Code, name, the nearest airport that has scheduled service, and the kilometres to it. */
type UnservedRow = readonly [string, string, string, number];

let loaded: GeneratedPlaces | undefined;

/** The airports and areas of the generated world; made once per process, when first asked for. */
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
