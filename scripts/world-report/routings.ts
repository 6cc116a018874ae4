import { table } from "../../bench/table.ts";
import type { FlightOption } from "../../src/model/flight.ts";
import { quantile, type Section, SPREAD, spread, WORST, worst } from "./section.ts";
import {
  airportOf,
  hours,
  isAvailable,
  numbersOf,
  type Observation,
  routeOf,
  type Sample,
  searchFlights,
  segmentsOf,
  type World,
} from "./world-under-report.ts";

interface Routed {
  readonly observation: Observation;
  readonly option: FlightOption;
  /** Kilometres flown over the direct distance. */
  readonly detour: number;
}

/** Below this distance any connection is a detour, and the elapsed time says more. */
const SHORTEST_KM = 300;

const kmFlown = (world: World, option: FlightOption): number =>
  segmentsOf(option).reduce(
    (sum, { originCode, destinationCode }) =>
      sum + world.places.distanceKm(airportOf(world, originCode), airportOf(world, destinationCode)),
    0,
  );

const SHORTEST_WAIT = 60;
const LONGEST_WAIT = 240;
const MINUTE_MS = 60_000;

const waits = (arrival: string, departure: string): boolean => {
  const minutes = (Date.parse(departure) - Date.parse(arrival)) / MINUTE_MS;
  return minutes >= SHORTEST_WAIT && minutes <= LONGEST_WAIT;
};

/** Two stops where the airline of the first or last flight has a good connection over one of them that was not offered. */
const needlessSecondStops = (world: World, observations: readonly Observation[]): readonly string[] => {
  const found = new Map<string, string>();
  for (const { options, from, to, date, km } of observations) {
    const hubs = new Set(options.filter(({ stops }) => stops === 1).map((option) => segmentsOf(option)[1]?.originCode));
    for (const option of options.filter(({ stops }) => stops === 2)) {
      const [first, second, third] = segmentsOf(option);
      if (first === undefined || second === undefined || third === undefined) continue;
      const beyond = (code: string) => airportOf(world, code);
      const nonstop = (a: string, b: string, on: string) =>
        searchFlights(world, beyond(a), beyond(b), on, { maxConnections: 0 }).options.filter(isAvailable);
      const onward = nonstop(second.originCode, to.code, first.arrivalTime.slice(0, 10)).find(
        ({ airlineCode, departureTime }) =>
          airlineCode === first.airlineCode && waits(first.arrivalTime, departureTime),
      );
      const inward = nonstop(from.code, third.originCode, date).find(
        ({ airlineCode, arrivalTime }) => airlineCode === third.airlineCode && waits(arrivalTime, third.departureTime),
      );
      for (const [hub, flight] of [[second.originCode, onward] as const, [third.originCode, inward] as const]) {
        if (flight === undefined || hubs.has(hub)) continue;
        found.set(
          `${from.code}-${hub}-${to.code}`,
          `${routeOf(option)} offered, ${from.code}-${hub}-${to.code} not (${km} km, ${date})`,
        );
      }
    }
  }
  return [...found.values()];
};

/** Longer than a professional would believe: hours of the quickest option by distance. */
const LONGEST_HOURS: readonly (readonly [km: number, hours: number])[] = [
  [190, 12],
  [300, 14],
  [1000, 20],
  [3000, 29],
  [8000, 43],
  [Number.POSITIVE_INFINITY, 65],
];

const quickest = ({ options }: Observation): FlightOption =>
  options.reduce((best, option) => (option.duration < best.duration ? option : best));

const longestMinutes = ({ km }: Observation): number =>
  60 * (LONGEST_HOURS.find(([limit]) => km <= limit) as readonly [number, number])[1];

/** Neighbours across water, or without a road, that are flown nonstop (general knowledge, not from a data file). */
const ISLAND_HOPS =
  "SBH-SXM SAB-SXM EUX-SXM STT-STX SJU-STT SJU-STX SJU-VQS SJU-CPX PTP-SBH PTP-FDF TAB-POS CUR-BON CUR-AUA BGI-SVD " +
  "LPA-TFN TFN-VDE TFN-SPC TFN-GMZ LPA-ACE LPA-FUE PDL-TER PDL-SMA TER-GRW FLW-HOR HOR-TER FLW-CVU FNC-PXO " +
  "KOI-PPW WRY-PPW KOI-NRL JER-GCI GCI-ACI LEQ-ISC NQY-ISC IOM-LPL GLA-BRR GLA-ILY GLA-TRE SYY-INV CPH-RNN ARN-VBY " +
  "DAR-ZNZ PPT-MOZ PPT-BOB PPT-RFP RAR-AIT NAN-SUV TBU-VAV APW-PPG HNL-LNY HNL-MKK HNL-OGG HNL-LIH OGG-KOA " +
  "ATH-JTR RHO-KZS RHO-AOK OKA-ISG OKA-MMY KOJ-KUM KOJ-ASJ NGS-TSJ NGS-FUJ GMP-CJU KHH-MZG TSA-KNH TSA-MZG " +
  "NOU-ILP NOU-LIF VLI-TAH MEL-KNS LST-FLS WLG-BHE CEB-MPH MLE-GAN";

/** Trips named in the review of 2026-11-17, and the hours that the quickest may take. */
const REVIEWED: readonly (readonly [pair: string, hours: number])[] = [
  ["SBH-SXM", 1],
  ["SBH-SJU", 5],
  ["FLW-HOR", 1.5],
  ["PPW-KOI", 1],
  ["FNC-PXO", 1],
  ["YRB-YFB", 14],
  ["ISC-LEQ", 1],
  ["IOM-LPL", 1.5],
  ["BIL-SEA", 6],
];

const A_WEEK = ["2027-05-10", "2027-05-11", "2027-05-12", "2027-05-14", "2027-05-16"];

const pairOf = (world: World, pair: string) =>
  [airportOf(world, pair.slice(0, 3)), airportOf(world, pair.slice(4))] as const;

const withoutNonstop = (world: World): readonly string[] =>
  ISLAND_HOPS.split(" ").filter((pair) =>
    A_WEEK.every(
      (date) => searchFlights(world, ...pairOf(world, pair), date, { maxConnections: 0 }).options.length === 0,
    ),
  );

const reviewed = (world: World) =>
  REVIEWED.map(([pair, most]) => {
    const [date] = A_WEEK as [string];
    const { options } = searchFlights(world, ...pairOf(world, pair), date);
    const best = options.length === 0 ? undefined : options.reduce((a, b) => (b.duration < a.duration ? b : a));
    return { pair, most, best, tooLong: best === undefined || best.duration > most * 60 };
  });

export const routings = (sample: Sample): Section => {
  const { world, observations } = sample;
  const routed = observations
    .filter(({ km }) => km >= SHORTEST_KM)
    .flatMap((observation) =>
      observation.options
        .filter(({ stops }) => stops > 0)
        .map((option): Routed => ({ observation, option, detour: kmFlown(world, option) / observation.km })),
    );
  const found = observations.filter(({ options }) => options.length > 0);
  const excess = (observation: Observation): number => quickest(observation).duration / longestMinutes(observation);
  const absurd = found.filter((observation) => excess(observation) > 1);
  const short = absurd.filter(({ km }) => km <= SHORTEST_KM);
  const needless = needlessSecondStops(world, observations);
  const missing = withoutNonstop(world);
  const trips = reviewed(world);
  const tripLine = (observation: Observation): readonly string[] => {
    const best = quickest(observation);
    return [
      `${numbersOf(best)} ${routeOf(best)} ${observation.date}`,
      `${observation.km}`,
      hours(best.duration),
      `${best.stops}`,
    ];
  };
  const detours = (stops: number): readonly number[] =>
    routed.filter(({ option }) => option.stops === stops).map(({ detour }) => detour);
  return {
    title: "Routings",
    tables: [
      table(
        ["detour: km flown over direct", "options", ...SPREAD],
        [1, 2].map((stops) => [
          `${stops} stop${stops === 1 ? "" : "s"}`,
          `${detours(stops).length}`,
          ...spread(detours(stops), (value) => value.toFixed(2)),
        ]),
      ),
      table(
        [`the ${WORST} longest detours`, "km", "detour", "hours"],
        worst(routed, ({ detour }) => detour).map(({ observation, option, detour }) => [
          `${numbersOf(option)} ${routeOf(option)} ${observation.date}`,
          `${observation.km}`,
          detour.toFixed(2),
          hours(option.duration),
        ]),
      ),
      table(
        [`the ${WORST} slowest trips for their distance`, "km", "quickest", "stops"],
        worst(found, excess).map(tripLine),
      ),
      table(
        ["trips named in the review", "at most", "quickest", "by"],
        trips.map(({ pair, most, best }) => [
          pair,
          hours(most * 60),
          best === undefined ? "none" : hours(best.duration),
          best === undefined ? "" : `${numbersOf(best)} ${routeOf(best)}`,
        ]),
      ),
      `${needless.length} two-stop routings where one stop would do${needless
        .slice(0, WORST)
        .map((text) => `\n  ${text}`)
        .join("")}`,
      `${missing.length} of ${ISLAND_HOPS.split(" ").length} island hops without a nonstop flight: ${missing.join(" ")}`,
    ],
    figures: {
      "detour with one stop, 99th of 100": quantile(detours(1), 0.99),
      "detour with two stops, 99th of 100": quantile(detours(2), 0.99),
      "two stops where one would do": needless.length,
      "trips too long for their distance": absurd.length / found.length,
      "trips of more than 14 hours within 300 km": short.length,
      "reviewed trips that take too long": trips.filter(({ tooLong }) => tooLong).length,
      "island hops without a nonstop": missing.length,
    },
    cases: {
      "two stops where one would do": needless,
      "trips too long for their distance": worst(absurd, excess).map((observation) => tripLine(observation).join(", ")),
      "trips of more than 14 hours within 300 km": worst(short, excess).map((observation) =>
        tripLine(observation).join(", "),
      ),
      "reviewed trips that take too long": trips.filter(({ tooLong }) => tooLong).map(({ pair }) => pair),
      "island hops without a nonstop": missing,
    },
  };
};
