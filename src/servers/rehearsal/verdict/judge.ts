import type { LinearRegExp } from "../../../mcp/tools/foreign-schemas.ts";
import type { Booking } from "../../../model/booking.ts";
import { type Cents, sum } from "../../../model/money.ts";
import type { Places } from "../../../model/place.ts";
import type { AmountNames } from "../scenario/amounts.ts";
import { type Assignment, assignBookings, finishCheck, unclaimedChecks } from "./end-checks.ts";
import { mannerChecks } from "./manner-checks.ts";
import type { MatchingTools } from "./match-bookings.ts";
import { neverChecks } from "./never-checks.ts";
import { saidChecks } from "./said-checks.ts";
import type { Evidence, Judgement } from "./verdict.ts";

/** Judges a run by its bookings, its journal and what the agent said. Passes if every check of level `must` holds. */
export const judge = async (evidence: Evidence, places: Pick<Places, "place">): Promise<Judgement> => {
  const { linearRegExp } = await import("../../../mcp/tools/foreign-schemas.ts");
  const pattern = (text: string): LinearRegExp => linearRegExp(`(?i:${text})`);
  let assignment: Assignment = new Map();
  const bookingOf = (name: string): Booking | undefined => {
    const assigned = [...assignment].find(([{ as, same }]) => as === name || same === name)?.[1];
    const pnr = evidence.given[name]?.pnr;
    return assigned ?? evidence.bookings.find((booking) => booking.pnr === pnr);
  };
  const amounts: AmountNames = (name, field) => {
    if (name === "gold") return evidence.gold[field];
    if (name === "given")
      return sum(Object.values(evidence.given).map((booking) => amountOfBooking(booking, field) ?? 0));
    const booking = evidence.given[name] ?? bookingOf(name);
    return booking && amountOfBooking(booking, field);
  };
  const tools: MatchingTools = { places, amounts, pattern };
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
