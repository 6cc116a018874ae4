import type { Arguments } from "../../../components/tool-call/arguments.ts";
import { isObject } from "../../../format/json.ts";
import type { Price } from "./flight-option.ts";

const DAY_MS = 86_400_000;
export const DAYS = 35;
const DAYS_BEFORE = 17;
/** The GDS sells no further ahead. */
const MAX_DAYS_AHEAD = 331;
const CONCURRENCY = 4;

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Names of the departure date argument. */
const DEPARTURES = ["departureDate", "departure_date"] as const;
const RETURNS = ["returnDate", "return_date"] as const;

export const departureIn = (args: Arguments): string | undefined => {
  const day = DEPARTURES.map((name) => args[name]).find((each) => typeof each === "string");
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
};

/** 35 days around a date, none of them in the past. */
export const daysAround = (day: string, now: number): readonly string[] => {
  const today = timeOf(isoDate(now));
  const first = Math.min(
    Math.max(timeOf(day) - DAYS_BEFORE * DAY_MS, today),
    today + (MAX_DAYS_AHEAD - DAYS + 1) * DAY_MS,
  );
  return Array.from({ length: DAYS }, (_, index) => isoDate(first + index * DAY_MS));
};

/** Empty cells before a day in a week that starts on Monday. */
export const weekdayOffset = (day: string): number => (new Date(timeOf(day)).getUTCDay() + 6) % 7;

/** The search for another day: outbound only, with a minimal response. */
export const cheapestSearchOn = (args: Arguments, day: string): Arguments => {
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !RETURNS.some((each) => each === name)));
  const small = "departureDate" in args ? { maxResults: 1, sortBy: "price" } : minimalOptions(args);
  return { ...rest, ...small, ...onDay(args, day) };
};

/** For searches that always sort by price. Adds no argument that the original did not have. */
const minimalOptions = (args: Arguments): Arguments => ({
  ...("max_results" in args && { max_results: 1 }),
  ...("detail" in args && { detail: "lean" }),
});

const onDay = (args: Arguments, day: string): Arguments =>
  Object.fromEntries(DEPARTURES.filter((name) => name in args).map((name) => [name, day]));

/** Moves the search to another day and keeps the length of the stay. */
export const withDeparture = (args: Arguments, day: string): Arguments => {
  const before = departureIn(args);
  const moved = before === undefined ? 0 : timeOf(day) - timeOf(before);
  const inbound = RETURNS.filter((name) => typeof args[name] === "string").map((name) => [
    name,
    isoDate(timeOf(String(args[name])) + moved),
  ]);
  return { ...args, ...onDay(args, day), ...Object.fromEntries(inbound) };
};

export const cheapest = (prices: readonly Price[]): Price | undefined =>
  prices.reduce<Price | undefined>((best, each) => (best && best.amount <= each.amount ? best : each), undefined);

/** From 0 (cheapest fifth of the range) to 4 (most expensive). */
export const levelOf = (amount: number, all: readonly number[]): number => {
  const [min, max] = [Math.min(...all), Math.max(...all)];
  return max === min ? 0 : Math.min(4, Math.floor((5 * (amount - min)) / (max - min)));
};

/** Whether all prices have the same currency. */
export const comparable = (prices: readonly Price[]): boolean =>
  new Set(prices.map(({ currency }) => currency)).size <= 1;

/** Runs `work` for each item, at most four at a time, until aborted or until one fails. */
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

/** A cache key that does not depend on the order of arguments. */
export const searchKey = (server: string, tool: string, args: unknown): string => {
  const sorted = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value;
  return JSON.stringify([server, tool, sorted(args)]);
};
