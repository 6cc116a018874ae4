import type { VehicleClass } from "../../../model/booking.ts";
import type { IsoDate } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import { isSmallIsland } from "../landmass.ts";
import { countryOf, type Market } from "../markets.ts";
import { demandCurveAt } from "../seasons.ts";
import { airportChargesAt } from "./charges.ts";
import type { Company, Tier } from "./companies.ts";
import type { Station } from "./stations.ts";

/** US dollars a day. In the United States, the lowest base rate and the highest rate including airport charges. */
const BANDS: Readonly<Record<VehicleClass, readonly [number, number]>> = {
  economy: [35, 50],
  compact: [40, 60],
  midsize: [50, 80],
  fullsize: [62, 95],
  suv: [72, 120],
  luxury: [100, 150],
};

const TIER_SHIFT: Readonly<Record<Tier, number>> = { premium: 0.2, standard: 0.05, value: -0.18 };

/** Corrections where car prices deviate from the level of hotel prices. */
const MARKET_LEVEL: Readonly<Partial<Record<Market, number>>> = {
  nordic: 1.15,
  pacific: 1.2,
  africa: 1.15,
  caribbean: 0.85,
  "south-europe": 0.9,
};

/** From Sunday: fewer people travel on business at the weekend. */
const WEEK = [-0.04, 0.05, 0.04, 0.02, 0.02, 0, -0.05];

/** Longer rentals cost less a day. */
const lengthShift = (days: number): number =>
  days >= 28 ? -0.3 : days >= 7 ? -0.2 : days >= 4 ? -0.06 : days === 1 ? 0.08 : 0;

export interface Hire {
  readonly seed: string;
  readonly station: Station;
  /** Local pick-up date. */
  readonly date: IsoDate;
  readonly days: number;
  /** Undefined unless the clock is configured. */
  readonly daysLeft: number | undefined;
}

/** Returns a function from vehicle class and company to the base rental in cents a day. */
export const baseRates = ({
  seed,
  station,
  date,
  days,
  daysLeft,
}: Hire): ((car: VehicleClass, company: Company) => number) => {
  const { latitude } = station.airport;
  const pickup = new Date(`${date}T00:00:00Z`);
  const week = Math.floor(pickup.getTime() / WEEK_MS);
  const season = 1.5 * (demandCurveAt(latitude)[pickup.getUTCMonth()] as number) + (WEEK[pickup.getUTCDay()] as number);
  const shift = 0.25 + season + lengthShift(days) + lateShift(daysLeft);
  const charges = airportChargesAt(station);
  const level = levelOf(station);
  return (car, company) => {
    const variation = draw("car rate", seed, station.code, company.code, car, week).fraction() * 0.3;
    const [low, high] = BANDS[car];
    const most = charges === undefined ? high : (high - charges.facility / 100) / (1 + charges.concession);
    const position = Math.min(1, Math.max(0, shift + TIER_SHIFT[company.tier] + variation));
    return Math.floor((low + (most - low) * position) * level * 100);
  };
};

const WEEK_MS = 7 * 86_400_000;

/** Car prices vary less between countries than hotel prices, because cars cost much the same everywhere. */
const levelOf = ({ airport, traffic }: Station): number => {
  if (airport.country === "US") return 1;
  const { level, market } = countryOf(airport.country);
  const island = traffic < SMALL_ISLAND && isSmallIsland(airport) ? ISLAND_LEVEL : 1;
  return (0.45 + 0.55 * level) * (MARKET_LEVEL[market] ?? 1) * island;
};

/** On an island with fewer million passengers a year, a few cars serve all visitors. */
const SMALL_ISLAND = 0.7;
const ISLAND_LEVEL = 1.25;

const lateShift = (daysLeft: number | undefined): number =>
  daysLeft === undefined ? 0 : daysLeft <= 2 ? 0.15 : daysLeft <= 7 ? 0.08 : daysLeft > 90 ? -0.06 : 0;
