import { addDays, type IsoDate } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

export interface Rate extends Pick<Plan, "code" | "name" | "refundable"> {
  /** Relative to the best flexible rate. */
  readonly factor: number;
  readonly cancellationPolicy: string;
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

export const rateOf = (seed: string, stay: StayTerms): Rate => {
  const { city, property, checkIn, nights } = stay;
  const chance = draw("rate", seed, property.code, checkIn, nights);
  const plan = chance.pick(plans().filter((candidate) => isSold(candidate, stay)));
  const [least, most] = plan.factor;
  return {
    code: plan.code,
    name: plan.name,
    factor: least + (most - least) * chance.fraction(),
    refundable: plan.refundable,
    cancellationPolicy: plan.refundable ? deadline(city, property, checkIn) : NON_REFUNDABLE,
    breakfast: plan.breakfast ?? false,
  };
};

const NON_REFUNDABLE =
  "Non-refundable: the whole stay is charged at booking; no refund for a cancellation, change or no-show.";

/** Cancellation deadline in days before arrival, by stars. */
const NOTICE: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 1, 4: 2, 5: 3 };
const RESORT_NOTICE = 14;

const deadline = (city: City, { stars }: Property, checkIn: IsoDate): string => {
  const resort = city.demand === "resort" && stars >= 4;
  const last = addDays(checkIn, -(resort ? RESORT_NOTICE : (NOTICE[stars] as number)));
  return `Free cancellation until 18:00 local time on ${last}; after that ${resort ? "the whole stay" : "one night"} is charged.`;
};
