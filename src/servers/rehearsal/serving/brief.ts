import { usd } from "../../../model/money.ts";
import type { GivenBookings } from "../runs/run-store.ts";
import type { Scenario } from "../scenario/scenario.ts";

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Monday, 4 January 2027. Not by Intl, whose texts differ between versions. */
const dayInWords = (instant: number): string => {
  const day = new Date(instant);
  return `${WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
};

const REFERENCE = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)(?:\.(pnr|total))?\s*\}\}/g;
const TODAY = /\{\{\s*today\s*\}\}/;

/** What the agent is given. The host tells its model the real date, so the brief says the one of the run. */
export const briefOf = ({ brief, clock }: Scenario, given: GivenBookings): string => {
  const today = dayInWords(Date.parse(clock.start));
  const text = brief.trim().replaceAll(REFERENCE, (whole, name: string, field?: string) => {
    if (name === "today" && field === undefined) return today;
    const booking = Object.hasOwn(given, name) ? given[name] : undefined;
    if (booking === undefined) return whole;
    return field === "total" ? usd(booking.totalPrice) : booking.pnr;
  });
  return TODAY.test(brief) ? text : `Today is ${today}.\n\n${text}`;
};
