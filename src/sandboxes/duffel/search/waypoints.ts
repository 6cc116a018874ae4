import type { Airport, Places } from "../../../model/place.ts";

/** Airports with so much traffic that flights stop and change there. */
const LARGEST = 150;
/** Nearer to either end nobody lands on the way. */
const SHORTEST_LEG_KM = 150;
const SHORTEST_LEG_SHARE = 0.2;

/** Large airports between two others, the least out of the way first. */
export const waypoints = (places: Places, from: Airport, to: Airport, limit: number): readonly Airport[] => {
  const shortest = Math.max(SHORTEST_LEG_KM, SHORTEST_LEG_SHARE * places.distanceKm(from, to));
  return places
    .airports()
    .slice(0, LARGEST)
    .filter((airport) => !places.sameCity(airport.code, from.code) && !places.sameCity(airport.code, to.code))
    .map((airport) => ({ airport, legs: [places.distanceKm(from, airport), places.distanceKm(airport, to)] as const }))
    .filter(({ legs }) => Math.min(...legs) >= shortest)
    .sort((a, b) => a.legs[0] + a.legs[1] - (b.legs[0] + b.legs[1]) || (a.airport.code < b.airport.code ? -1 : 1))
    .slice(0, limit)
    .map(({ airport }) => airport);
};
