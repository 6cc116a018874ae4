import type { ItineraryLeg } from "../../../../src/console/contract.ts";
import { DAY_MS, wallTime } from "./local-time.ts";

/** A trip as a calendar: days beside one another, and what lies on them. All numbers are shares of the whole width. */
export interface DayStrip {
  readonly days: readonly { readonly date: string; readonly left: number; readonly width: number }[];
  readonly bars: readonly Bar[];
  readonly lanes: number;
}

export interface Bar {
  readonly leg: ItineraryLeg;
  readonly left: number;
  readonly width: number;
  readonly lane: number;
}

/** Of a longer trip every second day is written, or every third. */
const MOST_DAYS = 14;
const LONGEST_DAYS = 400;
/** So that a short flight in a long trip can still be seen. */
const LEAST_WIDTH = 0.012;
const ORDER: Readonly<Record<ItineraryLeg["kind"], number>> = { flight: 0, hotel: 1, car: 2 };

/**
 * By the calendars of wherever the travellers are, so that every part lies on the days that its ticket has. Undefined where
 * there is nothing to draw, or the trip is longer than any.
 */
export const dayStrip = (legs: readonly ItineraryLeg[]): DayStrip | undefined => {
  const known = legs
    .map((leg) => ({ leg, from: wallTime(leg.from.local), to: wallTime(leg.to.local) }))
    .filter(({ from, to }) => !Number.isNaN(from) && !Number.isNaN(to));
  if (known.length === 0) return undefined;
  const times = known.flatMap(({ from, to }) => [from, to]);
  const start = Math.floor(Math.min(...times) / DAY_MS) * DAY_MS;
  const count = Math.floor(Math.max(...times) / DAY_MS) - start / DAY_MS + 1;
  if (count > LONGEST_DAYS) return undefined;
  const share = (time: number): number => (time - start) / (count * DAY_MS);
  const { lanes, laneOf } = lanesFor(known);
  return {
    days: daysFrom(start, count),
    bars: known.map((each) => {
      const left = share(Math.min(each.from, each.to));
      const width = Math.max(Math.abs(share(each.to) - share(each.from)), LEAST_WIDTH);
      return { leg: each.leg, left: Math.min(left, 1 - width), width, lane: laneOf(each) };
    }),
    lanes,
  };
};

const daysFrom = (start: number, count: number): DayStrip["days"] => {
  const step = Math.ceil(count / MOST_DAYS);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => ({
    date: new Date(start + index * step * DAY_MS).toISOString().slice(0, 10),
    left: (index * step) / count,
    width: Math.min(step, count - index * step) / count,
  }));
};

interface Timed {
  readonly leg: ItineraryLeg;
  readonly from: number;
  readonly to: number;
}

/** Flights above houses above cars; what overlaps with its like gets a lane of its own. */
const lanesFor = (all: readonly Timed[]): { readonly lanes: number; readonly laneOf: (each: Timed) => number } => {
  const lanes: { readonly kind: ItineraryLeg["kind"]; end: number }[] = [];
  const chosen = new Map<Timed, number>();
  const sorted = [...all].sort((one, other) => ORDER[one.leg.kind] - ORDER[other.leg.kind] || one.from - other.from);
  for (const each of sorted) {
    const free = lanes.findIndex(({ kind, end }) => kind === each.leg.kind && end <= each.from);
    const lane = free === -1 ? lanes.push({ kind: each.leg.kind, end: 0 }) - 1 : free;
    (lanes[lane] as { end: number }).end = Math.max(each.from, each.to);
    chosen.set(each, lane);
  }
  return { lanes: lanes.length, laneOf: (each) => chosen.get(each) ?? 0 };
};
