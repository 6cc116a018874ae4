import { addDays, type IsoDate } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

export interface Rate {
  readonly code: string;
  readonly name: string;
  /** Relative to the best flexible rate. */
  readonly factor: number;
  readonly refundable: boolean;
  readonly cancellationPolicy: string;
  readonly breakfast: boolean;
}

interface Plan {
  readonly code: string;
  readonly name: string;
  readonly factor: readonly [number, number];
  readonly refundable: boolean;
  readonly breakfast?: boolean;
  readonly sold?: (stay: StayTerms) => boolean;
}

interface StayTerms {
  readonly city: City;
  readonly property: Property;
  readonly checkIn: IsoDate;
  readonly nights: number;
  /** Undefined unless the clock is configured. */
  readonly daysLeft: number | undefined;
}

/** A plan that is listed twice is sold twice as often. */
const PLANS: readonly Plan[] = [
  { code: "BAR", name: "Best Available Rate", factor: [1, 1], refundable: true },
  { code: "BAR", name: "Best Available Rate", factor: [1, 1], refundable: true },
  {
    code: "ADV",
    name: "Advance Purchase, non-refundable",
    factor: [0.8, 0.9],
    refundable: false,
    sold: ({ daysLeft }) => daysLeft === undefined || daysLeft >= 7,
  },
  {
    code: "MBR",
    name: "Member Rate",
    factor: [0.9, 0.95],
    refundable: true,
    sold: ({ property }) => property.chain.code !== "XX",
  },
  { code: "BBR", name: "Bed and Breakfast", factor: [1.07, 1.12], refundable: true, breakfast: true },
  {
    code: "AAA",
    name: "AAA/CAA Member Rate",
    factor: [0.9, 0.95],
    refundable: true,
    sold: ({ city }) => city.country === "US" || city.country === "CA",
  },
  {
    code: "LNG",
    name: "Long Stay Rate, 7 nights or more",
    factor: [0.82, 0.88],
    refundable: true,
    sold: ({ nights }) => nights >= 7,
  },
  {
    code: "PKG",
    name: "Park and Fly Package",
    factor: [1.05, 1.1],
    refundable: true,
    sold: ({ property }) => property.atAirport,
  },
];

export const rateOf = (seed: string, stay: StayTerms): Rate => {
  const { city, property, checkIn, nights } = stay;
  const chance = draw("rate", seed, property.code, checkIn, nights);
  const plan = chance.pick(PLANS.filter(({ sold }) => sold === undefined || sold(stay)));
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
