import { describe, expect, it } from "vitest";
import { ADA, HOUR, openBookings } from "./booking-world.ts";

const SMALLEST = { type: "adult", firstName: "Grace", lastName: "Ångström" } as const;

describe.each(["memory", "lmdb"] as const)("the console's list of bookings on %s", (engine) => {
  it("has the bookings of every session, newest first, with a summary of each", async () => {
    const { ask, book, callerOf } = await openBookings({ engine });
    const first = await book(["F-ZZ101-20270310-JFKLHR-Y", "F-ZZ203-20270317-LHRJFK-Y"]);
    const second = await book(["F-ZZ305-20270401-SYDAKL-J"], { session: 2, passengers: [SMALLEST, ADA] });
    const { status, body } = await ask("GET", "/bookings");
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 2,
      bookings: [
        {
          ...{ pnr: second.pnr, status: "confirmed", session_id: callerOf("default", 2).sessionId },
          ...{ created_at: "2026-12-01T09:00:00.000Z", expires_at: "2026-12-01T10:00:00.000Z" },
          ...{ name: "ÅNGSTRÖM/GRACE", travellers: 2, parts: ["flight"], summary: "SYD–AKL", starts_on: "2027-04-01" },
          total: { amount: second.totalPrice, currency: "USD" },
        },
        expect.objectContaining({ pnr: first.pnr, name: "LOVELACE/ADA", summary: "JFK–LHR–JFK" }),
      ],
    });
  });

  it("leaves out refused, abandoned and expired bookings, and does not count them", async () => {
    const { ask, book, pass, travel, callerOf } = await openBookings({ engine });
    const kept = await book();
    const { flights } = await travel.searchFlights(
      {
        ...{ origin: "JFK", destination: "LAX", departureDate: "2027-03-10", cabin: "economy", maxConnections: 0 },
        ...{ party: { adults: 1, children: 0, infants: 0 }, sortBy: "price", maxResults: 100 },
      },
      callerOf("default"),
    );
    const scarce = flights.find(({ seatsAvailable }) => seatsAvailable > 0 && seatsAvailable < 9);
    if (!scarce) throw new Error("no flight has few seats; choose another day");
    for (let seat = 0; seat < scarce.seatsAvailable; seat++) await book(scarce.flightIds);
    await expect(book(scarce.flightIds)).rejects.toMatchObject({ kind: "rule" });
    const { body } = await ask("GET", "/bookings");
    expect([body.total, body.bookings.length]).toEqual([1 + scarce.seatsAvailable, 1 + scarce.seatsAvailable]);
    expect(body.bookings.at(-1).pnr).toBe(kept.pnr);
    pass(HOUR);
    expect((await ask("GET", "/bookings")).body).toEqual({ bookings: [], total: 1 + scarce.seatsAvailable });
  });

  it("continues where a page ended while new bookings are made", async () => {
    const { ask, book } = await openBookings({ engine });
    const pnrs: string[] = [];
    for (let n = 0; n < 7; n++) pnrs.push((await book()).pnr);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await ask("GET", "/bookings", { query: { limit: "3", cursor } });
      seen.push(...body.bookings.map(({ pnr }: { pnr: string }) => pnr));
      cursor = body.next_cursor;
      await book();
    } while (cursor !== undefined);
    expect(seen).toEqual(pnrs.toReversed());
  });

  it("can be filtered by status, session, PNR or name", async () => {
    const { ask, book, callerOf } = await openBookings({ engine });
    const [ada, grace, later] = [
      await book(),
      await book(undefined, { passengers: [ADA, SMALLEST] }),
      await book(undefined, { session: 2 }),
    ];
    await ask("POST", `/bookings/${later.pnr}/cancel`, { body: {} });
    const found = async (query: Record<string, string>) =>
      (await ask("GET", "/bookings", { query })).body.bookings.map(({ pnr }: { pnr: string }) => pnr);
    expect(await found({ status: "cancelled" })).toEqual([later.pnr]);
    expect(await found({ status: "confirmed", text: "" })).toEqual([grace.pnr, ada.pnr]);
    expect(await found({ session: callerOf("default", 2).sessionId })).toEqual([later.pnr]);
    expect(await found({ text: "angström" })).toEqual([grace.pnr]);
    expect(await found({ text: "lovel" })).toEqual([later.pnr, grace.pnr, ada.pnr]);
    expect(await found({ text: ada.pnr.toLowerCase() })).toEqual([ada.pnr]);
    expect(await found({ text: ada.pnr, status: "cancelled" })).toEqual([]);
    expect(await found({ text: ada.pnr.slice(5, 10) })).toEqual([ada.pnr]);
    expect(await found({ text: "unknown" })).toEqual([]);
  });

  it.each([
    ["a status that there is not", { status: "lost" }, "status"],
    ["a limit that is no number", { limit: "many" }, "limit"],
    ["a limit of none", { limit: "0" }, "limit"],
    ["a text without end", { text: "x".repeat(101) }, "text"],
    ["a forged cursor", { cursor: "Li4vLi4v" }, "cursor"],
  ])("rejects %s", async (_what, query, field) => {
    const { ask } = await openBookings({ engine });
    const { status, body } = await ask("GET", "/bookings", { query });
    expect([status, body.error.field]).toEqual([400, field]);
  });

  it("shows no bookings of another tenant", async () => {
    const { ask, book, changes } = await openBookings({ engine });
    const { pnr } = await book(undefined, { tenant: "acme" });
    for (const query of [{}, { text: pnr }, { text: "lovelace" }]) {
      expect((await ask("GET", "/bookings", { query })).body).toEqual({ bookings: [], total: 0 });
    }
    const nobodys = "TEST-ZZZZZZ";
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/cancel"],
    ] as const) {
      const [its, none] = [
        await ask(method, `/bookings/${pnr}${path}`),
        await ask(method, `/bookings/${nobodys}${path}`),
      ];
      expect(its.status).toBe(404);
      expect(JSON.stringify(its).replaceAll(pnr, nobodys)).toBe(JSON.stringify(none));
    }
    expect(changes).toEqual([]);
    const { body } = await ask("GET", `/bookings/${pnr}`, { tenant: "acme" });
    expect(body.booking).toMatchObject({ pnr, status: "confirmed" });
  });
});

describe("a booking in the console", () => {
  it("is cancelled once, records the reason, and notifies subscribers", async () => {
    const { ask, book, pass, changes, callerOf, travel } = await openBookings();
    const { pnr, sessionId } = await book();
    const hotel = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-13", guests: 1 } as const;
    const { hotels } = await travel.searchHotels({ ...hotel, sortBy: "price", maxResults: 20 }, callerOf("default"));
    const { id: hotelId, hotelName } = hotels.find(({ status }) => status === "available") ?? expect.fail("no room");
    pass(60_000);
    await travel.bookHotel({ hotelId, existingPnr: pnr, guests: [ADA] }, callerOf("default"));
    pass(60_000);
    const { status, body } = await ask("POST", `/bookings/${pnr}/cancel`, { body: { reason: "Fell ill." } });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({ status: "cancelled", cancellationReason: "Fell ill." });
    expect(body.history).toEqual([
      { at: "2026-12-01T09:00:00.000Z", what: `Booked in session ${sessionId}.` },
      { at: "2026-12-01T09:01:00.000Z", what: `Added: ${hotelName} from 2027-03-11 to 2027-03-13.` },
      { at: "2026-12-01T09:02:00.000Z", what: "Cancelled: Fell ill." },
    ]);
    expect(body.display).toMatch(/XX1 .*TEST$/m);
    expect(body.display).toContain("XI CANCELLED 01DEC26/0902Z FELL ILL.");
    expect(changes).toEqual([{ tenant: "default", pnr, sessionId }]);
    const again = await ask("POST", `/bookings/${pnr}/cancel`, { body: {} });
    expect([again.status, again.body.error.kind]).toEqual([409, "rule"]);
    expect(changes).toHaveLength(1);
  });

  it("is changed as its suppliers may, for its tenant only, and announced", async () => {
    const { ask, book, changes } = await openBookings();
    const { pnr, sessionId, flights } = await book();
    const body = { kind: "retime", about: flights[0]?.id, minutes: 90, notice: "Late arrival of the aircraft." };
    const foreign = await ask("POST", `/bookings/${pnr}/disrupt`, { body, tenant: "other" });
    expect([foreign.status, changes]).toEqual([404, []]);
    const done = await ask("POST", `/bookings/${pnr}/disrupt`, { body });
    expect(done).toMatchObject({
      status: 200,
      body: { pnr, revision: 1, flights: [{ segmentStatus: "TK" }], notices: [{ id: "N1", text: body.notice }] },
    });
    expect(changes).toEqual([{ tenant: "default", pnr, sessionId }]);
    const { history, legs, display } = (await ask("GET", `/bookings/${pnr}`)).body;
    expect(history.at(-1).what).toBe(body.notice);
    expect([legs[0].status, legs[0].from.local]).toEqual(["new_times", "2027-03-10T09:45"]);
    expect(display).toMatch(/TK1 /);
    for (const wrong of [{}, { ...body, minutes: "90" }, { ...body, more: 1 }, { ...body, about: "" }]) {
      expect((await ask("POST", `/bookings/${pnr}/disrupt`, { body: wrong })).status).toBe(400);
    }
  });

  it("has price rows that add up to its total", async () => {
    const { ask, book } = await openBookings();
    const { pnr, totalPrice } = await book(["F-ZZ101-20270310-JFKLHR-Y", "F-ZZ203-20270317-LHRJFK-Y"]);
    const { price } = (await ask("GET", `/bookings/${pnr}`)).body;
    const amounts = price.map(({ amount }: { amount: number }) => amount);
    expect(price.at(-1)).toEqual({ label: "Total", amount: totalPrice, currency: "USD" });
    expect(amounts.slice(0, -1).reduce((sum: number, amount: number) => sum + amount, 0)).toBe(totalPrice);
    expect(price[0].label).toBe("ZZ101 JFK–LHR");
  });

  it("shows no internal fields", async () => {
    const { ask, book } = await openBookings();
    const { pnr } = await book(undefined, { idempotencyKey: "do-it-once" } as never);
    const { body } = await ask("GET", `/bookings/${pnr}`);
    expect(JSON.stringify(body)).not.toMatch(/"stock"|requestKeys|do-it-once|pendingSince/);
  });

  it.each(["TEST-ABC23", "nonsense", "TEST-ABC234%00", "..%2F..%2Fsecret", "x".repeat(10_000)])(
    "is not found under %s",
    async (name) => {
      const { ask } = await openBookings();
      const { status, body } = await ask("GET", `/bookings/${name}`);
      expect(status).toBe(404);
      expect(JSON.stringify(body).length).toBeLessThan(500);
    },
  );
});
