import { describe, expect, it } from "vitest";
import { Booking } from "../model/booking.ts";
import { frozenClock } from "../model/clock.ts";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { type Bookings, createBookings, type NewBooking } from "./bookings.ts";
import { bookingView, type StoredBooking } from "./stored-booking.ts";

const NOW = Date.parse("2026-12-01T09:00:00Z");

const content: NewBooking = {
  sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11",
  createdAt: NOW,
  lastModified: NOW,
  expiresAt: NOW + 3_600_000,
  status: "pending",
  revision: 0,
  passengers: [],
  flights: [],
  hotels: [],
  cars: [],
  extras: [],
  tickets: [],
  ledger: [],
  operations: [],
  totalPrice: 0,
  currency: "USD",
  stock: [{ about: "F-AA1", keys: ["AA1"], units: 1 }],
  requestKeys: [],
};

const open = () => {
  const state = { realTime: 0 };
  const clock = frozenClock(NOW);
  const store = createMemoryStore({ now: clock.now });
  const start = () => createBookings({ store, clock, realTime: () => state.realTime });
  return { state, store, start, bookings: start() };
};

const made = async (bookings: Bookings, changes: Partial<StoredBooking> = {}): Promise<StoredBooking> =>
  (await bookings.confirm("default", await bookings.create("default", { ...content, ...changes }))) as StoredBooking;

describe("a new booking", () => {
  it("has a unique locator without easily confused letters", async () => {
    const { start } = open();
    // Two processes of the same session at the same frozen instant draw the same locators.
    const [here, there] = [start(), start()];
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).create("default", content)),
    );
    expect(new Set(made.map(({ booking }) => booking.pnr)).size).toBe(40);
    for (const { booking } of made) expect(booking.pnr).toMatch(/^TEST-[2-9A-HJ-NP-Z]{6}$/);
  });

  it("has the same locator in every run with a frozen clock, whatever other sessions book and on however many nodes", async () => {
    const locators = async (start: () => Bookings): Promise<string[]> => {
      const [here, there] = [start(), start()];
      const pnrs: string[] = [];
      for (const node of [here, there, there, here]) {
        const { booking } = await node.create("default", content);
        pnrs.push(booking.pnr);
        await node.discard("default", booking.pnr);
      }
      return pnrs;
    };
    const [one, other] = [open(), open()];
    const busy = () => {
      const bookings = other.start();
      const create: Bookings["create"] = async (tenant, booking) => {
        await bookings.create(tenant, { ...booking, sessionId: "another" });
        return bookings.create(tenant, booking);
      };
      return { ...bookings, create };
    };
    const first = await locators(() => one.bookings);
    expect(await locators(busy)).toEqual(first);
    expect(new Set(first).size).toBe(4);
  });

  it("has another locator in every process with the system clock", async () => {
    const clock = { now: () => NOW, configured: false };
    const draw = async () => {
      const bookings = createBookings({ store: createMemoryStore({ now: clock.now }), clock });
      return (await bookings.create("default", content)).booking.pnr;
    };
    expect(await draw()).not.toBe(await draw());
  });

  it("is hidden until it is confirmed", async () => {
    const { bookings } = open();
    const draft = await bookings.create("default", content);
    await expect(bookings.require("default", draft.booking.pnr, "pnr")).rejects.toMatchObject({ kind: "not_found" });
    expect(await bookings.findMany("default", [draft.booking.pnr])).toEqual([]);
    await bookings.confirm("default", draft);
    expect(await bookings.require("default", draft.booking.pnr, "pnr")).toMatchObject({ status: "confirmed" });
  });

  it("is only visible to its tenant", async () => {
    const { bookings } = open();
    const draft = await bookings.create("acme", content);
    await bookings.confirm("acme", draft);
    await expect(bookings.require("default", draft.booking.pnr, "pnr")).rejects.toMatchObject({ kind: "not_found" });
  });

  it("is deleted if it is not confirmed in time, even with a frozen clock, and cannot be confirmed later", async () => {
    const { bookings, state } = open();
    const draft = await bookings.create("default", content);
    state.realTime += 14_999;
    expect(await bookings.heldUnits("default", draft.booking.pnr, "AA1")).toBe(Infinity);
    state.realTime += 1;
    expect(await bookings.heldUnits("default", draft.booking.pnr, "AA1")).toBe(0);
    expect(await bookings.confirm("default", draft)).toBeUndefined();
  });

  it("is stored without its content until it is confirmed", async () => {
    const { bookings, store } = open();
    const passengers = [{ id: "P1", type: "adult", firstName: "Ada", lastName: "Lovelace" }] as const;
    const draft = await bookings.create("default", { ...content, passengers });
    const stored = async () => (await store.get(keys.booking("default", draft.booking.pnr)))?.value;
    expect(await stored()).toMatchObject({ draft: true, requestKeys: [], passengers: [], stock: [] });
    await bookings.confirm("default", draft);
    expect(await stored()).toMatchObject({ status: "confirmed", passengers, stock: content.stock });
  });

  it("hides its internal fields from its owner", async () => {
    const { bookings } = open();
    const shown = bookingView(await made(bookings), NOW);
    expect(Object.keys(shown)[0]).toBe("pnr");
    expect(Object.keys(shown)).toEqual(Object.keys(shown).filter((name) => name in (Booking["properties"] as object)));
    for (const hidden of ["stock", "requestKeys", "ledger", "operations", "hold", "sequence", "draft"]) {
      expect(shown).not.toHaveProperty(hidden);
    }
  });
});

describe("a changed booking", () => {
  it("keeps both of two concurrent changes", async () => {
    const { bookings } = open();
    const { pnr } = await made(bookings);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        bookings.change("default", pnr, "pnr", (booking) => ({ ...booking, totalPrice: booking.totalPrice + 1 })),
      ),
    );
    expect(await bookings.require("default", pnr, "pnr")).toMatchObject({ totalPrice: 10 });
  });
});

describe("a withdrawn request", () => {
  const KEYS = ["bookHotel:k"];

  it("cannot confirm its draft", async () => {
    const { bookings } = open();
    const draft = await bookings.create("default", { ...content, requestKeys: KEYS });
    expect(await bookings.withdraw("default", draft.booking.pnr, KEYS)).toBe(false);
    expect(await bookings.confirm("default", draft)).toBeUndefined();
  });

  it("stays booked once it is confirmed", async () => {
    const { bookings } = open();
    const { pnr } = await made(bookings, { requestKeys: KEYS });
    expect(await bookings.withdraw("default", pnr, KEYS)).toBe(true);
  });

  it("cannot write an addition over the version that it has read", async () => {
    const { bookings } = open();
    const { pnr } = await made(bookings);
    const writes: string[] = [];
    const adding = bookings.change("default", pnr, "pnr", (booking) => ({ ...booking, requestKeys: KEYS }), {
      // Withdrawn between its read and its write; the second time it finds out that it does not own its key.
      beforeWrite: async () => {
        writes.push("beforeWrite");
        if (writes.length > 1) throw new Error("taken over");
        expect(await bookings.withdraw("default", pnr, KEYS)).toBe(false);
      },
    });
    await expect(adding).rejects.toThrow("taken over");
    expect((await bookings.require("default", pnr, "pnr")).requestKeys).toEqual([]);
  });
});

describe("an exchange whose process died", () => {
  it("loses its mark when its seats are needed, and cannot be completed then", async () => {
    const { bookings, state } = open();
    const { pnr } = await made(bookings);
    await bookings.change("default", pnr, "pnr", (booking) => ({
      ...booking,
      exchange: bookings.markChange({ id: "x", stockKeys: ["AA2"] }),
    }));
    expect(await bookings.heldUnits("default", pnr, "AA2")).toBe(Infinity);
    expect(await bookings.claimStates("default", [{ pnr, stockKey: "AA2" }])).toEqual([{ state: "open", units: 0 }]);
    state.realTime += 15_000;
    expect(await bookings.heldUnits("default", pnr, "AA2")).toBe(0);
    expect(await bookings.require("default", pnr, "pnr")).not.toHaveProperty("exchange");
  });
});
