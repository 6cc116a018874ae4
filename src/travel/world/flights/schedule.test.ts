import { describe, expect, it } from "vitest";
import { loadPlaces } from "../places.ts";
import { loadAirlines } from "./airlines.ts";
import { loadNetwork } from "./network.ts";
import { dayOf, flightsOn } from "./operating-day.ts";

const places = loadPlaces();
const network = loadNetwork(places, loadAirlines());
const departures = (from: string, to: string) => network.services(from, to).flatMap((service) => service.departures);
const flightsFrom = (from: string, to: string, date: string) =>
  network.services(from, to).flatMap((service) => flightsOn(service.departures, dayOf(date)));
const localHour = (code: string, instant: number): number =>
  Number(places.localTime(places.airport(code) as never, instant).slice(11, 13));

describe("flight schedules", () => {
  it("have departure times in multiples of five minutes, in order of their numbers", () => {
    for (const service of network.services("SYD", "MEL")) {
      const minutes = service.departures.map(({ minute }) => minute);
      expect(minutes.every((minute) => minute % 5 === 0)).toBe(true);
      expect(minutes).toEqual([...minutes].sort((a, b) => a - b));
    }
  });

  it("cross the Atlantic eastbound by night and westbound by day", () => {
    const east = departures("JFK", "LHR");
    const overnight = east.filter(({ minute }) => minute >= 1020);
    expect(overnight.length / east.length).toBeGreaterThan(0.8);
    const west = departures("LHR", "JFK");
    expect(west.every(({ minute }) => minute >= 360 && minute <= 1290)).toBe(true);
  });

  it("have few departures at night in American cities", () => {
    for (const [from, to] of [
      ["ORD", "DEN"],
      ["JFK", "LAX"],
      ["ATL", "MCO"],
      ["SEA", "ANC"],
    ] as const) {
      for (const { minute } of departures(from, to)) expect(minute).toBeGreaterThanOrEqual(300);
    }
  });

  it("have some overnight flights from the west coast", () => {
    expect(departures("LAX", "JFK").some(({ minute }) => minute >= 1260)).toBe(true);
  });

  it("operate thin routes on some days of the week, the same all year", () => {
    const thin = network.services("ADL", "HBA").find(({ weekly }) => weekly < 7);
    const days = thin?.departures[0]?.days as number;
    expect(days.toString(2).replaceAll("0", "")).toHaveLength(thin?.weekly as number);
    expect(flightsFrom("ADL", "HBA", "2026-12-15").length).toBe(flightsFrom("ADL", "HBA", "2027-06-15").length);
  });

  it("keep local times and block times when the clocks change", () => {
    const before = flightsFrom("JFK", "LHR", "2027-03-12");
    const after = flightsFrom("JFK", "LHR", "2027-03-16");
    expect(before.length).toBe(after.length);
    const leave = (flights: typeof before) =>
      flights.map(({ leaves }) => places.localTime(places.airport("JFK") as never, leaves).slice(11, 16));
    expect(leave(before)).toEqual(leave(after));
    for (const { leaves, lands, departure } of flightsFrom("JFK", "LAX", "2027-03-14")) {
      expect(lands - leaves).toBe(departure.block * 60_000);
    }
  });

  it("arrive on the right date across the date line", () => {
    for (const { leaves, lands } of flightsFrom("HND", "SFO", "2027-02-10")) {
      expect(places.localTime(places.airport("SFO") as never, lands).slice(0, 10)).toBe("2027-02-10");
      expect(localHour("SFO", lands)).toBeLessThan(localHour("HND", leaves) || 24);
    }
    for (const { lands } of flightsFrom("SFO", "SYD", "2027-02-10")) {
      expect(places.localTime(places.airport("SYD") as never, lands).slice(0, 10) > "2027-02-10").toBe(true);
    }
  });
});
