import { draw } from "../../../model/draw.ts";
import type { City, Quarter } from "./cities.ts";

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const KM_PER_DEGREE = 111.2;
/** How far a quarter is from the centre, a hotel from the middle of its quarter, and an airport hotel from its airport, in km. */
const TOWN_KM = 3;
const QUARTER_KM = 0.5;
const AIRPORT_KM = 1.5;

/** An approximate position: near the airport of an airport hotel, else in a quarter around the centre. */
export const positionOf = (city: City, quarter: Quarter, hotel: string): Position => {
  const { airport } = quarter;
  if (airport !== undefined) return near([airport.latitude, airport.longitude], AIRPORT_KM, ["at airport", hotel]);
  const rank = city.quarters.findIndex(({ name }) => name === quarter.name);
  const km = rank < 0 ? TOWN_KM : (TOWN_KM * (rank + 1)) / city.quarters.length;
  const { latitude, longitude } = near(city.centre, km, ["quarter", city.code, quarter.name]);
  return near([latitude, longitude], QUARTER_KM, ["in quarter", hotel]);
};

/** A point within a square around another one, drawn from the words. */
const near = ([latitude, longitude]: readonly [number, number], km: number, words: readonly string[]): Position => {
  const chance = draw(...words);
  const [north, east] = [chance.fraction() * 2 - 1, chance.fraction() * 2 - 1];
  const shrink = Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  return {
    latitude: rounded(latitude + (north * km) / KM_PER_DEGREE),
    longitude: rounded(longitude + (east * km) / (KM_PER_DEGREE * shrink)),
  };
};

const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
