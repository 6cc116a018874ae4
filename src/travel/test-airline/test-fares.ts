import type { Cabin } from "../../model/flight.ts";
import type { Party } from "../../model/passenger.ts";

/** US cents for the whole party. */
export interface TestFare {
  readonly base: number;
  readonly tax: number;
  readonly total: number;
  readonly perAdult: number;
}

/** Near what Duffel's test airline asked a month ahead: 70 dollars to Barcelona, 223 to New York, 258 to Singapore. */
const START = 3_300;
const PER_KM = 3.45;
const LONG_HAUL_KM = 2_500;
const CABIN_FACTORS: Readonly<Record<"short" | "long", Readonly<Record<Cabin, number>>>> = {
  short: { economy: 1, premium_economy: 1.31, business: 4.2, first: 9.9 },
  long: { economy: 1, premium_economy: 1.53, business: 5.9, first: 14.3 },
};
const TAX_SHARE = 0.18;
const CHILD_SHARE = 0.75;
const INFANT_SHARE = 0.1;

/** `factor` sets one departure apart from another. */
export const testFare = (km: number, cabin: Cabin, factor: number, party: Party): TestFare => {
  const cabinFactor = CABIN_FACTORS[km < LONG_HAUL_KM ? "short" : "long"][cabin];
  const adult = Math.round((START + PER_KM * km) * cabinFactor * factor);
  const child = Math.round(adult * CHILD_SHARE);
  const infant = Math.round(adult * INFANT_SHARE);
  const total = adult * party.adults + child * party.children + infant * party.infants;
  const tax = Math.round(total * TAX_SHARE);
  return { base: total - tax, tax, total, perAdult: adult };
};
