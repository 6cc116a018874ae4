import type { FlightOption } from "./flight-option.ts";

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

const MOST_PLACES = 100;

export const legsOf = ({ ways }: FlightOption): readonly Leg[] =>
  ways.flatMap(({ segments }) => segments.map(({ from, to }) => ({ from, to })));

const legName = ({ from, to }: Leg): string => [from, to].toSorted().join("-");

/** Each stretch once, whoever flies it and in whichever direction. */
export const legsOfAll = (options: readonly FlightOption[]): readonly Leg[] => [
  ...new Map(options.flatMap(legsOf).map((leg) => [legName(leg), leg])).values(),
];

export const codesOf = (options: readonly FlightOption[]): readonly string[] =>
  [...new Set(options.flatMap(legsOf).flatMap(({ from, to }) => [from, to]))]
    .filter((code) => /^[A-Z]{3}$/.test(code))
    .toSorted()
    .slice(0, MOST_PLACES);

/** The longitude to look at, so that no route is cut in two: opposite the middle of the widest gap between the places. */
export const middleLongitude = (longitudes: readonly number[]): number => {
  const sorted = longitudes.toSorted((a, b) => a - b);
  const gaps = sorted.map((at, index) => ({ at, width: (sorted[index + 1] ?? (sorted[0] ?? 0) + 360) - at }));
  const widest = gaps.reduce((best, each) => (each.width > best.width ? each : best), { at: 0, width: 0 });
  const middle = widest.at + widest.width / 2 + 180;
  return ((middle + 540) % 360) - 180;
};
