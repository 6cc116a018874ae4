import type { Booking } from "../../../model/booking.ts";
import { type Cents, sum } from "../../../model/money.ts";
import type { Places } from "../../../model/place.ts";
import { boundedPatterns } from "../patterns.ts";
import type { AmountNames } from "../scenario/amounts.ts";
import { type Assignment, assignBookings, finishCheck, unclaimedChecks } from "./end-checks.ts";
import { mannerChecks } from "./manner-checks.ts";
import type { MatchingTools } from "./match-bookings.ts";
import { neverChecks } from "./never-checks.ts";
import { saidChecks } from "./said-checks.ts";
import type { Evidence, GoldFacts, Judgement } from "./verdict.ts";

/** Judges a run by its bookings, its journal and what the agent said. Passes if every check of level `must` holds. */
export const judge = async (given: Evidence, places: Pick<Places, "place">): Promise<Judgement> => {
  const evidence: Evidence = { ...given, scenario: withGold(given.scenario, given.gold) };
  let assignment: Assignment = new Map();
  const bookingOf = (name: string): Booking | undefined => {
    const assigned = [...assignment].find(([{ as, same }]) => as === name || same === name)?.[1];
    const pnr = evidence.given[name]?.pnr;
    return assigned ?? evidence.bookings.find((booking) => booking.pnr === pnr);
  };
  const amounts: AmountNames = (name, field) => {
    if (name === "gold") {
      const fact = evidence.gold[field];
      return typeof fact === "number" ? fact : undefined;
    }
    if (name === "given")
      return sum(Object.values(evidence.given).map((booking) => amountOfBooking(booking, field) ?? 0));
    const booking = evidence.given[name] ?? bookingOf(name);
    return booking && amountOfBooking(booking, field);
  };
  const tools: MatchingTools = { places, amounts, pattern: boundedPatterns() };
  const assigned = assignBookings(evidence, tools);
  assignment = assigned.assignment;
  const checks = [
    ...assigned.checks,
    ...unclaimedChecks(evidence, assignment, tools),
    ...finishCheck(evidence),
    ...neverChecks(evidence, tools),
    ...mannerChecks(evidence, tools),
    ...saidChecks(evidence, {
      ...tools,
      amounts: currentAmounts(amounts, bookingOf),
      pnrOf: (name) => bookingOf(name)?.pnr,
    }),
  ];
  const passes = checks.every(({ ok, level }) => ok || level === "should");
  return { verdict: passes ? "pass" : "fail", checks };
};

/** What is said about a booking is compared with the booking as it is now. */
const currentAmounts =
  (amounts: AmountNames, bookingOf: (name: string) => Booking | undefined): AmountNames =>
  (name, field) => {
    const booking = bookingOf(name);
    return booking === undefined ? amounts(name, field) : amountOfBooking(booking, field);
  };

/** Puts what the solver found in the place of `$gold.flight` and the like. Amounts stay, as they can be sums. */
const withGold = <T>(value: T, gold: GoldFacts): T => {
  if (typeof value === "string") {
    const fact = /^\$gold\.([A-Za-z]+)$/.exec(value)?.[1];
    return (typeof gold[fact ?? ""] === "string" ? gold[fact ?? ""] : value) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withGold(one, gold)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withGold(one, gold)])) as T;
};

const AMOUNTS: Readonly<Record<string, (booking: Booking) => Cents>> = {
  total: ({ totalPrice }) => totalPrice,
  flights: ({ flights }) => sum(flights.map(({ price }) => price)),
  hotels: ({ hotels }) => sum(hotels.map(({ price }) => price)),
  cars: ({ cars }) => sum(cars.map(({ totalPrice }) => totalPrice)),
  extras: ({ extras }) => sum(extras.map(({ price }) => price)),
  fees: ({ payment }) => payment.fees,
  paid: ({ payment }) => payment.paid,
  refunded: ({ payment }) => payment.refunded + (payment.credited ?? 0),
};

const amountOfBooking = (booking: Booking, field: string): Cents | undefined => AMOUNTS[field]?.(booking);
