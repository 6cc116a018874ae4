import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askWith, bearer, type KeyedSession, openWith } from "../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed } from "../../fixtures/access/keyed-taxiway.ts";
import { answersIn, findStay, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { openStream, type RawStream } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { type Answer, refusal, type ToolResult } from "../../fixtures/taxiway.ts";

let taxiway: KeyedTaxiway;
let acme: string;
let other: string;
beforeAll(async () => {
  taxiway = await launchKeyed({ TAXIWAY_CONFIRM_BOOKINGS: "true" });
  acme = await taxiway.key({ tenant: "acme" });
  other = await taxiway.key({ tenant: "other" });
});
afterAll(() => taxiway.close());

const YES = { action: "accept", content: { confirm: true } };
const NO = { action: "decline" };
const NO_PNR = "TEST-ZZZZZZ";

const open = (key: string, options = {}): Promise<KeyedSession> => openWith(taxiway.port, key, options);
const book = async (session: KeyedSession, more = {}) =>
  session.call("bookHotel", { ...(await findStay(session.call)), ...more });

/** The answer about a PNR, with the PNR replaced. */
const about = ({ text }: { readonly text: string }, pnr: string): object => {
  const { id: _, ...message } = JSON.parse(text.replaceAll(pnr.slice(-6), NO_PNR.slice(-6))) as Answer;
  return message;
};

describe("a session of one tenant, with the key of another", () => {
  it("does not exist for requests, notifications, answers, streams and DELETE", async () => {
    const mine = await open(acme);
    const foreign = await open(other, { id: mine.id, initialize: false });
    const answers = [
      await foreign.ask("tools/list"),
      await foreign.ask("ping"),
      await foreign.notify("notifications/cancelled", { requestId: 1 }),
      await foreign.respond("any", YES),
      await foreign.end(),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(text).toContain("There is no such session");
    }
    expect((await foreign.listen()).status).toBe(404);
    expect((await mine.ask("ping")).status).toBe(200);
    const never = await (await open(other, { id: randomUUID(), initialize: false })).ask("ping");
    const { text } = await foreign.ask("ping");
    expect(JSON.parse(text).error).toEqual(JSON.parse(never.text).error);
  });

  it("is a separate session with its own searches and bookings", async () => {
    const mine = await open(acme);
    const theirs = await open(other, { id: mine.id });
    const { pnr } = await book(mine);
    const listed = async (session: KeyedSession) =>
      (await session.call("listBookings", {})).bookings.map((booking: { pnr: string }) => booking.pnr);
    expect([await listed(mine), await listed(theirs)]).toEqual([[pnr], []]);
    const counts = async (session: KeyedSession) => {
      const { message } = await session.ask("resources/read", { uri: "gds://session/current" });
      const { searchCount, bookingCount } = JSON.parse(message.result.contents[0].text);
      return { searchCount, bookingCount };
    };
    expect(await counts(mine)).toEqual({ searchCount: 1, bookingCount: 1 });
    expect(await counts(theirs)).toEqual({ searchCount: 0, bookingCount: 0 });
    const stream = await mine.listen();
    await mine.ask("resources/subscribe", { uri: "gds://session/bookings" });
    expect((await theirs.end()).status).toBe(204);
    expect((await theirs.ask("ping")).status).toBe(404);
    await mine.call("cancelBooking", { pnr });
    await stream.until(({ events }) => events.some(({ data }) => data.includes("gds://session/bookings")));
  });

  it("is a separate session in the newer protocol, which has no initialize", async () => {
    const headers = { "Mcp-Session-Id": randomUUID() };
    const call = async (key: string, name: string, input: object) => {
      const asking = modernPost("tools/call", { name, arguments: input }, { headers });
      return (await askWith(taxiway.port, key, asking)).message.result.structuredContent;
    };
    const { pnr } = await call(acme, "bookHotel", await findStay((name, input) => call(acme, name, input)));
    expect((await call(acme, "listBookings", {})).bookings).toMatchObject([{ pnr }]);
    expect((await call(other, "listBookings", {})).bookings).toEqual([]);
  });

  it("does not resume a stream for a caller who knows its event ID", async () => {
    const mine = await open(acme);
    const theirs = await open(other, { id: mine.id });
    const stream = await mine.listen();
    await stream.until(({ events }) => events.length > 0);
    const eventId = stream.events[0]?.id as string;
    stream.cut();
    expect((await theirs.listen(eventId)).status).toBe(400);
    expect((await mine.listen(eventId)).status).toBe(200);
  });
});

describe("a running call of one tenant", () => {
  /** A booking that waits for confirmation. */
  const begin = async (session: KeyedSession, id: string) => {
    const stream = await session.stream(
      "tools/call",
      { name: "bookHotel", arguments: await findStay(session.call) },
      { id },
    );
    const asks = ({ method }: Answer): boolean => method === "elicitation/create";
    await stream.until(({ messages }) => messages.some(asks));
    return { stream, question: stream.messages.find(asks)?.id };
  };
  const resultOf = async (stream: RawStream): Promise<ToolResult> => {
    await stream.until((each) => answersIn(each).length > 0);
    return answersIn(stream)[0]?.result as ToolResult;
  };

  it("is not cancelled, answered or ended from another tenant's session of the same ID", async () => {
    const capabilities = { elicitation: {} };
    const mine = await open(acme, { capabilities });
    const theirs = await open(other, { id: mine.id, capabilities });
    const [first, second] = [await begin(mine, "booking"), await begin(mine, "booking 2")];
    expect((await theirs.notify("notifications/cancelled", { requestId: "booking" })).status).toBe(202);
    expect((await theirs.respond(first.question, YES)).status).toBe(202);
    expect((await theirs.respond(second.question, NO)).status).toBe(202);
    expect((await theirs.end()).status).toBe(204);
    // When this arrives, everything sent over the bus before has arrived.
    expect((await mine.respond(first.question, NO)).status).toBe(202);
    expect((await mine.respond(second.question, YES)).status).toBe(202);
    expect(refusal(await resultOf(first.stream)).message).toContain("Nothing was booked");
    expect((await resultOf(second.stream)).structuredContent).toMatchObject({ pnr: expect.stringMatching(/^TEST-/) });
  });

  it("can be cancelled and ended by its own tenant", async () => {
    const mine = await open(acme, { capabilities: { elicitation: {} } });
    const { stream, question } = await begin(mine, "booking");
    await mine.notify("notifications/cancelled", { requestId: "booking" });
    await mine.respond(question, YES);
    await mine.end();
    await stream.ended.catch(() => undefined);
    expect(answersIn(stream)).toEqual([]);
  });
});

describe("a booking of one tenant", () => {
  it("does not exist for another tenant, however it is requested", async () => {
    const [mine, theirs] = [await open(acme), await open(other)];
    const { pnr } = await book(mine);
    const stay = await findStay(theirs.call);
    const letters: string = (await mine.call("quoteChange", { pnr, remove: ["all"] })).quoteId.slice(-6);
    const ways: readonly ((pnr: string) => ReturnType<KeyedSession["ask"]>)[] = [
      (pnr) => theirs.ask("tools/call", { name: "retrieveBooking", arguments: { pnr } }),
      (pnr) => theirs.ask("tools/call", { name: "cancelBooking", arguments: { pnr } }),
      (existingPnr) => theirs.ask("tools/call", { name: "bookHotel", arguments: { ...stay, existingPnr } }),
      (pnr) => theirs.ask("tools/call", { name: "quoteChange", arguments: { pnr, remove: ["all"] } }),
      (pnr) => theirs.ask("tools/call", { name: "payBooking", arguments: { pnr, expectedTotal: 1 } }),
      (pnr) =>
        theirs.ask("tools/call", { name: "updateBooking", arguments: { pnr, contactEmail: "theirs@example.com" } }),
      (pnr) => theirs.ask("tools/call", { name: "listExtras", arguments: { pnr } }),
      (pnr) =>
        theirs.ask("tools/call", {
          name: "confirmChange",
          arguments: { quoteId: `Q-${pnr.slice(-6)}-${letters}` },
        }),
      (pnr) => theirs.ask("resources/read", { uri: `gds://booking/${pnr}` }),
      (pnr) => theirs.ask("resources/read", { uri: `gds://booking/${pnr}/history` }),
      (pnr) =>
        theirs.ask("completion/complete", {
          ref: { type: "ref/resource", uri: "gds://booking/{pnr}" },
          argument: { name: "pnr", value: pnr.slice(0, -1) },
        }),
    ];
    for (const way of ways) expect(about(await way(pnr), pnr)).toEqual(about(await way(NO_PNR), NO_PNR));
    const listed = await theirs.call("listBookings", { sessionId: mine.id });
    expect(listed.bookings).toEqual([]);
    expect(await mine.call("retrieveBooking", { pnr })).toMatchObject({ pnr, status: "confirmed" });
  });

  it("is not found in the Duffel sandbox either", async () => {
    const mine = await open(acme);
    const { flights } = await mine.call("searchFlights", {
      ...{ origin: "LHR", destination: "JFK", departureDate: "2027-03-01", maxResults: 5 },
    });
    const flight = flights.find(({ status }: { status: string }) => status === "available");
    const { pnr } = await mine.call("bookFlight", {
      flightIds: flight.flightIds,
      passengers: [{ type: "adult", firstName: "Ada", lastName: "Byron", dateOfBirth: "1990-12-10" }],
      contactEmail: "ada@example.com",
    });
    const orders = async (key: string) => {
      const path = `/duffel/air/orders?booking_reference=${pnr}`;
      const { text } = await askWith(taxiway.port, key, { path, headers: { "Duffel-Version": "v2" } });
      return JSON.parse(text).data;
    };
    expect(await orders(other)).toEqual([]);
    expect(await orders(acme)).toMatchObject([{ booking_reference: pnr }]);
  });

  it("is not returned to another tenant with the same idempotency key", async () => {
    const [mine, theirs] = [await open(acme), await open(other)];
    const idempotencyKey = randomUUID();
    const [first, second] = [await book(mine, { idempotencyKey }), await book(theirs, { idempotencyKey })];
    expect(second.pnr).not.toBe(first.pnr);
    expect((await book(mine, { idempotencyKey })).pnr).toBe(first.pnr);
  });

  it("changes without notifying another tenant, whatever it subscribes to", async () => {
    const [mine, theirs] = [await open(acme), await open(other)];
    const booked = await book(mine);
    const stream = await theirs.listen();
    const own = await book(theirs);
    for (const { pnr } of [booked, own]) await theirs.ask("resources/subscribe", { uri: `gds://booking/${pnr}` });
    await mine.call("cancelBooking", { pnr: booked.pnr });
    await theirs.call("cancelBooking", { pnr: own.pnr });
    const updated = ({ events }: RawStream): string[] =>
      events.filter(({ data }) => data.includes("resources/updated")).map(({ data }) => JSON.parse(data).params.uri);
    await stream.until((each) => updated(each).includes(`gds://booking/${own.pnr}`));
    expect(updated(stream)).not.toContain(`gds://booking/${booked.pnr}`);
  });

  it("changes without notifying another tenant's subscriptions/listen", async () => {
    const [mine, theirs] = [await open(acme), await open(other)];
    const [booked, own] = [await book(mine), await book(theirs)];
    const uris = [booked, own].map(({ pnr }) => `gds://booking/${pnr}`);
    const asking = modernPost("subscriptions/listen", { notifications: { resourceSubscriptions: uris } });
    const stream = await openStream(taxiway.port, { ...asking, headers: { ...asking.headers, ...bearer(other) } });
    await stream.until(({ messages }) => messages.length > 0);
    await mine.call("cancelBooking", { pnr: booked.pnr });
    await theirs.call("cancelBooking", { pnr: own.pnr });
    await stream.until(({ events }) => events.some(({ data }) => data.includes("updated") && data.includes(own.pnr)));
    expect(stream.events.filter(({ data }) => data.includes("updated") && data.includes(booked.pnr))).toEqual([]);
  });
});
