import { describe, expect, it } from "vitest";
import { buildNetwork } from "../../../scripts/network/build.ts";
import { readData } from "../../../src/travel/world/data-file.ts";
import { type Aircraft, airlineRows, loadAirlines } from "../../../src/travel/world/flights/airlines.ts";
import { realmOf } from "../../../src/travel/world/flights/borders.ts";
import { loadNetwork } from "../../../src/travel/world/flights/network.ts";
import type { Service } from "../../../src/travel/world/flights/services.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";

const places = loadPlaces();
const network = loadNetwork(places, loadAirlines());

const carriers = (from: string, to: string): string[] => network.services(from, to).map(({ airline }) => airline.code);

let services: readonly Service[] | undefined;
const everyService = (): readonly Service[] => {
  services ??= places
    .airports()
    .flatMap(({ code }) =>
      [...network.neighbours(code)].flatMap(([, routes]) => routes.map((route) => network.service(route, code))),
    );
  return services;
};

const isLarge = ({ body, code }: Aircraft): boolean => !["regional", "turboprop"].includes(body) && code !== "221";

/** Building the whole network with all departures takes seconds, and longer on a busy machine. */
const SLOW = 120_000;

describe("the network", { timeout: SLOW }, () => {
  it("is up to date with its rules, airlines and airports", () => {
    const built = Object.entries(buildNetwork(airlineRows(), places)).map(([code, routes]) => [code, routes.join()]);
    expect(Object.fromEntries(built)).toEqual(readData("network.json"));
  });

  it.each([
    ["JFK", "LHR", "AA BA B6 DL VS"],
    ["JFK", "LAX", "AA DL B6"],
    ["EWR", "LAX", "UA"],
    ["SYD", "MEL", "QF VA JQ"],
    ["GRU", "LIS", "TP LA"],
    ["HND", "CTS", "JL NH"],
    ["LHR", "SIN", "BA SQ"],
    ["SFO", "HND", "UA JL NH"],
    ["DXB", "LHR", "EK BA"],
    ["FRA", "ORD", "LH UA"],
    ["SFO", "SIN", "SQ"],
    ["PER", "LHR", "QF"],
    ["PPT", "LAX", "TN"],
    ["ANC", "BET", "AS"],
    ["GOH", "CPH", "GL"],
    ["BOG", "MDE", "AV LA"],
    ["TOS", "HFT", "WF"],
    ["DUB", "STN", "FR"],
  ])("flies %s to %s with %s", (from, to, codes) => {
    expect(carriers(from, to)).toEqual(expect.arrayContaining(codes.split(" ")));
  });

  it.each([
    ["STN", "NRT"],
    ["LGA", "LAX"],
    ["LCY", "JFK"],
    ["SYD", "LHR"],
    ["CGH", "MIA"],
    ["ITM", "ICN"],
    ["DAL", "CUN"],
    ["SVO", "LHR"],
    ["TLV", "BEY"],
    ["AEP", "MAD"],
  ])("has no nonstop flight between %s and %s", (from, to) => {
    expect(carriers(from, to)).toEqual([]);
  });

  it("has no airline flying within or between foreign countries", () => {
    expect(carriers("CDG", "FCO")).not.toContain("AA");
    expect(carriers("LAX", "JFK")).not.toContain("BA");
    expect(carriers("LHR", "FRA")).not.toContain("DL");
  });

  /** Perth to London is slightly beyond the published range; it is flown with some seats empty. */
  const STRETCHED = 1.04;

  it("keeps aircraft within their range, and wide-body aircraft away from London City", () => {
    expect(everyService().length).toBeGreaterThan(50_000);
    const strained = everyService().flatMap(({ km, departures, from, to }) =>
      departures
        .filter(({ aircraft }) => km > aircraft.rangeKm * STRETCHED || (from.code === "LCY" && isLarge(aircraft)))
        .map(({ flightNumber, aircraft }) => `${flightNumber} ${from.code}-${to.code} ${aircraft.code}`),
    );
    expect(strained).toEqual([]);
  });

  it("has flights at every airport", () => {
    const stranded = places.airports().filter(({ code }) => network.neighbours(code).size === 0);
    expect(stranded).toEqual([]);
  });

  it("uses each flight number of an airline once", () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    const allianceAirlines = [...network.airlines.values()].filter(({ model }) => model === "full-service");
    let shared = 0;
    for (const service of everyService()) {
      const partners = allianceAirlines.flatMap((airline) => service.soldBy(airline) ?? []);
      shared += partners.length;
      for (const { departures, from, to } of [service, ...partners]) {
        for (const { flightNumber } of departures) {
          const route = `${from.code}${to.code}`;
          if (seen.has(flightNumber)) twice.push(`${flightNumber} ${seen.get(flightNumber)} ${route}`);
          seen.set(flightNumber, route);
        }
      }
    }
    expect(shared).toBeGreaterThan(1000);
    expect(twice).toEqual([]);
  });

  it("numbers the two directions odd and even", () => {
    const parity = (from: string, to: string, code: string): number => {
      const service = network.services(from, to).find(({ airline }) => airline.code === code) as Service;
      return Number(service.departures[0]?.flightNumber.slice(2)) % 2;
    };
    expect(parity("JFK", "LHR", "AA")).toBe(0);
    expect(parity("LHR", "JFK", "AA")).toBe(1);
    expect(parity("FRA", "JFK", "LH")).toBe(0);
    expect(parity("LHR", "JFK", "BA")).toBe(1);
  });

  it("flies only domestic routes from domestic airports", () => {
    for (const code of ["ITM", "CGH", "SDU", "DAL", "CTU"]) {
      const home = realmOf(places.airport(code)?.country as string);
      for (const other of network.neighbours(code).keys()) {
        expect(realmOf(places.airport(other)?.country as string), `${code}-${other}`).toBe(home);
      }
    }
  });
});
