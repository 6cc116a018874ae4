import type { Airport, Place, Places } from "../../model/place.ts";
import { badParameter, notFound, requiredParameter } from "./duffel-error.ts";
import { pageOf } from "./paging.ts";
import type { Reference } from "./reference.ts";
import { type DuffelRequest, get, type Route } from "./router.ts";

const MAX_SUGGESTED = 20;
const MAX_NEARBY = 100;
const EARTH_METRES = 20_038_000;

type Query = DuffelRequest["query"];

/** Airlines, aircraft, airports and place suggestions. */
export const referenceRoutes = (places: Places, reference: Reference): readonly Route[] => [
  ...collection("/air/airlines", () => reference.airlines()),
  ...collection("/air/aircraft", () => reference.allAircraft()),
  ...collection("/air/airports", () => reference.airports(), inCountry),
  get("/places/suggestions", ({ query }) => ({
    data: suggestions(query, places).map((place) => suggestionWire(place, reference)),
  })),
];

/** A list by page, and each of its items by ID. */
const collection = <T extends { readonly id: string }>(
  path: string,
  all: () => readonly T[],
  filter: (items: readonly T[], query: Query) => readonly T[] = (items) => items,
): readonly Route[] => [
  get(path, ({ query }) => {
    const { items, meta } = pageOf(filter(all(), query), query, ({ id }) => id);
    return { data: items, meta };
  }),
  get(`${path}/:id`, ({ id }) => {
    const data = all().find((item) => item.id === id);
    if (data === undefined) throw notFound();
    return { data };
  }),
];

const inCountry = <T extends { readonly iata_country_code: string }>(
  airports: readonly T[],
  query: Query,
): readonly T[] => {
  const country = query.get("iata_country_code");
  if (country === null) return airports;
  if (!/^[A-Za-z]{2}$/.test(country)) {
    throw badParameter("iata_country_code", "Query parameter 'iata_country_code' must be two letters, such as GB.");
  }
  return airports.filter((airport) => airport.iata_country_code === country.toUpperCase());
};

/** Cities and airports that match a text, or airports around a point. */
const suggestions = (query: Query, places: Places): readonly Place[] => {
  const text = query.get("name") ?? query.get("query");
  const area = areaIn(query);
  if (text === null && area === undefined) throw requiredParameter("query");
  if (text !== null && text.trim() === "") throw requiredParameter(query.has("name") ? "name" : "query");
  const found = text === null ? undefined : places.search(text.trim(), area ? MAX_NEARBY : MAX_SUGGESTED);
  return area ? within(area, found, places) : (found ?? []);
};

interface Area {
  readonly latitude: number;
  readonly longitude: number;
  readonly metres: number;
}

const areaIn = (query: Query): Area | undefined => {
  if (!["lat", "lng", "rad"].some((name) => query.has(name))) return undefined;
  const read = (name: string, min: number, max: number): number => {
    const text = query.get(name);
    if (text === null) throw requiredParameter(name);
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= min && value <= max) return value;
    throw badParameter(name, `Query parameter '${name}' must be a number from ${min} to ${max}.`);
  };
  return { latitude: read("lat", -90, 90), longitude: read("lng", -180, 180), metres: read("rad", 0, EARTH_METRES) };
};

/** Airports, nearest first. */
const within = (area: Area, found: readonly Place[] | undefined, places: Places): readonly Place[] => {
  const candidates = found?.flatMap(({ airports }) => airports) ?? places.airports();
  return [...new Set(candidates)]
    .map((airport) => ({ airport, km: places.distanceKm(area, airport) }))
    .filter(({ km }) => km * 1000 <= area.metres)
    .sort((a, b) => a.km - b.km || (a.airport.code < b.airport.code ? -1 : 1))
    .slice(0, MAX_NEARBY)
    .map(({ airport }) => placeOf(airport));
};

const placeOf = (airport: Airport): Place => ({
  code: airport.code,
  name: airport.name,
  kind: "airport",
  country: airport.country,
  airports: [airport],
});

const suggestionWire = (place: Place, reference: Reference) => {
  const airports = place.airports.map(({ code }) => reference.airport(code));
  const city = place.kind === "city" ? reference.city(place.code) : undefined;
  if (city === undefined) return { ...(airports[0] as (typeof airports)[number]), country_name: null, airports: null };
  return {
    ...city,
    icao_code: null,
    iata_city_code: city.iata_code,
    city_name: city.name,
    city: null,
    country_name: null,
    latitude: null,
    longitude: null,
    time_zone: null,
    airports,
  };
};
