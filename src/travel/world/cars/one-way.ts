import { distanceKm } from "../geo.ts";
import { landmassOf } from "../landmass.ts";
import { countryOf } from "../markets.ts";
import type { Station } from "./stations.ts";

/** Groups of countries between which one-way rentals are allowed. */
const OPEN_BORDERS: readonly ReadonlySet<string>[] = [
  "US CA",
  "GB IE",
  "ZA NA BW SZ LS",
  "AE OM",
  "AR CL",
  "SX MF",
  "FR MC DE AT CH LI NL BE LU ES PT AD IT SM DK SE NO FI PL CZ SK HU SI HR EE LV LT",
].map((countries) => new Set(countries.split(" ")));

/** Why a car cannot be returned at the other station; undefined if it can. */
export const oneWayRefusal = (from: Station, to: Station): string | undefined => {
  if (from.airport.cityCode === to.airport.cityCode) return undefined;
  if (landmassOf(from.airport) !== landmassOf(to.airport)) {
    return `There is no road from ${from.name} to ${to.name}, so no car can be returned there; rent at each end instead.`;
  }
  const { country: home } = from.airport;
  const { country: abroad } = to.airport;
  if (home === abroad) return undefined;
  if (OPEN_BORDERS.some((countries) => countries.has(home) && countries.has(abroad))) return undefined;
  return `Cars rented in ${countryOf(home).name} may not be returned in ${countryOf(abroad).name}; return it where it was rented.`;
};

/** The one-way surcharge in cents; 0 within a city. */
export const oneWayFee = (from: Station, to: Station): number => {
  if (from.airport.cityCode === to.airport.cityCode) return 0;
  const distance = distanceKm(from.airport, to.airport);
  if (from.airport.country !== to.airport.country) return Math.min(1200, 220 + Math.round(distance * 0.45)) * 100;
  return Math.min(500, 50 + Math.round(distance * 0.18)) * 100;
};
