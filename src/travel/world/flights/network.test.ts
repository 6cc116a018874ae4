import { describe, expect, it } from "vitest";
import { systemClock } from "../../../model/clock.ts";
import { draw } from "../../../model/draw.ts";
import type { FlightOption } from "../../../model/flight.ts";
import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import { loadPlaces } from "../places.ts";
import { loadAirlines } from "./airlines.ts";
import { maxDistance } from "./connection-times.ts";
import { createFlights } from "./flights.ts";
import { loadNetwork } from "./network.ts";

const places = loadPlaces();
const network = loadNetwork(places, loadAirlines());
const flights = createFlights({ seed: "fixed", clock: systemClock, places });
const airport = (code: string): Airport => places.airport(code) as Airport;
const pairs = (text: string): readonly (readonly [string, string])[] =>
  text.split(" ").map((pair) => [pair.slice(0, 3), pair.slice(4)]);
const airlinesOn = (from: string, to: string): readonly string[] =>
  network.services(from, to).map(({ airline }) => airline.code);
const departures = (from: string, to: string) => network.services(from, to).flatMap((service) => service.departures);

const search = (from: string, to: string, date: string): readonly FlightOption[] =>
  flights
    .searchFlights({
      origin: places.require(from, "origin"),
      destination: places.require(to, "destination"),
      date,
      cabin: "economy",
      party: { adults: 1, children: 0, infants: 0 },
      maxConnections: 2,
      sortBy: "duration",
      maxResults: 50,
    })
    .offers.map(({ option }) => option);

describe("the network between islands", () => {
  it.each(
    pairs("SBH-SXM SBH-SJU FLW-HOR PPW-KOI FNC-PXO YRB-YFB ISC-LEQ IOM-LPL SAB-SXM BQU-SVD LWK-FIE OGG-MKK MJT-LXS"),
  )("has a nonstop flight from %s to %s every day", (from, to) => {
    for (const day of ["08", "09", "10", "11", "12", "13", "14"]) {
      const [first] = search(from, to, `2027-02-${day}`);
      expect(first?.stops, `${from}-${to} on ${day}`).toBe(0);
    }
  });

  it("is flown by aircraft that can land on its runways", () => {
    const small = new Set(["BNI", "CNC", "DHT", "PL2", "BH2"]);
    for (const code of "SAB SBH LUA ISC LEQ BRR PPW WRY FIE MNI".split(" ")) {
      const types = [...network.neighbours(code).keys()].flatMap((other) =>
        departures(code, other).map(({ aircraft }) => aircraft.code),
      );
      expect(types.length, code).toBeGreaterThan(0);
      expect(
        [...new Set(types)].filter((type) => !small.has(type)),
        code,
      ).toEqual([]);
    }
  });

  it("has no jets on runways of less than 1,200 metres", () => {
    for (const code of "CVU BQU MQS LKN AOK KOI".split(" ")) {
      for (const other of network.neighbours(code).keys()) {
        for (const { aircraft } of departures(code, other))
          expect(["turboprop", "small"], `${code}-${other}`).toContain(aircraft.body);
      }
    }
  });
});

describe("the airlines of a route", () => {
  it.each([
    ["VS", "LHR-SIN LHR-HKG LHR-DOH"],
    ["UA", "SFO-DXB"],
    ["AA", "MIA-DOH"],
    ["CX", "HKG-SVO"],
    ["FR", "MAD-BCN WAW-KRK"],
    ["W6", "FCO-LIN KOI-BEG"],
    ["LS", "DUB-STN"],
    ["X3", "FRA-MUC"],
    ["WN", "AUS-DFW DAL-DFW LAX-DFW"],
    ["BA", "LHR-LPL LHR-ISC LHR-LEQ"],
  ])("do not include %s on %s", (airline, routes) => {
    for (const [from, to] of pairs(routes)) expect(airlinesOn(from, to), `${from}-${to}`).not.toContain(airline);
  });

  it.each([
    ["UA", "SFO-CDG EWR-JNB SFO-SIN"],
    ["QR", "DOH-SEA"],
    ["KL", "AMS-PTY"],
    ["VS", "LHR-LOS"],
    ["MU", "PVG-SFO"],
    ["FR", "ATH-JTR STN-BGY"],
    ["AS", "SEA-BIL"],
    ["WN", "DAL-AUS"],
  ])("include %s on %s", (airline, routes) => {
    for (const [from, to] of pairs(routes)) expect(airlinesOn(from, to), `${from}-${to}`).toContain(airline);
  });

  it("fly often where the route is busy", () => {
    const ryanair = network.services("DUB", "STN").find(({ airline }) => airline.code === "FR");
    expect(ryanair?.departures.length).toBeGreaterThan(5);
  });
});

describe("detours", () => {
  it("are not longer with two stops than with one over the same hub", () => {
    const chance = draw("detours");
    const all = places.airports().slice(0, 900);
    let checked = 0;
    for (let i = 0; i < 150; i++) {
      const from = chance.pick(all);
      const to = chance.pick(all);
      if (places.sameCity(from.code, to.code)) continue;
      for (const { segments = [] } of search(from.code, to.code, "2027-02-10")) {
        if (segments.length !== 3) continue;
        const ways = segments.map((leg) => distanceKm(airport(leg.originCode), airport(leg.destinationCode)));
        const flown = ways.reduce((sum, way) => sum + way, 0);
        const limit = maxDistance(distanceKm(from, to));
        if (flown > limit) continue;
        for (const { originCode } of segments.slice(1)) {
          const hub = airport(originCode);
          expect(distanceKm(from, hub) + distanceKm(hub, to)).toBeLessThanOrEqual(limit + 1);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(20);
  });

  it("from Minot to Chicago are not over Denver and a third city", () => {
    for (const { segments = [] } of search("MOT", "ORD", "2027-02-10")) expect(segments.length).toBeLessThan(3);
  });

  it("from Billings to Seattle take no day", () => {
    expect(search("BIL", "SEA", "2027-02-10")[0]?.duration).toBeLessThan(240);
  });
});

describe("the hours of departure", () => {
  it("are spread over the day", () => {
    const hours = new Array<number>(24).fill(0);
    let all = 0;
    for (const { code } of places.airports().slice(0, 60)) {
      for (const other of network.neighbours(code).keys()) {
        for (const { minute } of departures(code, other)) {
          hours[Math.floor(minute / 60)] = (hours[Math.floor(minute / 60)] as number) + 1;
          all++;
        }
      }
    }
    expect(Math.max(...hours) / all).toBeLessThan(0.09);
    for (let hour = 6; hour <= 20; hour++) expect((hours[hour] as number) / all, `hour ${hour}`).toBeGreaterThan(0.035);
  });

  it.each([
    ["LAX-SYD", 20, 24],
    ["DFW-SYD", 20, 24],
    ["SYD-LAX", 9, 22],
    ["LHR-JNB", 17, 24],
    ["HND-SYD", 18, 24],
    ["MAD-EZE", 20, 25],
    ["JFK-EZE", 19, 25],
  ])("of the bank on %s are between %d and %d", (pair, first, last) => {
    const [[from, to]] = pairs(pair) as [readonly [string, string]];
    const minutes = departures(from, to).map(({ minute }) => minute);
    expect(minutes.length).toBeGreaterThan(0);
    const inBank = minutes.filter((minute) => {
      const hour = minute / 60;
      return (hour >= first && hour < last) || hour + 24 < last;
    });
    expect(inBank.length / minutes.length).toBeGreaterThanOrEqual(0.8);
  });

  it("differ between the flights of a route", () => {
    for (const [from, to] of pairs("JFK-LAX SYD-MEL LHR-EDI GMP-CJU")) {
      for (const { departures: own } of network.services(from, to)) {
        const minutes = own.map(({ minute }) => minute);
        expect(new Set(minutes).size).toBe(minutes.length);
      }
    }
  });
});

describe("flights for other airlines", () => {
  const regional = [...loadAirlines().values()].filter(({ flysFor }) => flysFor);

  it("are sold under the code of the other airline only", () => {
    expect(regional.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["OO", "YX", "EN", "YW", "WA", "CJ", "QK"]),
    );
    const sold = new Set<string>();
    for (const { code } of places.airports().slice(0, 400)) {
      for (const other of network.neighbours(code).keys()) {
        for (const airline of airlinesOn(code, other)) sold.add(airline);
      }
    }
    expect(regional.filter(({ code }) => sold.has(code)).map(({ name }) => name)).toEqual([]);
  });

  it("have the numbers of the seller, and its regional jets are flown by partners", () => {
    const flown = departures("DEN", "ASE").filter(({ flightNumber }) => flightNumber.startsWith("UA"));
    expect(flown.length).toBeGreaterThan(5);
    for (const { flightNumber, operator, stockNumber, aircraft } of flown) {
      expect(aircraft.body).toBe("regional");
      expect(["OO", "YX", "YV", "G7", "C5"]).toContain(operator.code);
      expect(stockNumber).toBe(flightNumber);
      expect(Number(flightNumber.slice(2))).toBeGreaterThanOrEqual(3000);
    }
  });

  it("name the airline that flies in offers, where it is not the seller", () => {
    const [small] = search("DEN", "ASE", "2027-02-10");
    expect(small).toMatchObject({
      airlineCode: "UA",
      operatedBy: expect.stringMatching(/SkyWest|Republic|Mesa|GoJet|CommuteAir/),
      operatingFlightNumber: expect.stringMatching(/^(OO|YX|YV|G7|C5)\d+$/),
    });
    const [own] = search("JFK", "LHR", "2027-02-10");
    expect(own).not.toHaveProperty("operatedBy");
    const over = search("MOT", "ORD", "2027-02-10").find(({ stops }) => stops === 1);
    expect(over).not.toHaveProperty("operatedBy");
    expect(over?.segments?.some(({ operatedBy }) => operatedBy !== undefined)).toBe(true);
  });
});

describe("a partner's number for a flight", () => {
  const toVienna = () =>
    search("DEN", "VIE", "2027-02-10").flatMap(({ flightIds, segments = [] }) =>
      segments
        .filter(({ operatedBy }) => operatedBy === "Austrian Airlines")
        .map((segment) => ({ segment, flightIds })),
    );

  it("makes a connection the ticket of one airline", () => {
    const shared = toVienna();
    expect(shared.length).toBeGreaterThan(0);
    for (const { segment } of shared) {
      expect(segment.airlineCode).toBe("UA");
      expect(segment.flightNumber).toMatch(/^UA[5-9]\d{3}$/);
      expect(segment.operatingFlightNumber).toMatch(/^OS\d+$/);
    }
  });

  it("is not offered beside the airline's own number", () => {
    for (const [from, to] of pairs("ORD-VIE LHR-JFK FRA-ORD SYD-DXB")) {
      for (const { stops, operatedBy } of search(from, to, "2027-02-10")) {
        if (stops === 0) expect(operatedBy).toBeUndefined();
      }
    }
  });

  it("can be booked, and takes the seats of the flight itself", () => {
    const [{ segment, flightIds }] = toVienna() as [ReturnType<typeof toVienna>[number]];
    const party = { adults: 1, children: 0, infants: 0 };
    const quoted = flights.quoteFlights(flightIds, party).find((one) => one.segment.id === segment.id);
    expect(quoted?.segment).toEqual(segment);
    const [date, route] = segment.id.split("-").slice(2);
    const own = flights.quoteFlights([`F-${segment.operatingFlightNumber}-${date}-${route}-Y`], party)[0];
    expect(own?.stock).toEqual(quoted?.stock);
    expect(own?.segment).not.toHaveProperty("operatedBy");
  });
});
