import { describe, expect, it } from "vitest";
import { frozenClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import type { ClaimState } from "./bookings.ts";
import { personOn } from "./same-people.ts";
import { createStock } from "./stock.ts";
import type { StockItem } from "./supplier.ts";

const open = ({ shared = false } = {}) => {
  let now = 1_800_000_000_000;
  const clock = { now: () => now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  /** PNRs whose booking does not confirm a claim; all others are confirmed. */
  const states = new Map<string, ClaimState>();
  /** The units that bookings have; all others have what they claimed. */
  const held = new Map<string, number>();
  const bookings = {
    heldUnits: async (_tenant: string, pnr: string) =>
      states.get(pnr) === "void" ? 0 : (held.get(pnr) ?? Number.POSITIVE_INFINITY),
    claimStates: async (_tenant: string, claims: readonly { readonly pnr: string }[]) =>
      claims.map(({ pnr }) => {
        const state = states.get(pnr) ?? ("held" as const);
        return { state, units: state === "held" ? Number.POSITIVE_INFINITY : 0 };
      }),
  };
  return {
    store,
    states,
    held,
    stock: createStock({ store, clock, shared, bookings, realTime: clock.now }),
    pass: (ms: number) => {
      now += ms;
    },
    later: (ms: number) => now + ms,
  };
};

const ada = { tenant: "default", sessionId: "ada" };
const bob = { tenant: "default", sessionId: "bob" };
const flight = (key: string, forSale: number, units = 1): StockItem => ({
  ...{ kind: "flight", key, forSale, units },
  ...{ about: `F-${key}`, name: key },
});

describe("the stock", () => {
  it("takes and releases seats", async () => {
    const { stock, later } = open();
    await stock.take(ada, { pnr: "A", items: [flight("AA1", 3, 2)], expiresAt: later(1000) });
    expect(await stock.taken(ada, ["AA1", "AA2"])).toEqual(new Map([["AA1", 2]]));
    await stock.shrink(ada, "A", new Map([["AA1", 0]]));
    expect(await stock.taken(ada, ["AA1"])).toEqual(new Map());
  });

  it("refuses a claim for more seats than are left, and reports how many are left", async () => {
    const { stock, later } = open();
    await stock.take(ada, { pnr: "A", items: [flight("AA1", 3, 2)], expiresAt: later(1000) });
    const refused = stock.take(ada, { pnr: "B", items: [flight("AA1", 3, 2)], expiresAt: later(1000) });
    await expect(refused).rejects.toMatchObject({ kind: "rule", details: { seatsLeft: 1, seatsRequested: 2 } });
  });

  it.each([false, true])("checks seats without taking them (shared: %s)", async (shared) => {
    const { stock, later, states } = open({ shared });
    await stock.take(ada, { pnr: "A", items: [flight("AA1", 3, 2)], expiresAt: later(1000) });
    const check = (wanted: number) => stock.check(ada, [flight("AA1", 3, wanted)]);
    await check(1);
    await expect(check(2)).rejects.toMatchObject({ details: { seatsLeft: 1, seatsRequested: 2 } });
    states.set("A", "void");
    await check(3);
    expect(await stock.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 2]]));
  });

  it.each([false, true])("takes seats on all flights of a trip or on none (shared: %s)", async (shared) => {
    const { stock, later, store } = open({ shared });
    const items = [flight("AA1", 5), flight("AA2", 0)];
    await expect(stock.take(ada, { pnr: "A", items, expiresAt: later(1000) })).rejects.toThrow(Failure);
    expect(await stock.taken(ada, ["AA1", "AA2"])).toEqual(new Map());
    const left = [];
    for await (const key of store.scan("gds:")) left.push(key);
    expect(left).toEqual([]);
  });

  it("keeps seats for each session, unless the inventory is shared", async () => {
    for (const shared of [false, true]) {
      const { stock, later } = open({ shared });
      await stock.take(ada, { pnr: "A", items: [flight("AA1", 1, 1)], expiresAt: later(1000) });
      expect((await stock.taken(bob, ["AA1"])).size).toBe(shared ? 1 : 0);
    }
  });

  it("releases seats when the booking expires", async () => {
    const { stock, later, pass } = open();
    await stock.take(ada, { pnr: "A", items: [flight("AA1", 1, 1)], expiresAt: later(1000) });
    pass(1001);
    await stock.take(ada, { pnr: "B", items: [flight("AA1", 1, 1)], expiresAt: later(1000) });
    expect(await stock.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 1]]));
  });

  it("sells the seats of an unfinished booking again when they are needed", async () => {
    const { stock, later, states } = open();
    states.set("lost", "void");
    await stock.take(ada, { pnr: "lost", items: [flight("AA1", 1, 1)], expiresAt: later(1000) });
    await stock.take(ada, { pnr: "B", items: [flight("AA1", 1, 1)], expiresAt: later(1000) });
    expect(await stock.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 1]]));
  });

  it("never sells a seat twice to concurrent callers", async () => {
    const store = createMemoryStore({ now: () => 0 });
    const clock = frozenClock(0);
    const desks = Array.from({ length: 4 }, () =>
      createStock({
        store,
        clock,
        shared: true,
        bookings: { heldUnits: async () => Number.POSITIVE_INFINITY, claimStates: async () => [] },
        realTime: clock.now,
      }),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        desks[i % 4]?.take(ada, { pnr: `P${i}`, items: [flight("AA1", 7, 1)], expiresAt: 1000 }),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(7);
    expect(await desks[0]?.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 7]]));
  });

  it("ignores the booking's own claim when it takes seats again", async () => {
    const { stock, later } = open();
    const claim = { pnr: "A", items: [flight("AA1", 2, 2)], expiresAt: later(1000) };
    await stock.take(ada, claim);
    await stock.take(ada, claim);
    expect(await stock.taken(ada, ["AA1"])).toEqual(new Map([["AA1", 2]]));
  });
});

describe("stock of several kinds", () => {
  const seat = (name: string): StockItem => ({ ...flight(`AA1#${name}`, 1), kind: "seat", name: `Seat ${name}` });
  const room = (day: number, units: number, forSale = 3): StockItem => ({
    ...flight(`hotel:LONMK02-202703#${day}-B1`, forSale, units),
    kind: "room",
    name: `Queen Room on ${day} March`,
  });
  const stored = async (store: Store): Promise<string[]> => {
    const found = [];
    for await (const key of store.scan("gds:")) found.push(key);
    return found.sort();
  };

  it("claims what has the same bucket in one record: a flight and its seats, the nights of a month", async () => {
    const { stock, store, later } = open({ shared: true });
    const items = [flight("AA1", 9), seat("20A"), room(11, 2), room(12, 2)];
    await stock.take(ada, { pnr: "A", items, expiresAt: later(1000) });
    expect(await stored(store)).toEqual(["gds:seats:AA1", "gds:stock:hotel:LONMK02-202703"]);
    const keys = items.map(({ key }) => key);
    expect(Object.fromEntries(await stock.taken(bob, keys))).toEqual(
      Object.fromEntries(items.map(({ key, units }) => [key, units])),
    );
    await stock.shrink(ada, "A", new Map(keys.map((key) => [key, 0])));
    expect(await stored(store)).toEqual([]);
  });

  it("names what is sold out in the words of its kind", async () => {
    const { stock, later } = open();
    await stock.take(ada, { pnr: "A", items: [seat("20A"), room(11, 2)], expiresAt: later(1000) });
    await expect(stock.check(ada, [seat("20A")])).rejects.toMatchObject({
      message: "Seat 20A is taken. Nothing was booked.",
      details: { field: "extras", seatsLeft: 0 },
    });
    await expect(stock.check(ada, [room(11, 2)])).rejects.toMatchObject({
      message: "Only 1 of the 2 rooms asked for are left: Queen Room on 11 March. Nothing was booked.",
      details: { field: "hotelId", roomsLeft: 1, roomsRequested: 2 },
    });
    await stock.check(ada, [room(11, 3)], "A");
  });

  it("keeps what a PNR had before, if more of it cannot be taken", async () => {
    const { stock, later } = open();
    const expiresAt = later(1000);
    await stock.take(ada, { pnr: "A", items: [room(11, 1)], expiresAt });
    await expect(stock.take(ada, { pnr: "A", items: [room(11, 2), room(12, 4)], expiresAt })).rejects.toThrow(Failure);
    const key = room(11, 1).key;
    expect(await stock.taken(ada, [key])).toEqual(new Map([[key, 1]]));
  });

  it("counts no more units than the booking has", async () => {
    const { stock, later, held } = open();
    const expiresAt = later(1000);
    await stock.take(ada, { pnr: "A", items: [room(11, 3)], expiresAt });
    held.set("A", 1);
    await stock.take(ada, { pnr: "B", items: [room(11, 2)], expiresAt });
    const key = room(11, 1).key;
    expect(await stock.taken(ada, [key])).toEqual(new Map([[key, 3]]));
  });

  it("names the other bookings in which a traveller of the same name is on the flight, while they are", async () => {
    const { stock, later, pass } = open({ shared: true });
    const travel = (pnr: string, names: readonly string[]) => {
      const people = names.map((lastName) => personOn("AA1", { firstName: "Ada", lastName })).join("");
      const item: StockItem = { ...flight("AA1", 9, names.length), people };
      return stock.take(ada, { pnr, items: [item], expiresAt: later(100_000) });
    };
    expect(await travel("A", ["Lovelace", "Byron"])).toEqual([]);
    expect(await travel("B", ["Hopper"])).toEqual([]);
    expect(await travel("C", ["Babbage", "BYRON"])).toEqual([{ pnr: "A", flight: "AA1" }]);
    pass(15_000);
    expect((await stock.taken(ada, ["AA1"])).get("AA1")).toBe(5);
    await new Promise(setImmediate);
    expect(await travel("D", ["Byron"])).toEqual([
      { pnr: "A", flight: "AA1" },
      { pnr: "C", flight: "AA1" },
    ]);
    await stock.shrink(ada, "A", new Map([["AA1", 0]]));
    expect(await travel("E", ["Lovelace"])).toEqual([]);
    expect(await travel("C", ["Babbage", "Byron"])).toEqual([{ pnr: "D", flight: "AA1" }]);
  });

  it("reduces claims and never raises them", async () => {
    const { stock, later } = open();
    const { key } = room(11, 2);
    await stock.take(ada, { pnr: "A", items: [room(11, 2)], expiresAt: later(1000) });
    await stock.shrink(ada, "A", new Map([[key, 3]]));
    expect(await stock.taken(ada, [key])).toEqual(new Map([[key, 2]]));
    await stock.shrink(ada, "A", new Map([[key, 1]]));
    expect(await stock.taken(ada, [key])).toEqual(new Map([[key, 1]]));
  });
});

describe.each([false, true])("a provisional claim (shared: %s)", (shared) => {
  const HOUR = 3_600_000;
  const taken = async () => {
    const opened = open({ shared });
    const { stock, later } = opened;
    await stock.take(ada, { pnr: "A", items: [flight("AA1", 3, 2)], expiresAt: later(HOUR) });
    return { ...opened, held: async () => (await stock.taken(ada, ["AA1"])).get("AA1") ?? 0 };
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
    const { stock, states, pass, held } = await taken();
    pass(15_000);
    await held();
    await new Promise(setImmediate);
    await stock.makeProvisional(ada, "A", ["AA1"]);
    states.set("A", "void");
    expect(await held()).toBe(2);
    pass(15_000);
    expect(await held()).toBe(0);
  });
});
