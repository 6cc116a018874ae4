import type { Arguments } from "../../../components/tool-call/arguments.ts";
import { isObject } from "../../../format/json.ts";
import type { Price } from "./flight-option.ts";

const DAY_MS = 86_400_000;
export const DAYS = 35;
const DAYS_BEFORE = 17;
/** Nobody sells further ahead. */
const MAX_DAYS_AHEAD = 331;
const CONCURRENCY = 4;

export const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** What the argument is called that says when a search leaves. */
const DEPARTURES = ["departureDate", "departure_date"] as const;
const RETURNS = ["returnDate", "return_date"] as const;

export const departureIn = (given: Arguments): string | undefined => {
  const day = DEPARTURES.map((name) => given[name]).find((each) => typeof each === "string");
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
};

/** 35 days around one, none of them in the past. */
export const daysAround = (day: string, now: number): readonly string[] => {
  const today = timeOf(isoDate(now));
  const first = Math.min(
    Math.max(timeOf(day) - DAYS_BEFORE * DAY_MS, today),
    today + (MAX_DAYS_AHEAD - DAYS + 1) * DAY_MS,
  );
  return Array.from({ length: DAYS }, (_, index) => isoDate(first + index * DAY_MS));
};

/** How many fields of a week, beginning on Monday, stand empty before a day. */
export const weekdayOffset = (day: string): number => (new Date(timeOf(day)).getUTCDay() + 6) % 7;

/** The same search for another day, of the way there alone, as small as it can be. */
export const cheapestSearchOn = (given: Arguments, day: string): Arguments => {
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !RETURNS.some((each) => each === name)));
  const small = "departureDate" in given ? { maxResults: 1, sortBy: "price" } : minimalOptions(given);
  return { ...rest, ...small, ...onDay(given, day) };
};

/** Of a search that sorts by price anyhow; other servers may refuse what it was not given. */
const minimalOptions = (given: Arguments): Arguments => ({
  ...("max_results" in given && { max_results: 1 }),
  ...("detail" in given && { detail: "lean" }),
});

const onDay = (given: Arguments, day: string): Arguments =>
  Object.fromEntries(DEPARTURES.filter((name) => name in given).map((name) => [name, day]));

/** The search of somebody who has chosen another day: the way back stays as many days later. */
export const withDeparture = (given: Arguments, day: string): Arguments => {
  const before = departureIn(given);
  const moved = before === undefined ? 0 : timeOf(day) - timeOf(before);
  const inbound = RETURNS.filter((name) => typeof given[name] === "string").map((name) => [
    name,
    isoDate(timeOf(String(given[name])) + moved),
  ]);
  return { ...given, ...onDay(given, day), ...Object.fromEntries(inbound) };
};

export const cheapest = (prices: readonly Price[]): Price | undefined =>
  prices.reduce<Price | undefined>((best, each) => (best && best.amount <= each.amount ? best : each), undefined);

/** 0 for the cheapest fifth of the range, 4 for the dearest. */
export const levelOf = (amount: number, all: readonly number[]): number => {
  const [min, max] = [Math.min(...all), Math.max(...all)];
  return max === min ? 0 : Math.min(4, Math.floor((5 * (amount - min)) / (max - min)));
};

/** Whether prices are all in one currency, so that they can be compared. */
export const comparable = (prices: readonly Price[]): boolean =>
  new Set(prices.map(({ currency }) => currency)).size <= 1;

/** Does something for each, at most four at a time, until it is told to stop or one of them fails. */
export const forEachLimited = async <T>(
  all: readonly T[],
  work: (each: T) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      try {
        await work(next);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
};

/** The same search has the same name, in whatever order it was filled in. */
export const searchKey = (server: string, tool: string, given: unknown): string => {
  const sorted = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value;
  return JSON.stringify([server, tool, sorted(given)]);
};
