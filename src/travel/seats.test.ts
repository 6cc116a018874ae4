import { describe, expect, it } from "vitest";
import { frozenClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { ClaimState } from "./bookings.ts";
import { createSeats } from "./seats.ts";

const open = ({ shared = false } = {}) => {
  let now = 1_800_000_000_000;
  const clock = { now: () => now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  /** PNRs whose booking does not confirm a claim; all others are confirmed. */
  const states = new Map<string, ClaimState>();
  const bookings = {
    holdsSeats: async (_tenant: string, pnr: string) => states.get(pnr) !== "void",
    claimStates: async (_tenant: string, claims: readonly { readonly pnr: string }[]) =>
      claims.map(({ pnr }) => ({ state: states.get(pnr) ?? ("held" as const) })),
  };
  return {
    store,
    states,
    seats: createSeats({ store, clock, shared, bookings, realTime: clock.now }),
    pass: (ms: number) => {
      now += ms;
    },
    later: (ms: number) => now + ms,
  };
};

const ada = { tenant: "default", sessionId: "ada" };
const bob = { tenant: "default", sessionId: "bob" };
const flight = (key: string, seats: number) => ({ key, seats });

describe("the seat inventory", () => {
  it("takes and releases seats", async () => {
    const { seats, later } = open();
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    expect(await seats.taken(ada, ["AA1", "AA2"])).toEqual(new Map([["AA1", 2]]));
    await seats.release(ada, "A", ["AA1"]);
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map());
  });

  it("refuses a claim for more seats than are left, and reports how many are left", async () => {
    const { seats, later } = open();
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    const refused = seats.take(ada, { pnr: "B", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    await expect(refused).rejects.toMatchObject({ kind: "rule", details: { seatsLeft: 1, seatsRequested: 2 } });
  });

  it.each([false, true])("checks seats without taking them (shared: %s)", async (shared) => {
    const { seats, later, states } = open({ shared });
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    const check = (wanted: number) => seats.check(ada, { stock: [flight("AA1", 3)], seats: wanted });
    await check(1);
    await expect(check(2)).rejects.toMatchObject({ details: { seatsLeft: 1, seatsRequested: 2 } });
    states.set("A", "void");
    await check(3);
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 2]]));
  });

  it.each([false, true])("takes seats on all flights of a trip or on none (shared: %s)", async (shared) => {
    const { seats, later, store } = open({ shared });
    const stock = [flight("AA1", 5), flight("AA2", 0)];
    await expect(seats.take(ada, { pnr: "A", stock, seats: 1, expiresAt: later(1000) })).rejects.toThrow(Failure);
    expect(await seats.taken(ada, ["AA1", "AA2"])).toEqual(new Map());
    const left = [];
    for await (const key of store.scan("gds:")) left.push(key);
    expect(left).toEqual([]);
  });

  it("keeps seats for each session, unless the inventory is shared", async () => {
    for (const shared of [false, true]) {
      const { seats, later } = open({ shared });
      await seats.take(ada, { pnr: "A", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
      expect((await seats.taken(bob, ["AA1"])).size).toBe(shared ? 1 : 0);
    }
  });

  it("releases seats when the booking expires", async () => {
    const { seats, later, pass } = open();
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    pass(1001);
    await seats.take(ada, { pnr: "B", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 1]]));
  });

  it("sells the seats of an unfinished booking again when they are needed", async () => {
    const { seats, later, states } = open();
    states.set("lost", "void");
    await seats.take(ada, { pnr: "lost", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    await seats.take(ada, { pnr: "B", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 1]]));
  });

  it("never sells a seat twice to concurrent callers", async () => {
    const store = createMemoryStore({ now: () => 0 });
    const clock = frozenClock(0);
    const desks = Array.from({ length: 4 }, () =>
      createSeats({
        store,
        clock,
        shared: true,
        bookings: { holdsSeats: async () => true, claimStates: async () => [] },
        realTime: clock.now,
      }),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        desks[i % 4]?.take(ada, { pnr: `P${i}`, stock: [flight("AA1", 7)], seats: 1, expiresAt: 1000 }),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(7);
    expect(await desks[0]?.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 7]]));
  });

  it("ignores the booking's own claim when it takes seats again", async () => {
    const { seats, later } = open();
    const claim = { pnr: "A", stock: [flight("AA1", 2)], seats: 2, expiresAt: later(1000) };
    await seats.take(ada, claim);
    await seats.take(ada, claim);
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 2]]));
  });
});

describe.each([false, true])("a provisional claim (shared: %s)", (shared) => {
  const HOUR = 3_600_000;
  const taken = async () => {
    const opened = open({ shared });
    const { seats, later } = opened;
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(HOUR) });
    return { ...opened, held: async () => (await seats.taken(ada, ["AA1"])).get("AA1") ?? 0 };
  };

  it("counts for a while, and then only if its booking confirms it", async () => {
    const { states, pass, held } = await taken();
    states.set("A", "open");
    pass(14_999);
    expect(await held()).toBe(2);
    pass(1);
    expect(await held()).toBe(0);
    states.set("A", "held");
    expect(await held()).toBe(2);
  });

  it("becomes permanent once its booking is found confirmed, without asking again", async () => {
    const { states, pass, held } = await taken();
    pass(15_000);
    expect(await held()).toBe(2);
    await new Promise(setImmediate);
    states.set("A", "void");
    expect(await held()).toBe(2);
    pass(HOUR);
    expect(await held()).toBe(0);
  });

  it("is removed if its booking no longer exists", async () => {
    const { states, pass, held, store } = await taken();
    states.set("A", "void");
    pass(15_000);
    expect(await held()).toBe(0);
    await new Promise(setImmediate);
    const left = [];
    for await (const key of store.scan("gds:")) left.push(key);
    expect(left).toEqual([]);
  });

  it("is created before a cancellation, so that a failed release does no harm", async () => {
    const { seats, states, pass, held } = await taken();
    pass(15_000);
    await held();
    await new Promise(setImmediate);
    await seats.makeProvisional(ada, "A", ["AA1"]);
    states.set("A", "void");
    expect(await held()).toBe(2);
    pass(15_000);
    expect(await held()).toBe(0);
  });
});
