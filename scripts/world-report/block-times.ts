import { table } from "../../bench/table.ts";
import type { FlightSegment } from "../../src/model/flight.ts";
import type { Airport } from "../../src/model/place.ts";
import { quantile, type Section, share, WORST, worst } from "./section.ts";
import { aircraftOf, airportOf, flightsOf, type Sample } from "./world-under-report.ts";

/**
 * A rule of thumb of schedule planners, independent of the world's own formula: cruise speed by kind of aircraft, half an
 * hour to fifty minutes on the ground and in climb, and the westerly winds of the middle latitudes.
 */
const RULES = {
  jet: { kmh: 840, minutes: 50, wind: 1 },
  regional: { kmh: 800, minutes: 50, wind: 1 },
  turboprop: { kmh: 500, minutes: 35, wind: 0.3 },
} as const;
const MIDDLE_LATITUDE = 25;
const WIND = { middle: 0.07, tropics: 0.03 } as const;
const RADIANS = Math.PI / 180;

const eastward = (from: Airport, to: Airport): number => {
  const turn = (to.longitude - from.longitude) * RADIANS;
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS];
  const y = Math.sin(turn) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  return y / Math.hypot(x, y);
};

const expectedMinutes = (from: Airport, to: Airport, km: number, kind: keyof typeof RULES): number => {
  const { kmh, minutes, wind } = RULES[kind];
  const strength = Math.abs(from.latitude + to.latitude) / 2 > MIDDLE_LATITUDE ? WIND.middle : WIND.tropics;
  const east = (eastward(from, to) - eastward(to, from)) / 2;
  return (km / kmh) * 60 * (1 - strength * wind * east) + minutes;
};

interface Timed {
  readonly segment: FlightSegment;
  readonly km: number;
  readonly expected: number;
  readonly ratio: number;
}

const TOLERANCE = 0.15;
const BANDS_KM: readonly (readonly [string, number])[] = [
  ["up to 300 km", 300],
  ["300 to 1,000", 1000],
  ["1,000 to 3,000", 3000],
  ["3,000 to 8,000", 8000],
  ["beyond", Number.POSITIVE_INFINITY],
];

export const blockTimes = (sample: Sample): Section => {
  const timed = flightsOf(sample).map((segment): Timed => {
    const [from, to] = [airportOf(sample.world, segment.originCode), airportOf(sample.world, segment.destinationCode)];
    const km = sample.world.places.distanceKm(from, to);
    const expected = expectedMinutes(from, to, km, aircraftOf(segment).kind);
    return { segment, km, expected, ratio: segment.duration / expected };
  });
  const off = ({ ratio }: Timed): number => Math.abs(Math.log(ratio));
  const text = ({ segment, km, expected, ratio }: Timed): readonly string[] => [
    `${segment.flightNumber} ${segment.originCode}-${segment.destinationCode} ${segment.aircraftType}`,
    `${km}`,
    `${segment.duration}`,
    expected.toFixed(0),
    ratio.toFixed(2),
  ];
  const ratios = timed.map(({ ratio }) => ratio);
  const inBand = (index: number) =>
    timed.filter(({ km }) => km <= (BANDS_KM[index]?.[1] ?? 0) && km > (BANDS_KM[index - 1]?.[1] ?? -1));
  return {
    title: "Block times against distance",
    tables: [
      table(
        ["distance", "flights", "p10", "p50", "p90", "within 15 %"],
        BANDS_KM.map(([name], index) => {
          const own = inBand(index).map(({ ratio }) => ratio);
          return [
            name,
            `${own.length}`,
            ...[0.1, 0.5, 0.9].map((at) => quantile(own, at).toFixed(2)),
            `${(share(own.filter((ratio) => Math.abs(ratio - 1) <= TOLERANCE).length, own.length) * 100).toFixed(0)} %`,
          ];
        }),
      ),
      table([`the ${WORST} furthest off`, "km", "minutes", "expected", "ratio"], worst(timed, off).map(text)),
    ],
    figures: {
      "block times within 15 % of the distance": share(
        ratios.filter((ratio) => Math.abs(ratio - 1) <= TOLERANCE).length,
        ratios.length,
      ),
      "shortest block time for its distance": quantile(ratios, 0),
      "longest block time for its distance": quantile(ratios, 1),
    },
    cases: {},
  };
};
