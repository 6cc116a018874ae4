import type { FlightOption } from "./flight-option.ts";

/** Round numbers between two, about as many as wanted. */
export const ticks = (least: number, most: number, wanted: number): readonly number[] => {
  const rough = (most - least || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, index) => first + index * step);
};

const MINUTES = [15, 30, 60, 120, 180, 240, 360, 720] as const;

/** Round times between two numbers of minutes. */
export const timeTicks = (least: number, most: number, wanted: number): readonly number[] => {
  const step = MINUTES.find((each) => (most - least) / each <= wanted) ?? 1_440;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((most - first) / step) + 1) }, (_, index) => first + index * step);
};

/** A range with some room at both ends, so that no point lies on the edge. */
export const padded = (values: readonly number[]): readonly [number, number] => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || Math.abs(most) || 1) * 0.08;
  return [Math.max(0, least - room), most + room];
};

/** Those that no other beats: nothing is both cheaper and shorter. */
export const unbeaten = (options: readonly FlightOption[]): ReadonlySet<FlightOption> => {
  const byPrice = options
    .filter(({ minutes }) => minutes !== undefined)
    .toSorted((a, b) => a.price.amount - b.price.amount || (a.minutes ?? 0) - (b.minutes ?? 0));
  let shortest = Number.POSITIVE_INFINITY;
  const best = byPrice.filter(({ minutes = Number.POSITIVE_INFINITY }) => {
    const better = minutes < shortest;
    if (better) shortest = minutes;
    return better;
  });
  return new Set(best);
};
