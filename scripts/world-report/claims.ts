import { table } from "../../bench/table.ts";
import { daysBetween } from "../../src/model/calendar.ts";
import { frozenClock } from "../../src/model/clock.ts";
import type { Place } from "../../src/model/place.ts";
import { searchHotels } from "./hotels.ts";
import { type Section, share } from "./section.ts";
import { airportOf, openWorld, type Sample, searchFlights, segmentsOf, type World } from "./world-under-report.ts";

/** The days of advance purchase that a fare basis names: `KLX7O` is class, season, week, then the days. */
const advanceDays = (fareBasis: string): number => Number(/^[A-Z][HKL][WX](\d+)/.exec(fareBasis)?.[1] ?? 0);

const ADVANCE_RATE = /advance|early/i;
const CITIES = "NYC LON PAR TYO SYD MOT REK".split(" ");

const hotelClaims = (world: World, date: string): readonly string[] =>
  CITIES.flatMap((code) =>
    searchHotels(world, world.places.place(code) as Place, date)
      .filter(({ rateName }) => ADVANCE_RATE.test(rateName))
      .map(({ hotelName, rateName }) => `${hotelName} on ${date}: ${rateName}`),
  );

const TODAY = "2027-05-10";
const TRIPS = "JFK-LAX LAX-SYD MAD-BCN LHR-JFK DEL-BOM FRA-SIN GRU-MIA ORD-SEA SYD-MEL HND-CTS".split(" ");
/** Days ahead of the set clock. */
const AHEAD = [0, 2, 6, 13, 20, 60];

/** With a set clock, fares whose deadline for buying has passed. */
const lateClaims = (): { readonly found: readonly string[]; readonly seen: number; readonly nearer: number } => {
  const world = openWorld("fixed", frozenClock(Date.parse(`${TODAY}T06:00:00Z`)));
  let seen = 0;
  const found: string[] = [];
  const lowest = new Map<number, number>();
  for (const trip of TRIPS) {
    const [from, to] = [airportOf(world, trip.slice(0, 3)), airportOf(world, trip.slice(4))];
    for (const ahead of AHEAD) {
      const date = new Date(Date.parse(`${TODAY}T00:00:00Z`) + ahead * 86_400_000).toISOString().slice(0, 10);
      const { options } = searchFlights(world, from, to, date);
      lowest.set(ahead, (lowest.get(ahead) ?? 0) + (options[0]?.price ?? 0));
      for (const { fareBasis, flightNumber, departureTime } of options.flatMap(segmentsOf)) {
        seen++;
        const left = daysBetween(TODAY, departureTime.slice(0, 10));
        if (advanceDays(fareBasis) > left) found.push(`${flightNumber} ${fareBasis} ${left} days ahead`);
      }
    }
  }
  return { found, seen, nearer: (lowest.get(2) ?? 0) / (lowest.get(60) ?? 1) };
};

export const claims = ({ world, observations }: Sample): Section => {
  const segments = observations.flatMap(({ options }) => options.flatMap(segmentsOf));
  const fares = segments.filter(({ fareBasis }) => advanceDays(fareBasis) > 0);
  const rates = ["2027-05-11", "2027-10-06"].flatMap((date) => hotelClaims(world, date));
  const late = lateClaims();
  return {
    title: "Claims of advance purchase",
    tables: [
      table(
        ["claim", "of", "found"],
        [
          ["fare bases with days of advance purchase, no clock set", `${segments.length}`, `${fares.length}`],
          ["hotel rates with advance purchase, no clock set", "", `${rates.length}`],
          ["fare bases whose deadline has passed, clock set", `${late.seen}`, `${late.found.length}`],
        ],
      ),
      `With a set clock the cheapest fares two days ahead cost ${late.nearer.toFixed(2)} times those sixty days ahead.`,
    ],
    figures: {
      "fares that claim an advance purchase without a clock": share(fares.length, segments.length),
      "hotel rates that claim an advance purchase without a clock": rates.length,
      "fares whose deadline has passed": late.found.length,
      "two days ahead over sixty days ahead": late.nearer,
    },
    cases: {
      "fares that claim an advance purchase without a clock": fares
        .slice(0, 10)
        .map(({ flightNumber, fareBasis }) => `${flightNumber} ${fareBasis}`),
      "hotel rates that claim an advance purchase without a clock": rates,
      "fares whose deadline has passed": late.found,
    },
  };
};
