import type { Airport, Place, Places } from "../../model/place.ts";
import { badParameter, requiredParameter } from "./problems.ts";
import type { Reference } from "./reference.ts";
import type { Route } from "./route.ts";

const MOST_SUGGESTED = 20;
const MOST_NEARBY = 100;
const EARTH_METRES = 20_038_000;

/** Cities and airports by what somebody types, or around a point. */
export const placeRoutes = (places: Places, reference: Reference): readonly Route[] => [
  {
    method: "GET",
    path: "/places/suggestions",
    run: ({ query }) => {
      const text = query.get("name") ?? query.get("query");
      const near = pointOf(query);
      if (text === null && near === undefined) throw requiredParameter("query");
      if (text !== null && text.trim() === "") throw requiredParameter(query.has("name") ? "name" : "query");
      const found = text === null ? undefined : places.search(text.trim(), near ? MOST_NEARBY : MOST_SUGGESTED);
      return {
        data: (near ? around(near, found, places) : (found ?? [])).map((place) => suggestion(place, reference)),
      };
    },
  },
];

interface Surroundings {
  readonly latitude: number;
  readonly longitude: number;
  readonly metres: number;
}

const pointOf = (query: URLSearchParams): Surroundings | undefined => {
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
const around = (
  { latitude, longitude, metres }: Surroundings,
  found: readonly Place[] | undefined,
  places: Places,
): readonly Place[] => {
  const candidates = found?.flatMap(({ airports }) => airports) ?? places.airports();
  const centre = { latitude, longitude };
  return [...new Set(candidates)]
    .map((airport) => ({ airport, km: places.distanceKm(centre, airport) }))
    .filter(({ km }) => km * 1000 <= metres)
    .sort((a, b) => a.km - b.km || (a.airport.code < b.airport.code ? -1 : 1))
    .slice(0, MOST_NEARBY)
    .map(({ airport }) => asPlace(airport));
};

const asPlace = (airport: Airport): Place => ({
  code: airport.code,
  name: airport.name,
  kind: "airport",
  country: airport.country,
  airports: [airport],
});

const suggestion = (place: Place, reference: Reference) => {
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
