import type { IsoDate } from "../../../model/calendar.ts";

/** First day of a period and the level of fares from then on. */
type Period = readonly [string, number];

const NORTH: readonly Period[] = [
  ["01-01", 1.3],
  ["01-06", 0.88],
  ["03-01", 0.97],
  ["03-25", 1.06],
  ["04-20", 1],
  ["06-10", 1.18],
  ["07-01", 1.3],
  ["08-25", 1.08],
  ["09-10", 0.97],
  ["11-01", 0.9],
  ["12-15", 1.35],
];
const SOUTH: readonly Period[] = [
  ["01-01", 1.32],
  ["02-01", 1.06],
  ["03-01", 0.96],
  ["04-10", 1.02],
  ["05-01", 0.88],
  ["07-01", 1.08],
  ["08-01", 0.95],
  ["11-01", 1.02],
  ["12-10", 1.38],
];
const TROPICS: readonly Period[] = [
  ["01-01", 1.3],
  ["01-08", 1.12],
  ["04-01", 0.98],
  ["05-01", 0.9],
  ["07-01", 1.1],
  ["09-01", 0.88],
  ["11-01", 0.96],
  ["12-15", 1.38],
];

/** How dear flying is at that time of the year to a place at that latitude. */
export const seasonFactor = (latitude: number, date: IsoDate): number => {
  const periods = latitude > 24 ? NORTH : latitude < -20 ? SOUTH : TROPICS;
  const day = date.slice(5);
  let factor = 1;
  for (const [start, level] of periods) if (start <= day) factor = level;
  return factor;
};

/** Sunday first. */
const WEEKDAYS: readonly number[] = [1.12, 1.02, 0.92, 0.93, 1.02, 1.12, 1];

export const weekdayFactor = (weekday: number): number => WEEKDAYS[weekday] as number;
