import type { IsoDate } from "../../model/calendar.ts";
import { dataTable } from "./data-file.ts";

/** Offsets within a price band, from January: 0.1 raises a price by a tenth of the band. */
export type Curve = readonly number[];

/** Demand for hotels and cars: summer in the temperate zones, the dry winter months in the tropics. */
const DEMAND: Readonly<Record<Climate, Curve>> = {
  north: [-0.1, -0.09, -0.03, 0, 0.05, 0.09, 0.12, 0.11, 0.05, 0.02, -0.06, -0.03],
  south: [0.12, 0.1, 0.05, 0.02, -0.06, -0.08, -0.05, -0.05, -0.02, 0.03, 0.05, 0.1],
  tropics: [0.12, 0.12, 0.09, 0.03, -0.04, -0.04, 0.03, 0.04, -0.07, -0.06, 0, 0.09],
};

export const demandCurveAt = (latitude: number): Curve =>
  DEMAND[latitude >= 24 ? "north" : latitude <= -24 ? "south" : "tropics"];

type Climate = "north" | "south" | "tropics";

/** The first day of a period (MM-DD) and the fare level from then on. */
type FareSeason = readonly [start: string, level: number];

const fareSeasons = dataTable("fare-seasons.json", (data: Readonly<Record<Climate, readonly FareSeason[]>>) => data);

/** The fare level on a date at a destination of that latitude. */
export const seasonFactor = (latitude: number, date: IsoDate): number => {
  const periods = fareSeasons()[latitude > 24 ? "north" : latitude < -20 ? "south" : "tropics"];
  const day = date.slice(5);
  let factor = 1;
  for (const [start, level] of periods) if (start <= day) factor = level;
  return factor;
};

/** Fare levels by weekday, from Sunday. */
const WEEKDAYS: readonly number[] = [1.12, 1.02, 0.92, 0.93, 1.02, 1.12, 1];

export const weekdayFactor = (weekday: number): number => WEEKDAYS[weekday] as number;
