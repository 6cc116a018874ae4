import type { IsoDate } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

export interface Rate extends Pick<Plan, "code" | "name" | "refundable"> {
  /** Relative to the best flexible rate. */
  readonly factor: number;
  readonly breakfast: boolean;
}

/** A plan that is listed twice is sold twice as often. */
interface Plan {
  readonly code: string;
  readonly name: string;
  /** The lowest and highest factor. */
  readonly factor: readonly [number, number];
  readonly refundable: boolean;
  readonly breakfast?: boolean;
  readonly minDaysLeft?: number;
  readonly minNights?: number;
  readonly countries?: readonly string[];
  readonly chainsOnly?: boolean;
  readonly airportsOnly?: boolean;
}

interface StayTerms {
  readonly city: City;
  readonly property: Property;
  readonly checkIn: IsoDate;
  readonly nights: number;
  /** Undefined unless the clock is configured. */
  readonly daysLeft: number | undefined;
}

const plans = dataTable("hotel-rate-plans.json", (rows: readonly Plan[]) => rows);

const isSold = (plan: Plan, { city, property, nights, daysLeft }: StayTerms): boolean =>
  (daysLeft === undefined || daysLeft >= (plan.minDaysLeft ?? Number.NEGATIVE_INFINITY)) &&
  nights >= (plan.minNights ?? 1) &&
  (plan.countries?.includes(city.country) ?? true) &&
  (!plan.chainsOnly || property.chain.code !== "XX") &&
  (!plan.airportsOnly || property.atAirport) &&
  !(plan.breakfast && property.amenities.includes("Free breakfast"));

/** The plan that a search shows, and its factor. */
const plansSold = (seed: string, stay: StayTerms) => {
  const { property, checkIn, nights } = stay;
  const chance = draw("rate", seed, property.code, checkIn, nights);
  const sold = plans().filter((candidate) => isSold(candidate, stay));
  const shown = chance.pick(sold);
  return { sold, shown, factor: between(shown.factor, chance.fraction()) };
};

const between = ([least, most]: Plan["factor"], fraction: number): number => least + (most - least) * fraction;

const rateFrom = ({ code, name, refundable, breakfast = false }: Plan, factor: number): Rate => ({
  ...{ code, name, factor, refundable, breakfast },
});

/** The rate that a search shows. */
export const rateOf = (seed: string, stay: StayTerms): Rate => {
  const { shown, factor } = plansSold(seed, stay);
  return rateFrom(shown, factor);
};

/** From the cheapest to the dearest: fewer obligations, or more included. */
const ORDER = ["ADV", "LNG", "MBR", "AAA", "BAR", "PKG", "BBR"];
/** Between the factors of two plans. */
const STEP = 0.02;

/** All rates of the stay in their order. The one that a search shows keeps its factor, and the others keep away from it. */
export const ratesOf = (seed: string, stay: StayTerms): readonly Rate[] => {
  const { property, checkIn, nights } = stay;
  const { sold, shown, factor } = plansSold(seed, stay);
  const ordered = ORDER.flatMap((code) => sold.find((plan) => plan.code === code) ?? []);
  const fixed = ordered.findIndex(({ code }) => code === shown.code);
  const factors = ordered.map((plan, i) => {
    if (i === fixed) return factor;
    return between(plan.factor, draw("rate", seed, property.code, checkIn, nights, plan.code).fraction());
  });
  const at = (i: number): number => factors[i] as number;
  for (let i = fixed - 1; i >= 0; i--) factors[i] = Math.min(at(i), at(i + 1) - STEP);
  for (let i = fixed + 1; i < factors.length; i++) factors[i] = Math.max(at(i), at(i - 1) + STEP);
  return ordered.map((plan, i) => rateFrom(plan, at(i)));
};
