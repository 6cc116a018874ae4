import { describe, expect, it } from "vitest";
import { createSessions } from "../mcp/sessions/sessions.ts";
import type { Caller } from "../model/caller.ts";
import { systemClock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import { storeDoesNotAnswer, storeIsFull } from "../platform/stores/store-failure.ts";
import { createTravel } from "./travel.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const DAY = 86_400_000;

type Verb = "put" | "delete" | "get" | "add" | "addMember" | "append";
interface Fault {
  /** The operation that fails. */
  readonly when: (verb: Verb, key: string, value: unknown) => boolean;
  /** `lost`: carried out, but the answer is lost. */
  readonly how: "full" | "unavailable" | "lost";
  /** How many times; default always. */
  times?: number;
}

/** A store whose operations fail on demand. */
const faulty = (store: Store, faults: Fault[]): Store => {
  const wrapped = <Run extends (key: string, ...others: never[]) => Promise<unknown>>(verb: Verb, run: Run): Run =>
    (async (key: string, ...others: never[]) => {
      const fault = faults.find(({ when, times = 1 }) => times > 0 && when(verb, key, others[0]));
      if (fault === undefined) return run(key, ...others);
      if (fault.times !== undefined) fault.times -= 1;
      if (fault.how === "full") throw storeIsFull("test");
      if (fault.how === "lost") await run(key, ...others);
      throw storeDoesNotAnswer(verb === "get" ? false : "unknown", "test");
    }) as Run;
  return {
    ...store,
    get: wrapped("get", store.get),
    put: wrapped("put", store.put),
    delete: wrapped("delete", store.delete),
    add: wrapped("add", store.add),
    addMember: wrapped("addMember", store.addMember),
    append: wrapped("append", store.append),
  };
};

const open = async () => {
  const faults: Fault[] = [];
  const time = { ahead: 0 };
  const clock = { ...systemClock, now: () => Date.now() + time.ahead };
  const plain = createMemoryStore({ now: clock.now });
  const store = faulty(plain, faults);
  const places = loadPlaces();
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
  const travel = createTravel({
    supplier,
    places,
    store,
    sessions,
    clock,
    bookingTtlMs: 3_600_000,
    sharedInventory: true,
  });
  const departureDate = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 10);
  const search = async () => {
    const { flights } = await travel.searchFlights(
      {
        origin: "JFK",
        destination: "LHR",
        departureDate,
        cabin: "economy",
        maxConnections: 0,
        sortBy: "price",
        party: { adults: 1, children: 0, infants: 0 },
        maxResults: 50,
      },
      ada,
    );
    return flights;
  };
  const flights = await search();
  const flight = flights.find(({ seatsAvailable }) => seatsAvailable > 0 && seatsAvailable < 9);
  if (!flight) throw new Error("no flight with few seats; choose another day");
  const request = {
    flightIds: flight.flightIds,
    passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }],
    contactEmail: "ada@example.com",
  } as const;
  const seatsLeft = async () => (await search()).find(({ id }) => id === flight.id)?.seatsAvailable;
  const listed = async () => (await travel.listBookings("all", ada)).map(({ pnr }) => pnr);
  return { faults, travel, sessions, store: plain, flight, request, seatsLeft, listed };
};

const isConfirmation = (verb: Verb, key: string, value: unknown): boolean =>
  verb === "put" && key.startsWith("pnr:") && (value as { status?: string }).status === "confirmed";

describe("a booking whose store fails", () => {
  it.each(["full", "unavailable"] as const)(
    "books nothing and frees its seats if the store fails before the confirmation (%s)",
    async (how) => {
      const steps: Fault["when"][] = [
        (verb, key) => verb === "put" && key.startsWith("pnr:"),
        (verb, key) => verb === "put" && key.startsWith("gds:seats:"),
        (verb, key) => verb === "append" && key.startsWith("bookings:"),
        (verb, key) => verb === "addMember" && key.startsWith("session:"),
      ];
      for (const when of steps) {
        const { faults, travel, request, flight, seatsLeft, listed } = await open();
        faults.push({ when, how });
        await expect(travel.bookFlight(request, ada)).rejects.toMatchObject({
          kind: "unavailable",
          details: { carriedOut: false, retryable: true, hint: expect.stringContaining("Nothing was booked") },
        });
        faults.length = 0;
        // After a store failure, the cleanup continues after the caller has its answer.
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(await seatsLeft()).toBe(flight.seatsAvailable);
        expect(await listed()).toEqual([]);
      }
    },
  );

  it("books nothing if the store is full at the confirmation", async () => {
    const { faults, travel, request, flight, seatsLeft, listed } = await open();
    faults.push({ when: isConfirmation, how: "full" });
    await expect(travel.bookFlight(request, ada)).rejects.toMatchObject({
      message: "The store is full.",
      details: { carriedOut: false },
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await seatsLeft()).toBe(flight.seatsAvailable);
    expect(await listed()).toEqual([]);
  });

  it("is acknowledged if only the answer to its confirmation was lost", async () => {
    const { faults, travel, request, listed } = await open();
    faults.push({ when: isConfirmation, how: "lost", times: 1 });
    const { booking } = await travel.bookFlight(request, ada);
    expect(await listed()).toEqual([booking.pnr]);
  });

  it("books nothing if its confirmation did not arrive, even later", async () => {
    const { faults, travel, request, flight, seatsLeft } = await open();
    faults.push({ when: isConfirmation, how: "unavailable", times: 1 });
    await expect(travel.bookFlight(request, ada)).rejects.toMatchObject({ details: { carriedOut: false } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await seatsLeft()).toBe(flight.seatsAvailable);
  });

  it("reports an unknown outcome and where to look if the store stays unavailable after the confirmation", async () => {
    const { faults, travel, request, listed } = await open();
    let isAway = false;
    const when: Fault["when"] = (verb, key, value) => {
      isAway ||= isConfirmation(verb, key, value);
      return isAway;
    };
    faults.push({ when, how: "lost" });
    const key = { idempotencyKey: "k" };
    const failing = travel.bookFlight({ ...request, ...key }, ada);
    await expect(failing).rejects.toMatchObject({ details: { carriedOut: "unknown", pnr: expect.any(String) } });
    faults.length = 0;
    const [pnr, ...others] = await listed();
    expect(others).toEqual([]);
    expect((await travel.bookFlight({ ...request, ...key }, ada)).booking.pnr).toBe(pnr);
  });

  it("is listed if it was acknowledged, also to a repeat", async () => {
    const { faults, travel, request, listed } = await open();
    faults.push({
      when: (verb, key) => verb === "addMember" && key.startsWith("session:"),
      how: "unavailable",
      times: 1,
    });
    const keyed = { ...request, idempotencyKey: "k" };
    await expect(travel.bookFlight(keyed, ada)).rejects.toMatchObject({ details: { carriedOut: false } });
    const { booking } = await travel.bookFlight(keyed, ada);
    expect(await listed()).toEqual([booking.pnr]);
    const elsewhere = { ...ada, sessionId: "0d9f3c1e-58a4-4d0e-8a35-7d1a3f0f6c22" };
    await travel.bookFlight(keyed, elsewhere);
    expect((await travel.listBookings("all", elsewhere)).map(({ pnr }) => pnr)).toEqual([booking.pnr]);
  });

  it("does not fail because of counters, which count only confirmed bookings", async () => {
    const { faults, travel, request, sessions, store } = await open();
    faults.push({ when: (verb, key) => verb === "add" && key === keys.bookingsTotal, how: "unavailable", times: 1 });
    await travel.bookFlight(request, ada);
    faults.push({ when: isConfirmation, how: "full", times: 1 });
    await expect(travel.bookFlight(request, ada)).rejects.toThrow("full");
    expect(await store.count(keys.bookingsTotal)).toBe(0);
    expect(await sessions.current(ada)).toMatchObject({ bookingCount: 1 });
  });

  it("can be repeated at once with its key, and is booked once", async () => {
    const { faults, travel, request, listed } = await open();
    faults.push({ when: (verb, key) => verb === "put" && key.startsWith("gds:seats:"), how: "lost", times: 1 });
    const keyed = { ...request, idempotencyKey: "k" };
    await expect(travel.bookFlight(keyed, ada)).rejects.toMatchObject({ details: { carriedOut: false } });
    const start = performance.now();
    const { booking } = await travel.bookFlight(keyed, ada);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(await listed()).toEqual([booking.pnr]);
  });
});

describe("a cancellation whose store fails", () => {
  it("succeeds even if its seats cannot be released, and a repeat releases them", async () => {
    const { faults, travel, request, flight, seatsLeft } = await open();
    const { booking } = await travel.bookFlight(request, ada);
    const isRelease: Fault["when"] = (verb, key, value) =>
      key.startsWith("gds:seats:") && (verb === "delete" || !JSON.stringify(value ?? "").includes(booking.pnr));
    faults.push({ when: (verb, ...others) => verb !== "get" && isRelease(verb, ...others), how: "unavailable" });
    expect(await travel.cancelBooking(booking.pnr, undefined, ada)).toMatchObject({
      booking: { status: "cancelled" },
    });
    expect(await seatsLeft()).toBe(flight.seatsAvailable - 1);
    faults.length = 0;
    await expect(travel.cancelBooking(booking.pnr, undefined, ada)).rejects.toMatchObject({ kind: "rule" });
    expect(await seatsLeft()).toBe(flight.seatsAvailable);
  });
});
