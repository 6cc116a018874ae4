import { describe, expect, it, onTestFinished } from "vitest";
import { CLIENTS, connectClient, type McpClient } from "../../fixtures/mcp-clients.ts";
import { type Environment, startTaxiway, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { ADA, bookWholeTrip, GUEST, listenTo, TRIP } from "./whole-trip.ts";

const connect = async (env: Environment): Promise<McpClient> => {
  const client = await connectClient(CLIENTS["the v1 SDK client"] as (typeof CLIENTS)[string], env);
  onTestFinished(() => client.close());
  return client;
};

describe("TAXIWAY_TEXT=json", () => {
  it("returns the structured content as text", async () => {
    const say = await listenTo(await connect({ TAXIWAY_STORE: "memory", TAXIWAY_TEXT: "json" }));
    const { content, structuredContent } = await say("searchFlights", TRIP);
    expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
  });
});

describe("the text of a search answer", () => {
  it("has one line per option with everything needed to book it", async () => {
    const say = await listenTo(await connect({ TAXIWAY_STORE: "memory" }));
    const text = async (tool: string, input: object) => (await say(tool, input)).content[0]?.text ?? "";

    const flights = (await text("searchFlights", { ...TRIP, maxConnections: 0 })).split("\n");
    const [out, back] = [flights.slice(0, flights.indexOf("Return:")), flights.slice(flights.indexOf("Return:") + 1)];
    const idsIn = (lines: readonly string[]): string[] => {
      const line = lines.find((candidate) => / \d seats /.test(candidate)) ?? "";
      return JSON.parse(/flightIds (\[.*\])/.exec(line)?.[1] ?? "[]");
    };
    const booked = await text("bookFlight", {
      flightIds: [...idsIn(out), ...idsIn(back)],
      passengers: [ADA],
      contactEmail: "ada@example.com",
    });
    const pnr = /^TEST-[A-Z0-9]{6}/.exec(booked)?.[0] ?? "";
    expect(booked).toMatch(/^TEST-\w{6} confirmed, \$[\d,.]+ \(\d+ US cents\), .*\nLovelace\/Ada adult\n/);

    const hotels = await text("searchHotels", {
      cityCode: "LAX",
      checkInDate: "2027-01-12",
      checkOutDate: "2027-01-16",
    });
    const hotel = hotels.split("\n").find((line) => line.includes(" a night"));
    const hotelId = / id (\S+)$/.exec(hotel ?? "")?.[1];
    expect(await text("bookHotel", { hotelId, existingPnr: pnr, guests: [GUEST] })).toContain(
      "2027-01-12 to 2027-01-16",
    );

    const cars = await text("searchCars", {
      pickupLocationCode: "LAX",
      pickupDate: "2027-01-13T10:00:00-08:00",
      dropoffDate: "2027-01-15T10:00:00-08:00",
    });
    const carId = / id (\S+)$/.exec(cars.split("\n")[0] ?? "")?.[1];
    const whole = await text("bookCar", { carId, existingPnr: pnr });
    expect(whole.split("\n").length).toBeGreaterThanOrEqual(6);

    expect(await text("listBookings", {})).toMatch(
      new RegExp(`^${pnr} \\| confirmed \\| Ada Lovelace \\| .*\\| \\$[\\d,.]+ \\(\\d+\\)\nsession `),
    );
    expect(await text("cancelBooking", { pnr })).toContain(`${pnr} cancelled`);
  });
});

describe("TOOL_ERRORS=jsonrpc", () => {
  it("returns errors in the contract's format, and everything else as usual", async () => {
    const taxiway = startTaxiway({ TAXIWAY_STORE: "memory", TOOL_ERRORS: "jsonrpc" });
    const call = (name: string, input: object) => taxiway.ask("tools/call", { name, arguments: input });

    expect((await call("retrieveBooking", { pnr: "TEST-ABC234" })).error).toMatchObject({
      code: -32001,
      data: { field: "pnr", value: "TEST-ABC234" },
    });
    expect((await call("searchFlights", { ...TRIP, origin: "nyc" })).error).toMatchObject({
      code: -32602,
      data: { field: "origin", value: "nyc", hint: expect.stringContaining("NYC") },
    });
    expect((await call("searchFlights", { ...TRIP, departureDate: "2026-11-30" })).error).toMatchObject({
      code: -32002,
      data: { field: "departureDate", value: "2026-11-30" },
    });
    const client = await connect({ TAXIWAY_STORE: "memory", TOOL_ERRORS: "jsonrpc" });
    const { pnr } = await bookWholeTrip(await listenTo(client));
    await client.callTool({ name: "cancelBooking", arguments: { pnr } });
    await expect(client.callTool({ name: "cancelBooking", arguments: { pnr } })).rejects.toMatchObject({
      code: -32002,
    });
  });
});

describe("CLOCK", () => {
  const stores: Readonly<Record<string, () => Promise<Environment>>> = {
    memory: async () => ({ TAXIWAY_STORE: "memory" }),
    LMDB: async () => ({ TAXIWAY_DATA_DIR: temporaryFolder() }),
    Valkey: async () => {
      const valkey = await startValkey();
      onTestFinished(() => valkey.stop());
      return { VALKEY_URL: valkey.url };
    },
  };

  it.each(Object.entries(stores))(
    "may be years away from the machine's clock: bookings on %s are kept",
    async (_name, store) => {
      const env = await store();
      for (const year of [2024, 2038]) {
        const taxiway = startTaxiway({ ...env, CLOCK: `${year}-03-01T12:00:00Z` });
        const stay = { cityCode: "PAR", checkInDate: `${year}-03-10`, checkOutDate: `${year}-03-12` };
        const { hotels } = worked(await taxiway.call("searchHotels", stay));
        const hotelId = hotels.find((hotel: { status: string }) => hotel.status === "available").id;
        const { pnr } = worked(
          await taxiway.call("bookHotel", { hotelId, guests: [GUEST], contactEmail: "ada@example.com" }),
        );
        expect(worked(await taxiway.call("retrieveBooking", { pnr }))).toMatchObject({ pnr, status: "confirmed" });
        expect(worked(await taxiway.call("listBookings", {})).resultCount).toBe(1);
        await taxiway.close();
      }
    },
  );
});

describe("a booking across processes", () => {
  it("survives its process on LMDB and is deleted after PNR_TTL_HOURS", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder(), PNR_TTL_HOURS: "2" };
    const first = startTaxiway({ ...env, CLOCK: "frozen:2026-12-01T09:00:00Z" });
    const { pnr } = await bookWholeTrip(async (tool, input) => first.call(tool, input));
    await first.close();

    const soon = startTaxiway({ ...env, CLOCK: "frozen:2026-12-01T10:59:59Z" });
    expect(worked(await soon.call("retrieveBooking", { pnr }))).toMatchObject({ pnr, status: "confirmed" });
    expect(worked(await soon.call("listBookings", {})).bookings).toEqual([]);
    await soon.close();

    const late = startTaxiway({ ...env, CLOCK: "frozen:2026-12-01T11:00:00Z" });
    expect((await late.call("retrieveBooking", { pnr }))._meta["taxiway/error"].code).toBe(-32001);
  });

  it("is listed in another session by the sessionId that its search returned", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const [one, other] = [startTaxiway(env), startTaxiway(env)];
    const { pnr, sessionId } = await bookWholeTrip(async (tool, input) => one.call(tool, input));
    const listed = worked(await other.call("listBookings", { sessionId }));
    expect(listed.bookings.map((entry: { pnr: string }) => entry.pnr)).toEqual([pnr]);
  });
});
