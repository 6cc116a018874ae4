import { table } from "../../bench/table.ts";
import { addDays } from "../../src/model/calendar.ts";
import { dollars, quantile, type Section, SPREAD, spread } from "./section.ts";
import { airportOf, isAvailable, type Sample, searchFlights, type World } from "./world-under-report.ts";

const ROUTES = ["JFK-LAX", "ORD-DFW", "LAS-LAX", "LHR-JFK", "MAD-BCN", "DEL-BOM", "FRA-SIN", "SYD-MEL"];
/** A Tuesday; the Fridays follow three days later. */
const FIRST_TUESDAY = "2027-01-12";
const WEEKS = 48;
const FRIDAY = 3;

const cheapestOn = (world: World, route: string, date: string): number | undefined => {
  const [from, to] = [airportOf(world, route.slice(0, 3)), airportOf(world, route.slice(4))];
  return searchFlights(world, from, to, date).options.find(isAvailable)?.price;
};

interface RouteYear {
  readonly route: string;
  readonly tuesdays: readonly number[];
  readonly fridays: readonly number[];
}

const yearOf = (world: World, route: string): RouteYear => {
  const weekly = (day: number): readonly number[] =>
    Array.from({ length: WEEKS }, (_, week) => cheapestOn(world, route, addDays(FIRST_TUESDAY, 7 * week + day))).filter(
      (price) => price !== undefined,
    );
  return { route, tuesdays: weekly(0), fridays: weekly(FRIDAY) };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** How the cheapest fare of a route moves through the year and the week. */
export const priceCalendar = ({ world }: Sample): Section => {
  const years = ROUTES.map((route) => yearOf(world, route));
  const all = ({ tuesdays, fridays }: RouteYear): readonly number[] => [...tuesdays, ...fridays];
  const swing = (year: RouteYear): number => quantile(all(year), 0.9) / quantile(all(year), 0.1);
  const weekend = ({ tuesdays, fridays }: RouteYear): number => mean(fridays) / mean(tuesdays);
  return {
    title: "Prices through the year",
    tables: [
      table(
        ["cheapest in economy", ...SPREAD, "p90 / p10", "Friday / Tuesday"],
        years.map((year) => [
          year.route,
          ...spread(all(year), dollars),
          swing(year).toFixed(2),
          weekend(year).toFixed(2),
        ]),
      ),
    ],
    figures: {
      "cheapest fare, dear days over cheap days": median(years.map(swing)),
      "cheapest fare, Fridays over Tuesdays": median(years.map(weekend)),
    },
    cases: {},
  };
};
