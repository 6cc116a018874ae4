import { table } from "../../bench/table.ts";
import type { FlightSegment } from "../../src/model/flight.ts";
import { countBy, percent, type Section, share } from "./section.ts";
import { airportOf, flightsOf, type Sample, searchFlights, type World } from "./world-under-report.ts";

/**
 * When the long-haul flights of a route leave, local time (general knowledge of schedules, not from a data file). `21-24`
 * is from 21:00 to midnight; several windows are separated by commas.
 */
const BANKS: readonly (readonly [pairs: string, windows: string])[] = [
  ["LAX-SYD LAX-MEL LAX-BNE LAX-AKL SFO-SYD SFO-AKL DFW-SYD IAH-AKL", "19-24"],
  ["SYD-LAX SYD-SFO SYD-DFW MEL-LAX BNE-LAX AKL-LAX AKL-SFO", "6-22"],
  ["JFK-LHR EWR-LHR BOS-LHR IAD-LHR", "7-10,16-24"],
  ["ORD-LHR ATL-LHR DFW-LHR IAH-LHR MIA-LHR", "8-10,15-24"],
  ["LAX-LHR SFO-LHR SEA-LHR", "13-24"],
  ["JFK-CDG JFK-FRA JFK-AMS JFK-MAD JFK-FCO IAD-FRA ORD-FRA BOS-CDG ATL-CDG EWR-FRA", "15-24"],
  ["LHR-JFK LHR-ORD LHR-LAX LHR-BOS CDG-JFK FRA-JFK FRA-ORD AMS-JFK AMS-ATL MAD-JFK FCO-JFK ZRH-JFK", "7-21"],
  ["SIN-LHR SIN-FRA SIN-CDG", "8-14,22-24,0-3"],
  ["HKG-LHR HKG-CDG HKG-FRA BKK-LHR BKK-FRA", "8-17,22-24,0-3"],
  ["LHR-SIN LHR-HKG LHR-BKK", "9-14,16-24"],
  ["FRA-SIN FRA-HKG FRA-BKK CDG-SIN CDG-HKG", "9-15,17-24"],
  ["SYD-SIN MEL-SIN PER-SIN", "0-3,6-24"],
  ["PER-LHR", "16-24"],
  ["JNB-LHR CPT-LHR JNB-FRA NBO-LHR", "7-11,17-24"],
  ["LHR-JNB LHR-CPT FRA-JNB", "16-24"],
  ["GRU-LHR GRU-MAD GRU-LIS GRU-CDG GRU-FRA EZE-MAD", "0-2,12-24"],
  ["MIA-GRU MIA-EZE JFK-GRU ATL-GRU DFW-GRU JFK-EZE", "17-24"],
  ["GRU-MIA EZE-MIA GRU-JFK", "7-12,17-24,0-2"],
  ["NRT-LAX NRT-SFO NRT-EWR NRT-ORD", "9-20"],
  ["LAX-NRT SFO-NRT EWR-NRT ORD-NRT", "9-18"],
  ["ICN-LAX ICN-SFO ICN-JFK", "9-22"],
  ["DXB-LHR DXB-CDG DXB-FRA", "0-5,7-17"],
  ["DOH-LHR DOH-CDG", "0-10,12-21"],
  ["DEL-LHR BOM-LHR", "0-16"],
];

/** One week without a change to or from daylight saving time. */
const A_WEEK = ["2027-05-10", "2027-05-11", "2027-05-12", "2027-05-13", "2027-05-14", "2027-05-15", "2027-05-16"];

const SHOWN = 8;

const hourOf = ({ departureTime }: FlightSegment): number => Number(departureTime.slice(11, 13));

const isWithin = (windows: string, hour: number): boolean =>
  windows.split(",").some((window) => {
    const [from = 0, until = 24] = window.split("-").map(Number);
    return hour >= from && hour < until;
  });

const flightsOfWeek = (world: World, pair: string): readonly FlightSegment[] => {
  const [from, to] = [airportOf(world, pair.slice(0, 3)), airportOf(world, pair.slice(4))];
  const flights = new Map<string, FlightSegment>();
  for (const date of A_WEEK) {
    for (const option of searchFlights(world, from, to, date, { maxConnections: 0 }).options) {
      flights.set(option.flightNumber, option);
    }
  }
  return [...flights.values()];
};

const timeAndNumber = ({ departureTime, flightNumber }: FlightSegment): string =>
  `${departureTime.slice(11, 16)} ${flightNumber}`;

const bars = (counts: ReadonlyMap<string, number>, keys: readonly string[], total: number): string =>
  table(
    ["", "flights", "share", ""],
    keys.map((key) => {
      const count = counts.get(key) ?? 0;
      return [key, `${count}`, percent(share(count, total)), "█".repeat(Math.round(share(count, total) * 200))];
    }),
  );

const twoDigits = (value: number): string => String(value).padStart(2, "0");

export const departures = (sample: Sample): Section => {
  const flights = flightsOf(sample);
  const byHour = countBy(flights, (flight) => twoDigits(hourOf(flight)));
  const byMinute = countBy(flights, ({ departureTime }) => departureTime.slice(14, 16));
  const banks = BANKS.flatMap(([pairs, windows]) =>
    pairs.split(" ").map((pair) => {
      const own = flightsOfWeek(sample.world, pair);
      const outside = own.filter((flight) => !isWithin(windows, hourOf(flight)));
      return { pair, windows, own, outside };
    }),
  );
  const flown = banks.filter(({ own }) => own.length > 0);
  const outside = flown.flatMap(({ pair, windows, outside }) =>
    outside.map((flight) => `${pair} ${timeAndNumber(flight)} (leaves ${windows})`),
  );
  const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
  const hourShare = (...hours: string[]): number =>
    share(sum(hours.map((hour) => byHour.get(hour) ?? 0)), flights.length);
  return {
    title: "Departures",
    tables: [
      bars(
        byHour,
        Array.from({ length: 24 }, (_, hour) => twoDigits(hour)),
        flights.length,
      ),
      bars(
        byMinute,
        Array.from({ length: 12 }, (_, step) => twoDigits(step * 5)),
        flights.length,
      ),
      table(
        ["long-haul route and its departures", "bank", "outside"],
        flown.map(({ pair, windows, own, outside }) => [
          `${pair} ${own.map(timeAndNumber).sort().slice(0, SHOWN).join(", ")}`,
          windows,
          `${outside.length} of ${own.length}`,
        ]),
      ),
    ],
    figures: {
      "departures in the busiest hour": Math.max(...[...byHour.keys()].map((hour) => hourShare(hour))),
      "departures at 7, 8, 17 and 18": hourShare("07", "08", "17", "18"),
      "departures in the busiest five minutes of the hour": Math.max(...byMinute.values()) / flights.length,
      "departures in the quietest five minutes of the hour": Math.min(...byMinute.values()) / flights.length,
      "long-haul departures outside their bank": share(outside.length, sum(flown.map(({ own }) => own.length))),
      "long-haul routes without a flight": banks.length - flown.length,
    },
    cases: {
      "long-haul departures outside their bank": outside,
      "long-haul routes without a flight": banks.filter(({ own }) => own.length === 0).map(({ pair }) => pair),
    },
  };
};
