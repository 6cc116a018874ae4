import { describe, expect, it } from "vitest";
import { frozenClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { createMemoryStore } from "../stores/memory.ts";
import { createSeats } from "./seats.ts";

const open = ({ shared = false, isAlive = async () => true } = {}) => {
  let now = 1_800_000_000_000;
  const clock = { now: () => now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  return {
    store,
    seats: createSeats({ store, clock, shared, isAlive }),
    pass: (ms: number) => {
      now += ms;
    },
    later: (ms: number) => now + ms,
  };
};

const ada = { tenant: "default", sessionId: "ada" };
const bob = { tenant: "default", sessionId: "bob" };
const flight = (key: string, seats: number) => ({ key, seats });

describe("seats", () => {
  it("are gone once taken, and back once released", async () => {
    const { seats, later } = open();
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    expect(await seats.taken(ada, ["AA1", "AA2"])).toEqual(new Map([["AA1", 2]]));
    await seats.release(ada, "A", ["AA1"]);
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map());
  });

  it("are refused when fewer are left, saying how many", async () => {
    const { seats, later } = open();
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    const refused = seats.take(ada, { pnr: "B", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    await expect(refused).rejects.toMatchObject({ kind: "rule", details: { seatsLeft: 1, seatsRequested: 2 } });
  });

  it.each([false, true])("can be asked about without being taken (shared: %s)", async (shared) => {
    const lost = new Set<string>();
    const { seats, later } = open({ shared, isAlive: async (_tenant?: string, pnr?: string) => !lost.has(pnr ?? "") });
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 3)], seats: 2, expiresAt: later(1000) });
    const check = (wanted: number) => seats.check(ada, { stock: [flight("AA1", 3)], seats: wanted });
    await check(1);
    await expect(check(2)).rejects.toMatchObject({ details: { seatsLeft: 1, seatsRequested: 2 } });
    lost.add("A");
    await check(3);
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 2]]));
  });

  it.each([false, true])("are taken on all flights of a trip or on none (shared: %s)", async (shared) => {
    const { seats, later, store } = open({ shared });
    const stock = [flight("AA1", 5), flight("AA2", 0)];
    await expect(seats.take(ada, { pnr: "A", stock, seats: 1, expiresAt: later(1000) })).rejects.toThrow(Failure);
    expect(await seats.taken(ada, ["AA1", "AA2"])).toEqual(new Map());
    const left = [];
    for await (const key of store.scan("gds:")) left.push(key);
    expect(left).toEqual([]);
  });

  it("belong to one session, unless they are shared", async () => {
    for (const shared of [false, true]) {
      const { seats, later } = open({ shared });
      await seats.take(ada, { pnr: "A", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
      expect((await seats.taken(bob, ["AA1"])).size).toBe(shared ? 1 : 0);
    }
  });

  it("come back when the booking expires", async () => {
    const { seats, later, pass } = open();
    await seats.take(ada, { pnr: "A", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    pass(1001);
    await seats.take(ada, { pnr: "B", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 1]]));
  });

  it("of a booking that was never finished are sold again when they are needed", async () => {
    const { seats, later } = open({ isAlive: async () => false });
    await seats.take(ada, { pnr: "lost", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    await seats.take(ada, { pnr: "B", stock: [flight("AA1", 1)], seats: 1, expiresAt: later(1000) });
    expect(await seats.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 1]]));
  });

  it("are never sold twice to callers at once", async () => {
    const store = createMemoryStore({ now: () => 0 });
    const clock = frozenClock(0);
    const desks = Array.from({ length: 4 }, () =>
      createSeats({ store, clock, shared: true, isAlive: async () => true }),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        desks[i % 4]?.take(ada, { pnr: `P${i}`, stock: [flight("AA1", 7)], seats: 1, expiresAt: 1000 }),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(7);
    expect(await desks[0]?.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 7]]));
  });
});
