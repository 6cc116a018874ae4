import { describe, expect, it } from "vitest";
import { cases } from "../../../../test/fixtures/cases.ts";
import { frozenClock, systemClock } from "../../../model/clock.ts";
import { draw } from "../../../model/draw.ts";
import { Failure } from "../../../model/failure.ts";
import type { FlightOption } from "../../../model/flight.ts";
import type { Party } from "../../../model/passenger.ts";
import { loadPlaces } from "../places.ts";
import { createFlights, type Flights } from "./flights.ts";

const places = loadPlaces();
const flights = createFlights({ seed: "fixed", clock: systemClock, places });
const ALONE: Party = { adults: 1, children: 0, infants: 0 };

const search = (world: Flights, from: string, to: string, date: string, party = ALONE): readonly FlightOption[] =>
  world
    .searchFlights({
      origin: places.require(from, "origin"),
      destination: places.require(to, "destination"),
      date,
      cabin: "economy",
      party,
      maxConnections: 2,
      sortBy: "price",
      maxResults: 20,
    })
    .offers.map(({ option }) => option);

const failureOf = (ids: readonly unknown[]): Failure => {
  try {
    flights.quoteFlights(ids as readonly string[], ALONE);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error(`quoted ${JSON.stringify(ids)}`);
};

const connectionOf = (from: string, to: string): FlightOption =>
  search(flights, from, to, "2027-02-10").find(({ stops }) => stops === 1) as FlightOption;

describe("quoteFlights", () => {
  it("recomputes the offers of a search for the same party", () => {
    const family: Party = { adults: 2, children: 1, infants: 1 };
    for (const [from, to] of ["JFK LHR", "BUF SAN", "TOS HND", "PPT CDG", "SYD SCL"].map((pair) => pair.split(" "))) {
      for (const option of search(flights, from as string, to as string, "2027-02-10", family)) {
        const quoted = flights.quoteFlights(option.flightIds, family);
        expect(quoted.map(({ segment }) => segment)).toEqual(
          option.segments ?? [expect.objectContaining({ id: option.id, price: option.price })],
        );
        expect(quoted.reduce((sum, { segment }) => sum + segment.price, 0)).toBe(option.price);
      }
    }
  });

  it("requires no more connecting time than the search allowed", () => {
    const { flightIds, layovers } = connectionOf("BUF", "SAN");
    const [first] = flights.quoteFlights(flightIds, ALONE);
    expect(first?.minimumConnection).toBeLessThanOrEqual(layovers?.[0]?.duration as number);
  });

  it("prices outbound and return flights by their own dates with a configured clock", () => {
    const world = createFlights({ seed: "fixed", clock: frozenClock(Date.parse("2027-02-08T00:00:00Z")), places });
    const out = search(world, "JFK", "LHR", "2027-02-10")[0] as FlightOption;
    const back = search(world, "LHR", "JFK", "2027-06-10")[0] as FlightOption;
    const quoted = world.quoteFlights([...out.flightIds, ...back.flightIds], ALONE);
    expect(quoted.map(({ segment }) => segment.price)).toEqual([out.price, back.price]);
  });

  it("accepts an id in lower case, with spaces around it", () => {
    const { id } = search(flights, "JFK", "LHR", "2027-02-10")[0] as FlightOption;
    expect(flights.quoteFlights([` ${id.toLowerCase()} `], ALONE)[0]?.segment.id).toBe(id);
  });

  it("refuses flights sold together if one is missing, alone or out of order", () => {
    const [first = "", second = ""] = connectionOf("BUF", "SAN").flightIds;
    for (const ids of [[first], [second], [second, first]]) {
      const { kind, message, details } = failureOf(ids);
      expect(kind).toBe("rule");
      expect(message).toMatch(/of 2 flights sold together/);
      expect(details).toMatchObject({
        field: "flightIds",
        hint: expect.stringContaining("all of the option's flightIds"),
      });
    }
  });

  it("refuses to replace one of the flights sold together", () => {
    const [one, other] = search(flights, "BUF", "SAN", "2027-02-10").filter(({ stops }) => stops === 1);
    expect(failureOf([one?.flightIds[0], other?.flightIds[1]]).kind).toBe("rule");
  });

  it.each([
    ["F-AA9998-20270210-JFKLHR-Y", /no flight AA9998/],
    ["F-AA100-20270230-JFKLHR-Y", /no such date/],
    ["F-AA100-20270210-JFKCDG-Y", /no flight AA100 from JFK to CDG/],
    ["F-AA100-20270210-QQQLHR-Y", /no flight AA100/],
    ["F-B61756-20270210-JFKLHR-F", /./],
  ])("does not find %s", (id, message) => {
    const failure = failureOf([id]);
    expect([failure.kind, failure.details.field, failure.details.value]).toEqual(["not_found", "flightIds[0]", id]);
    expect(failure.message).toMatch(message);
    expect(failure.details.hint).toMatch(/Search again/);
  });

  it("names the day of the week on which a flight does not operate", () => {
    const thin = search(flights, "ADL", "HBA", "2027-02-10").concat(
      ...["11", "12", "13", "14", "15", "16"].map((day) => search(flights, "ADL", "HBA", `2027-02-${day}`)),
    );
    const ids = new Set(
      thin.filter(({ airlineCode, stops }) => airlineCode === "JQ" && stops === 0).map(({ id }) => id),
    );
    const days = [...ids].map((id) => id.split("-")[2]);
    const missing = ["10", "11", "12", "13", "14", "15", "16"].find((day) => !days.includes(`202702${day}`));
    const id = [...ids][0]?.replace(/-2027\d{4}-/, `-202702${missing}-`);
    expect(failureOf([id]).message).toMatch(/does not fly on a \w+day/);
  });

  it.each([
    ["H-HILTON-LON-1", "not_found", /hotel/],
    ["C-ZE-LAX-1", "not_found", /car/],
    ["off_0000AEdGRhtp5AUUdJqW", "rule", /belongs to the flights server/],
  ])("recognises %s as the id of something else", (id, kind, message) => {
    const failure = failureOf([id]);
    expect(failure.kind).toBe(kind);
    expect(failure.message).toMatch(message);
  });

  it("throws a Failure for hostile input", () => {
    const chance = draw("hostile");
    const { id } = search(flights, "JFK", "LHR", "2027-02-10")[0] as FlightOption;
    const letters = [...id, "\u0000", "💥", "İ", "\u202e", "-", "9", "Z", " "];
    const strange: unknown[] = ["", "x".repeat(1_000_000), "F-".repeat(30), 42, null, {}, [], undefined, "__proto__"];
    for (let i = 0; i < cases(200); i++) {
      const at = chance.integer(0, id.length - 1);
      strange.push(id.slice(0, at) + chance.pick(letters) + id.slice(at + chance.integer(0, 2)));
    }
    for (const value of strange) {
      try {
        flights.quoteFlights([value as string], ALONE);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        expect(JSON.stringify((error as Failure).details).length).toBeLessThan(1000);
      }
    }
  });
});

describe("airlines", () => {
  it("are real airlines with a code, a country and existing hubs", () => {
    const airlines = flights.airlines();
    expect(airlines.length).toBeGreaterThan(400);
    expect(new Set(airlines.map(({ code }) => code)).size).toBe(airlines.length);
    for (const { code, icao, hubs, name } of airlines) {
      expect(code).toMatch(/^[A-Z0-9]{2}$/);
      expect(icao).toMatch(/^([A-Z]{3})?$/);
      expect(hubs.length, name).toBeGreaterThan(0);
      for (const hub of hubs) expect(places.airport(hub), `${name} ${hub}`).toBeDefined();
    }
    expect(airlines.find(({ code }) => code === "AA")).toMatchObject({
      icao: "AAL",
      alliance: "oneworld",
      country: "US",
    });
  });
});
