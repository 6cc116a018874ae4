import type { IsoDate } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import { type Curve, demandCurveAt } from "../seasons.ts";
import type { City, Demand } from "./cities.ts";

/** From Sunday night. */
const WEEK: Readonly<Record<Demand, Curve>> = {
  business: [-0.08, 0.04, 0.09, 0.09, 0.05, -0.07, -0.08],
  mixed: [-0.05, -0.03, -0.01, 0, 0.01, 0.06, 0.07],
  resort: [-0.04, -0.06, -0.06, -0.05, 0, 0.1, 0.11],
};

/** From January: cities whose seasons do not follow the latitude. */
const SPECIAL_YEARS = {
  gulf: [0.1, 0.1, 0.08, 0.03, -0.05, -0.12, -0.13, -0.12, -0.06, 0.03, 0.09, 0.1],
  snow: [0.12, 0.16, 0.12, -0.02, -0.1, -0.04, 0.04, 0.05, -0.03, -0.08, -0.06, 0.12],
  trade: [-0.08, -0.02, 0.03, 0.04, 0.06, 0.05, -0.04, -0.07, 0.07, 0.07, 0.02, -0.06],
} as const;

const SKI_RESORTS = new Set("ASE EGE JAC SUN HDN MTJ INN SZG CMF GNB SPK TOS RVN KTT IVL BZN".split(" "));
const GULF = new Set(["AE", "QA", "BH", "KW", "OM", "SA", "EG"]);

/** A country, a city code or a kind of demand; first and last day (MM-DD); added demand. */
type Festival = readonly [where: string, from: string, to: string, lift: number];

const festivals = dataTable("festivals.json", (rows: readonly Festival[]) => rows);

const DAY_MS = 86_400_000;

/** The average demand in the city over the nights of a stay. */
export const demandOver = (city: City, seed: string, checkIn: IsoDate, nights: number): number => {
  const ownFestivals = festivals().filter(
    ([where]) => where === city.code || where === city.country || where === city.demand,
  );
  const week = WEEK[city.demand];
  const year = yearOf(city);
  const first = Date.parse(`${checkIn}T00:00:00Z`) / DAY_MS;
  let sum = 0;
  let eventWeek = Number.NaN;
  let event = NO_EVENT;
  for (let day = first; day < first + nights; day++) {
    const date = new Date(day * DAY_MS);
    const monthDay = date.toISOString().slice(5, 10);
    const weekNumber = Math.floor((day + 4) / 7);
    if (weekNumber !== eventWeek) {
      eventWeek = weekNumber;
      event = eventIn(city, seed, weekNumber);
    }
    const weekday = date.getUTCDay();
    sum += (week[weekday] as number) + (year[date.getUTCMonth()] as number);
    if (event.nights.includes(weekday)) sum += event.lift;
    for (const [, from, to, lift] of ownFestivals) if (monthDay >= from && monthDay <= to) sum += lift;
  }
  return sum / nights;
};

const yearOf = (city: City): Curve => {
  if (SKI_RESORTS.has(city.code)) return SPECIAL_YEARS.snow;
  if (GULF.has(city.country)) return SPECIAL_YEARS.gulf;
  if (city.demand === "business") return SPECIAL_YEARS.trade;
  return demandCurveAt(city.latitude);
};

interface CityEvent {
  readonly nights: readonly number[];
  readonly lift: number;
}

const NO_EVENT: CityEvent = { nights: [], lift: 0 };

/** In about one week of twelve: a trade fair on weekdays, or a concert or match at the weekend. */
const eventIn = (city: City, seed: string, week: number): CityEvent => {
  const chance = draw("event", seed, city.code, week);
  if (!chance.chance(0.08)) return NO_EVENT;
  return { nights: city.demand === "business" ? [1, 2, 3] : [5, 6], lift: 0.15 + chance.fraction() * 0.2 };
};
