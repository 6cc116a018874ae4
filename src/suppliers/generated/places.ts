import { Failure } from "../../model/failure.ts";
import type { Airport, Place, Places } from "../../model/place.ts";
import { type AirportTable, airportTable } from "./airport-table.ts";
import { readData } from "./data-file.ts";
import { createPlaceSearch, type PlaceSearch } from "./place-search.ts";
import { instantIn, localDateIn, localTimeIn } from "./zones.ts";

export interface GeneratedPlaces extends Places {
  /** Estimated million passengers a year. */
  traffic(airport: Airport): number;
  /** A sentence such as "Did you mean JFK (New York John F. Kennedy)?", when something well known is near. */
  suggest(text: string): string | undefined;
}

/** Code, name, and the nearest airport that has scheduled service. */
type UnservedRow = readonly [string, string, string];

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
  const search = (): PlaceSearch => {
    index ??= createPlaceSearch([...places.values()], table);
    return index;
  };
  const cityOf = (code: string): string => table.byCode.get(code)?.cityCode ?? code;

  return {
    airport: (code) => table.byCode.get(code),
    place: (code) => places.get(code),
    require: (code, field) => {
      const place = places.get(code);
      if (place === undefined) throw unknownPlace(code, field, table, search());
      return place;
    },
    sameCity: (a, b) => a === b || cityOf(a) === cityOf(b),
    search: (text, limit) => search().find(text, limit),
    airports: () => table.airports,
    localDate: ({ timeZone }, instant) => localDateIn(timeZone, instant),
    localTime: ({ timeZone }, instant) => localTimeIn(timeZone, instant),
    instant: ({ timeZone }, wallClock) => instantIn(timeZone, wallClock),
    traffic: (airport) => table.traffic(airport),
    suggest: (text) => search().suggest(text),
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

const unknownPlace = (code: string, field: string, table: AirportTable, search: PlaceSearch): Failure => {
  const unserved = readData<readonly UnservedRow[]>("unserved.json").find(([known]) => known === code);
  if (unserved !== undefined) {
    const [, name, nearest] = unserved;
    const served = table.byCode.get(nearest) as Airport;
    return new Failure("not_found", `No scheduled flights at '${code}' (${name})`, {
      field,
      value: code,
      hint: `The nearest airport with scheduled flights is ${search.label(served.code)}.`,
    });
  }
  return new Failure("invalid", `Invalid airport code '${code}'`, {
    field,
    value: code,
    hint: search.suggest(code) ?? "Give a three-letter IATA code of an airport (JFK) or of a city (NYC).",
  });
};
