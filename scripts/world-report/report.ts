import { blockTimes } from "./block-times.ts";
import { carriers } from "./carriers.ts";
import { cars } from "./cars.ts";
import { claims } from "./claims.ts";
import { departures } from "./departures.ts";
import { emptyAnswers } from "./empty-answers.ts";
import { hotels } from "./hotels.ts";
import type { Limit } from "./limits.ts";
import { operatingAirlines } from "./operating-airlines.ts";
import { places } from "./places.ts";
import { priceCalendar } from "./price-calendar.ts";
import { prices } from "./prices.ts";
import { routings } from "./routings.ts";
import { runways } from "./runways.ts";
import type { Section } from "./section.ts";
import { type Sample, takeSample } from "./world-under-report.ts";

const SECTIONS: readonly ((sample: Sample) => Section)[] = [
  places,
  blockTimes,
  prices,
  priceCalendar,
  routings,
  runways,
  departures,
  carriers,
  operatingAirlines,
  emptyAnswers,
  hotels,
  cars,
  claims,
];

/** Searches the world that many times and reports what it found; the same arguments give the same report. */
export const reportWorld = (searches: number, seed: string): readonly Section[] => {
  const sample = takeSample(searches, seed);
  return SECTIONS.map((section) => section(sample));
};

interface Verdict {
  readonly limit: Limit;
  readonly value: number;
  readonly holds: boolean;
  readonly cases: readonly string[];
}

/** Compares the figures with their limits. A figure that cannot be computed does not hold. */
export const judge = (sections: readonly Section[], limits: readonly Limit[]): readonly Verdict[] =>
  limits.map((limit) => {
    const { figure, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = limit;
    const section = sections.find(({ figures }) => figure in figures);
    if (section === undefined) throw new Error(`The report has no figure "${figure}".`);
    const value = section.figures[figure] as number;
    return { limit, value, holds: value >= least && value <= most, cases: section.cases[figure] ?? [] };
  });
