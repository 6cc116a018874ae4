import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_IN_FULL, MAX_STRUCTURED, MAX_TEXT } from "../../../../src/mcp/tools/answer-size.ts";
import { type Caller, composeInProcess, type InProcess } from "../../../fixtures/in-process.ts";
import { type ToolResult, worked } from "../../../fixtures/taxiway.ts";
import { ADA, CONTACT, RENTAL, ROUTE, STAY } from "./rehearsal.ts";

/** The size of tools/list for a client, and for a model, which does not see output schemas. */
const MOST_LISTED = 36_000;
const MOST_LISTED_WITHOUT_OUTPUT = 18_000;

const SEARCHES = 150;

let taxiway: InProcess;
let ada: Caller;
let places: readonly string[];
beforeAll(async () => {
  taxiway = await composeInProcess();
  ada = taxiway.caller();
  const busiest = await ada.ask("resources/read", { uri: "gds://mock-data/airports" });
  const { airports } = JSON.parse((busiest.result as { contents: [{ text: string }] }).contents[0].text);
  // Remote airports have the longest names and need two connections.
  const far = ["FBM", "YGW", "USH", "IPC", "BJX", "NUE", "TRD", "OOL", "CGQ", "SVQ", "KOA", "HKT", "ZQN", "BME"];
  places = [...(airports as { code: string }[]).map(({ code }) => code), ...far];
});

const sizesOf = ({ content, structuredContent }: ToolResult) => ({
  structured: JSON.stringify(structuredContent).length,
  text: content.map(({ text }) => text).join("").length,
});

const expectUsual = (result: ToolResult): void => {
  const { structured, text } = sizesOf(result);
  expect(structured).toBeLessThanOrEqual(MAX_STRUCTURED);
  expect(text).toBeLessThanOrEqual(MAX_TEXT);
};

const place = () => fc.integer({ min: 0, max: 113 }).map((i) => places[i] as string);
const day = () => fc.integer({ min: 1, max: 28 }).map((d) => `2027-02-${String(d).padStart(2, "0")}`);

/** Errors, for instance for two airports of one city, are short. */
const searches = async (tool: string, inputs: fc.Arbitrary<object>, check: (result: ToolResult) => void) => {
  for (const input of fc.sample(inputs, { numRuns: SEARCHES, seed: 14 })) {
    const result = await ada.call(tool, input);
    if (!result.isError) check(result);
  }
};

describe("the text that a model reads from the GDS", () => {
  it("is short when tools are listed", async () => {
    const { result } = await ada.ask("tools/list");
    const { tools } = result as { tools: { outputSchema?: object }[] };
    const unseen = tools.map(({ outputSchema: _, ...tool }) => tool);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(MOST_LISTED);
    expect(JSON.stringify(unseen).length).toBeLessThanOrEqual(MOST_LISTED_WITHOUT_OUTPUT);
  });

  it("fits for searches of every kind", { timeout: 60_000 }, async () => {
    const party = fc.record({ adults: fc.integer({ min: 1, max: 4 }), children: fc.integer({ min: 0, max: 2 }) });
    const trip = { origin: place(), destination: place(), departureDate: day(), passengers: party };
    await searches("searchFlights", fc.record(trip), expectUsual);
    await searches("searchFlights", fc.record({ ...trip, returnDate: fc.constant("2027-03-05") }), expectUsual);
    const stay = { cityCode: place(), checkInDate: day(), checkOutDate: fc.constant("2027-03-05") };
    await searches("searchHotels", fc.record({ ...stay, guests: fc.integer({ min: 1, max: 5 }) }), expectUsual);
    const rental = { pickupLocationCode: place(), dropoffLocationCode: place() };
    const dates = fc.constant({ pickupDate: "2027-02-10T18:00:00Z", dropoffDate: "2027-02-14T18:00:00Z" });
    await searches(
      "searchCars",
      fc.tuple(fc.record(rental, { requiredKeys: ["pickupLocationCode"] }), dates).map(([where, when]) => ({
        ...where,
        ...when,
      })),
      expectUsual,
    );
  });

  it("is cut, with a note, if more is requested than hosts can show", async () => {
    const trip = { origin: "SFO", destination: "VIE", departureDate: "2027-02-10", returnDate: "2027-02-20" };
    for (const [tool, input] of [
      ["searchFlights", { ...trip, maxResults: 100, detail: "full" }],
      ["searchFlights", { ...ROUTE, maxResults: 100, detail: "full" }],
      ["searchHotels", { ...STAY, cityCode: "LON", maxResults: 100, detail: "full" }],
      ["searchCars", { ...RENTAL, maxResults: 100, detail: "full" }],
    ] as const) {
      const result = await ada.call(tool, input);
      expect(sizesOf(result).structured).toBeLessThanOrEqual(MAX_IN_FULL);
      const found = worked(result);
      if (found.more !== undefined) expect(found.more).toMatch(/^\d+ of \d+ .*no more fit into one answer/);
    }
  });

  it("fits for a booking with everything on it, and for a session with many", { timeout: 60_000 }, async () => {
    const bob = taxiway.caller();
    const passengers = Array.from({ length: 9 }, (_, i) => ({
      ...ADA,
      firstName: `Wolfeschlegelsteinhausen ${"I".repeat(i)}`,
      ...{ email: `someone-with-a-long-address-${i}@example.com`, phone: "+14155550123", dateOfBirth: "1985-12-10" },
    }));
    const ids: string[] = [];
    for (let leg = 0; leg < 16; leg++) {
      const departureDate = `2027-03-${String(leg + 10).padStart(2, "0")}`;
      const route = leg % 2 === 0 ? { origin: "JFK", destination: "LAX" } : { origin: "LAX", destination: "JFK" };
      const input = { ...route, departureDate, maxConnections: 0, passengers: { adults: 9 } };
      const { flights } = worked(await bob.call("searchFlights", input));
      ids.push(...(flights[0]?.flightIds ?? []));
    }
    const booked = await bob.call("bookFlight", { flightIds: ids, passengers, ...CONTACT });
    expectUsual(booked);
    const { pnr, flights } = worked(booked);
    expect(flights).toHaveLength(16);
    expectUsual(await bob.call("retrieveBooking", { pnr }));
    const full = await bob.call("retrieveBooking", { pnr, detail: "full" });
    expect(sizesOf(full).structured).toBeLessThanOrEqual(MAX_IN_FULL);
    expect(worked(full).flights[0]?.taxes.length).toBeGreaterThan(0);

    const { hotels } = worked(await bob.call("searchHotels", STAY));
    const offers = hotels.filter(({ status }: { status: string }) => status === "available");
    const pnrs: string[] = [pnr];
    for (let i = 0; i < 40; i++) {
      const guests = [{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }];
      pnrs.push(worked(await bob.call("bookHotel", { hotelId: offers[i % offers.length]?.id, guests })).pnr);
    }
    const listed: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await bob.call("listBookings", { before });
      expectUsual(page);
      const { bookings, more } = worked(page);
      listed.unshift(...bookings.map((booking: { pnr: string }) => booking.pnr));
      if (more === undefined) break;
      expect(bookings.length).toBeGreaterThan(10);
      expect(more).toContain(`${pnrs.length - listed.length} earlier bookings`);
      before = /before "(.*)"/.exec(more)?.[1];
      expect(page.content[0]?.text).toContain(more);
    }
    expect(listed.sort()).toEqual(pnrs.sort());
    expectUsual(await bob.call("cancelBooking", { pnr, reason: "Plans changed. ".repeat(20) }));
  });
});
