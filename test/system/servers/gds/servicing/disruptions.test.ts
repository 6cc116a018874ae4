import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { modernPost } from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask, openStream } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import type { Environment } from "../../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";
import { startValkey, type ValkeyServer } from "../../../../fixtures/valkey.ts";
import type { Answered } from "../../../sandboxes/duffel/duffel-client.ts";
import { ADA, ADMIN_TOKEN, bookFare, CONTACT, type Office, openOffice } from "./office.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let valkey: ValkeyServer;
beforeAll(async () => {
  valkey = await startValkey();
  return () => valkey.stop();
});

const STORES: Readonly<Record<string, () => { readonly env: Environment; readonly nodes: number }>> = {
  memory: () => ({ env: { TAXIWAY_STORE: "memory" }, nodes: 1 }),
  LMDB: () => ({ env: { TAXIWAY_DATA_DIR: temporaryFolder() }, nodes: 1 }),
  "Valkey with two nodes": () => ({ env: { VALKEY_URL: valkey.url }, nodes: 2 }),
};

const fixed = ({ changeFee }: Answered): boolean => changeFee === null;

/** What the airline does, at the node that the subscriber is not connected to. */
const disrupt = async ({ ports }: Office, pnr: string, body: object) =>
  ask(ports.at(-1) as number, {
    path: `/admin/bookings/${pnr}/disrupt`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** A session of its own at the first node. */
const openSession = ({ ports: [port] }: Office) => {
  const headers = { "Mcp-Session-Id": randomUUID() };
  const send = async (method: string, params: Readonly<Record<string, unknown>>): Promise<Answered> =>
    (await ask(port as number, modernPost(method, params, { headers }))).message.result;
  return {
    call: async (name: string, input: object) => {
      const { isError, content, structuredContent } = await send("tools/call", { name, arguments: input });
      if (isError) throw new Error(content[0].text);
      return structuredContent;
    },
    read: async (uri: string) => JSON.parse((await send("resources/read", { uri })).contents[0].text),
    /** Resolves when the subscriber was told of an update. */
    async subscribe(uri: string) {
      const asking = modernPost(
        "subscriptions/listen",
        { notifications: { resourceSubscriptions: [uri] } },
        { headers },
      );
      const stream = await openStream(port as number, asking);
      await stream.until(({ messages }) => messages.length > 0);
      return () => stream.until(({ events }) => events.some(({ data }) => data.includes("updated")));
    },
  };
};

const nonstop = async ({ say }: Office, wanted: object, fits: (flight: Answered) => boolean): Promise<Answered> => {
  const { flights } = await say("searchFlights", { maxConnections: 0, maxResults: 50, ...wanted });
  return flights.find((flight: Answered) => flight.status === "available" && fits(flight));
};

describe.each(Object.entries(STORES))("an agent whose traveller is disrupted, on %s", (_store, setting) => {
  it("13: is told of a cancelled flight, rebooks it at no cost, and keeps the hotel", async () => {
    const office = await openOffice(setting());
    const { say, refused } = office;
    const agent = openSession(office);
    const route = { origin: "FRA", destination: "SIN", departureDate: "2027-02-16" };
    const flight = await nonstop(office, route, () => true);
    const { alliance } = (await agent.read(`gds://mock-data/airlines/${flight.airlineCode}`)).metadata;
    const booked = await agent.call("bookFlight", { flightIds: flight.flightIds, passengers: [ADA], ...CONTACT });
    const { pnr } = booked;
    const stay = { cityCode: "SIN", checkInDate: "2027-02-17", checkOutDate: "2027-02-20" };
    const { hotels } = await say("searchHotels", stay);
    const hotelId = hotels.find(({ status }: Answered) => status === "available").id;
    await say("bookHotel", { hotelId, existingPnr: pnr, guests: [ADA].map(({ type: _type, ...guest }) => guest) });
    const before = await say("retrieveBooking", { pnr });

    const told = await Promise.all(
      [`gds://booking/${pnr}`, `gds://booking/${pnr}/history`, "gds://session/notices"].map(agent.subscribe),
    );
    const about = flight.flightIds[0];
    const done = await disrupt(office, pnr, { kind: "cancel_flight", about, cue: "strike" });
    expect(done.status).toBe(200);
    expect(JSON.parse(done.text)).toMatchObject({ pnr, flights: [{ segmentStatus: "UN" }] });
    await Promise.all(told.map((heard) => heard()));

    const now = await say("retrieveBooking", { pnr });
    expect(now).toMatchObject({
      ...{ status: "confirmed", totalPrice: before.totalPrice, payment: before.payment },
      flights: [{ id: about, segmentStatus: "UN" }],
      notices: [{ id: "N1", kind: "cancelled", about, entitles: ["rebook", "refund"] }],
      warnings: [expect.stringContaining("1 open notice: ")],
    });
    expect((await agent.call("listBookings", {})).bookings).toMatchObject([{ pnr, notices: 1 }]);
    expect(await agent.read("gds://session/notices")).toMatchObject({ total: 1, notices: [{ pnr, id: "N1" }] });
    const status = { flightNumber: flight.flightNumber, date: "2027-02-16" };
    expect(await say("flightStatus", status)).toMatchObject({ status: "cancelled", why: now.notices[0].text });
    expect(await office.orderOf(pnr)).toMatchObject({
      airline_initiated_changes: [{ added: [], action_taken: null, available_actions: ["cancel", "change", "update"] }],
    });

    const itself = await refused("quoteChange", { pnr, remove: [about], add: [about] });
    expect(itself).toMatchObject({ code: -32002, data: { field: "add[0]" } });
    const accepted = await refused("updateBooking", { pnr, acceptNotices: ["N1"] });
    expect(accepted).toMatchObject({ code: -32002, data: { hint: expect.stringContaining("quoteChange") } });
    const partners = new Set<string>();
    for (const code of ["SQ", "LH", "UA", "TG", "QF", "BA", flight.airlineCode]) {
      const airline = await agent.read(`gds://mock-data/airlines/${code}`);
      if (code === flight.airlineCode || (alliance !== null && airline.metadata.alliance === alliance))
        partners.add(code);
    }
    const other = await nonstop(
      office,
      { ...route, departureDate: "2027-02-17" },
      ({ airlineCode, cabin }) => partners.has(airlineCode) && cabin === "economy",
    );
    const quote = await say("quoteChange", { pnr, remove: [about], add: other.flightIds });
    expect(quote).toMatchObject({ total: 0, newTotal: before.totalPrice, rule: expect.stringMatching(/^involuntary/) });
    const made = await say("confirmChange", { quoteId: quote.quoteId });
    expect(made).toMatchObject({
      ...{ totalPrice: before.totalPrice, hotels: before.hotels, payment: { due: 0, fees: 0 } },
      flights: [{ id: other.flightIds[0], segmentStatus: "HK" }],
      notices: [{ id: "N1", resolved: "rebooked" }],
    });
    expect(await agent.read("gds://session/notices")).toEqual({ total: 0, notices: [] });
    const history = await agent.read(`gds://booking/${pnr}/history`);
    expect(history.operations.map(({ kind }: Answered) => kind)).toEqual(["supplier_change", "exchange"]);
    expect(history.operations.at(-1).removed).toMatchObject([{ id: about, segmentStatus: "UN" }]);
    expect(history.ledger.at(-1)).toMatchObject({ kind: "sale", about: other.flightIds[0] });
    expect((await office.orderOf(pnr)).airline_initiated_changes).toMatchObject([{ action_taken: "changed" }]);
    // A repeat of what the airline did finds it done.
    const again = JSON.parse((await disrupt(office, pnr, { kind: "cancel_flight", about, cue: "strike" })).text);
    expect(again.revision).toBe(made.revision);
    expect(office.defects).toEqual([]);
  });

  it("14: accepts new times at either API, and is refunded for a long delay whatever the fare", async () => {
    const office = await openOffice(setting());
    const { say } = office;
    const flight = await nonstop(
      office,
      { origin: "JFK", destination: "LHR", departureDate: "2027-03-10" },
      () => true,
    );
    const { pnr } = await say("bookFlight", { flightIds: flight.flightIds, passengers: [ADA], ...CONTACT });
    const about = flight.flightIds[0];
    const move = { kind: "retime", about, minutes: 50 };

    await disrupt(office, pnr, move);
    expect(await say("retrieveBooking", { pnr })).toMatchObject({
      flights: [{ segmentStatus: "TK" }],
      notices: [{ id: "N1", kind: "retimed", entitles: ["rebook"] }],
    });
    const [open] = (await office.orderOf(pnr)).airline_initiated_changes;
    expect(open).toMatchObject({ action_taken: null, available_actions: expect.arrayContaining(["accept"]) });
    const timesOf = ([slice]: Answered): number => Date.parse(`${slice.segments[0].departing_at}Z`);
    expect(timesOf(open.added) - timesOf(open.removed)).toBe(50 * 60_000);
    expect(await say("updateBooking", { pnr, acceptNotices: ["N1"] })).toMatchObject({
      flights: [{ segmentStatus: "HK" }],
      notices: [{ id: "N1", resolved: "accepted" }],
    });
    expect((await office.orderOf(pnr)).airline_initiated_changes).toMatchObject([
      { id: open.id, action_taken: "accepted", available_actions: [] },
    ]);

    await disrupt(office, pnr, move);
    const { airline_initiated_changes: changes, slices } = await office.orderOf(pnr);
    expect(timesOf(slices)).toBe(timesOf(changes[1].added));
    const [port] = office.ports;
    const accepting = await ask(port as number, {
      path: `/duffel/air/airline_initiated_changes/${changes[1].id}/actions/accept`,
      method: "POST",
      headers: { authorization: "Bearer duffel_test_rehearsal", "duffel-version": "v2", accept: "application/json" },
    });
    expect(accepting.status).toBe(200);
    const now = await say("retrieveBooking", { pnr });
    expect(now).toMatchObject({ flights: [{ segmentStatus: "HK" }], warnings: [] });
    expect(now.notices.map(({ resolved }: Answered) => resolved)).toEqual(["accepted", "accepted"]);
    expect(Date.parse(now.flights[0].departureTime) - Date.parse(flight.departureTime)).toBe(100 * 60_000);
    const status = await say("flightStatus", { flightNumber: flight.flightNumber, date: "2027-03-10" });
    expect(status).toMatchObject({ status: "delayed", estimatedDeparture: now.flights[0].departureTime });

    const basic = await bookFare(office, fixed, { origin: "JFK", destination: "LAX" });
    await office.passUntil("2027-01-06T09:00:00Z");
    const all = { pnr: basic.pnr, remove: ["all"] };
    expect((await say("quoteChange", all)).total).toBe(0);
    await disrupt(office, basic.pnr, { ...move, about: basic.flights[0].id, minutes: 240 });
    expect(await say("quoteChange", all)).toMatchObject({
      total: -basic.totalPrice,
      rule: expect.stringMatching(/^involuntary/),
    });
    expect(office.defects).toEqual([]);
  });

  it("is told at the admin API what cannot be done", async () => {
    const office = await openOffice(setting());
    const flight = await nonstop(
      office,
      { origin: "JFK", destination: "LHR", departureDate: "2027-03-10" },
      () => true,
    );
    const { pnr } = await office.say("bookFlight", { flightIds: flight.flightIds, passengers: [ADA], ...CONTACT });
    const about = flight.flightIds[0];
    const answers = await Promise.all([
      disrupt(office, "TEST-ZZZZZZ", { kind: "cancel_flight", about }),
      disrupt(office, pnr, { kind: "retime", about, minutes: 0 }),
      disrupt(office, pnr, { kind: "walk_guest", about }),
      disrupt(office, pnr, { kind: "meteor", about }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 409, 400]);
    expect((await office.say("retrieveBooking", { pnr })).revision).toBe(0);
  });
});
