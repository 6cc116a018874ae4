import type { FlightOption } from "./flight-option.ts";

/** About `wanted` round numbers in a range. */
export const ticks = (min: number, max: number, wanted: number): readonly number[] => {
  const rough = (max - min || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  const first = Math.ceil(min / step) * step;
  return Array.from({ length: Math.floor((max - first) / step) + 1 }, (_, index) => first + index * step);
};

const MINUTES = [15, 30, 60, 120, 180, 240, 360, 720] as const;

/** Round durations in a range of minutes. */
export const timeTicks = (min: number, max: number, wanted: number): readonly number[] => {
  const step = MINUTES.find((each) => (max - min) / each <= wanted) ?? 1_440;
  const first = Math.ceil(min / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((max - first) / step) + 1) }, (_, index) => first + index * step);
};

/** The range with padding, so that no point touches the edge. */
export const padded = (values: readonly number[]): readonly [number, number] => {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const room = (max - min || Math.abs(max) || 1) * 0.08;
  return [Math.max(0, min - room), max + room];
};

/** Options for which no other is both cheaper and faster. */
export const bestOptions = (options: readonly FlightOption[]): ReadonlySet<FlightOption> => {
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

/** `GET /admin/places` */
export interface Airport {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Leg {
  readonly from: string;
  readonly to: string;
}

const MAX_PLACES = 100;

export const legsOf = ({ slices }: FlightOption): readonly Leg[] =>
  slices.flatMap(({ segments }) => segments.map(({ from, to }) => ({ from, to })));

const legName = ({ from, to }: Leg): string => [from, to].toSorted().join("-");

/** Each leg once, regardless of airline and direction. */
export const legsOfAll = (options: readonly FlightOption[]): readonly Leg[] => [
  ...new Map(options.flatMap(legsOf).map((leg) => [legName(leg), leg])).values(),
];

export const codesOf = (options: readonly FlightOption[]): readonly string[] =>
  [...new Set(options.flatMap(legsOf).flatMap(({ from, to }) => [from, to]))]
    .filter((code) => /^[A-Z]{3}$/.test(code))
    .toSorted()
    .slice(0, MAX_PLACES);

/** The central longitude: opposite the widest gap between places, so that no route crosses the edge of the map. */
export const middleLongitude = (longitudes: readonly number[]): number => {
  const sorted = longitudes.toSorted((a, b) => a - b);
  const gaps = sorted.map((at, index) => ({ at, width: (sorted[index + 1] ?? (sorted[0] ?? 0) + 360) - at }));
  const widest = gaps.reduce((best, each) => (each.width > best.width ? each : best), { at: 0, width: 0 });
  const middle = widest.at + widest.width / 2 + 180;
  return ((middle + 540) % 360) - 180;
};
