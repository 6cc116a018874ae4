import type { ItineraryLeg } from "../../../../src/console/contract.ts";

/** An entry of the itinerary: a new day, a leg, or the wait for the next flight. */
export type TripStep =
  | { readonly step: "day"; readonly local: string }
  | { readonly step: "leg"; readonly leg: ItineraryLeg }
  | { readonly step: "wait"; readonly place: string; readonly milliseconds: number };

export const tripSteps = (legs: readonly ItineraryLeg[]): readonly TripStep[] =>
  legs.flatMap((leg, index): readonly TripStep[] => {
    const before = legs[index - 1];
    const wait = before && waitBetween(before, leg);
    const isNewDay = before === undefined || dateOf(before) !== dateOf(leg);
    return [
      ...(wait === undefined ? [] : [wait]),
      ...(isNewDay ? [{ step: "day", local: leg.from.local } as const] : []),
      { step: "leg", leg },
    ];
  });

const dateOf = ({ from }: ItineraryLeg): string => from.local.slice(0, 10);

/** A wait of a day or more is a stay, not a connection. */
const waitBetween = (before: ItineraryLeg, next: ItineraryLeg): TripStep | undefined => {
  const milliseconds = Date.parse(next.from.at) - Date.parse(before.to.at);
  const isConnection = before.kind === "flight" && next.kind === "flight" && before.to.place === next.from.place;
  if (!isConnection || !(milliseconds > 0 && milliseconds < DAY_MS)) return undefined;
  return { step: "wait", place: next.from.place, milliseconds };
};

/** Such as `4 nights`; undefined for other legs. */
export const nightsOf = ({ kind, from, to }: ItineraryLeg): string | undefined => {
  const nights = daysBetween(from.local, to.local);
  if (kind !== "hotel" || nights < 1) return undefined;
  return nights === 1 ? "1 night" : `${nights} nights`;
};

/** Elapsed time, independent of time zones. */
export const lengthOf = ({ from, to }: ItineraryLeg): number => Date.parse(to.at) - Date.parse(from.at);

/** Facts of a flight that are shown next to its times. */
const SHOWN_BESIDE_TIMES = ["From", "To", "Duration", "Arrives"];

export const factsOf = ({ kind, facts }: ItineraryLeg): ItineraryLeg["facts"] =>
  kind === "flight" ? facts.filter(({ label }) => !SHOWN_BESIDE_TIMES.includes(label)) : facts;

/** Such as `London Heathrow Airport`; the place itself is only a code. */
export const airportOf = ({ kind, facts }: ItineraryLeg, end: "From" | "To"): string | undefined =>
  kind === "flight" ? facts.find(({ label }) => label === end)?.value : undefined;

/** A trip as calendar days with bars on them. All numbers are fractions of the total width. */
interface DayStrip {
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

/** Longer trips label every second or third day. */
const MAX_DAY_LABELS = 14;
const MAX_DAYS = 400;
/** Keeps a short flight visible in a long trip. */
const MIN_WIDTH = 0.012;
const ORDER: Readonly<Record<ItineraryLeg["kind"], number>> = { flight: 0, hotel: 1, car: 2 };

/**
 * Lays the legs out by local dates, so that each appears on the dates of its ticket. Undefined if there is nothing to draw
 * or the trip is too long.
 */
export const dayStrip = (legs: readonly ItineraryLeg[]): DayStrip | undefined => {
  const timed = legs
    .map((leg) => ({ leg, from: wallClockTime(leg.from.local), to: wallClockTime(leg.to.local) }))
    .filter(({ from, to }) => !Number.isNaN(from) && !Number.isNaN(to));
  if (timed.length === 0) return undefined;
  const times = timed.flatMap(({ from, to }) => [from, to]);
  const start = Math.floor(Math.min(...times) / DAY_MS) * DAY_MS;
  const dayCount = Math.floor(Math.max(...times) / DAY_MS) - start / DAY_MS + 1;
  if (dayCount > MAX_DAYS) return undefined;
  const shareOf = (time: number): number => (time - start) / (dayCount * DAY_MS);
  const { lanes, laneOf } = lanesFor(timed);
  return {
    days: daysFrom(start, dayCount),
    bars: timed.map((each) => {
      const left = shareOf(Math.min(each.from, each.to));
      const width = Math.max(Math.abs(shareOf(each.to) - shareOf(each.from)), MIN_WIDTH);
      return { leg: each.leg, left: Math.min(left, 1 - width), width, lane: laneOf(each) };
    }),
    lanes,
  };
};

const daysFrom = (start: number, dayCount: number): DayStrip["days"] => {
  const step = Math.ceil(dayCount / MAX_DAY_LABELS);
  return Array.from({ length: Math.ceil(dayCount / step) }, (_, index) => ({
    date: new Date(start + index * step * DAY_MS).toISOString().slice(0, 10),
    left: (index * step) / dayCount,
    width: Math.min(step, dayCount - index * step) / dayCount,
  }));
};

interface Timed {
  readonly leg: ItineraryLeg;
  readonly from: number;
  readonly to: number;
}

/** Flights above hotels above cars; overlapping legs of one kind get separate lanes. */
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

/** Trip times are local and have no zone (`2026-12-01T09:35`); they are never converted. */
const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const SHORT_DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });

const DAY_MS = 86_400_000;

/** A number for arithmetic, not a timestamp. NaN if invalid. */
const wallClockTime = (local: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? Date.parse(`${local.slice(0, 16)}:00Z`) : Number.NaN;

const formatWith =
  (format: Intl.DateTimeFormat) =>
  (local: string): string => {
    const time = wallClockTime(local.length === 10 ? `${local}T00:00` : local);
    return Number.isNaN(time) ? local : format.format(time).replace(",", "");
  };

/** `Tue 1 Dec 2026` */
export const localDay = formatWith(DAY);
/** `1 Dec` */
export const shortDay = formatWith(SHORT_DAY);
/** `Tue` */
export const weekday = formatWith(WEEKDAY);

/** `09:35` */
export const localClock = (local: string): string => local.slice(11, 16) || local;

/** By local dates; may be negative across the date line. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((wallClockTime(`${to.slice(0, 10)}T00:00`) - wallClockTime(`${from.slice(0, 10)}T00:00`)) / DAY_MS) || 0;

/** Such as `+1 day`; undefined for the same day. */
export const dayOffset = (from: string, to: string): string | undefined => {
  const days = daysBetween(from, to);
  if (days === 0) return undefined;
  return `${days > 0 ? "+" : "−"}${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`;
};

/** Such as `America/New York, UTC−5`, with the offset at that time. */
export const zoneName = (zone: string, at: string): string => {
  const name = zone.replaceAll("_", " ");
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(
      Date.parse(at),
    );
    const offset = parts
      .find(({ type }) => type === "timeZoneName")
      ?.value.replace(/^GMT(\+0$)?/, "UTC")
      .replace("-", "−");
    return offset === undefined || offset === name ? name : `${name}, ${offset}`;
  } catch {
    return name;
  }
};
