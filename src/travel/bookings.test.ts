import { describe, expect, it } from "vitest";
import { frozenClock } from "../model/clock.ts";
import { createMemoryStore } from "../stores/memory.ts";
import { bookingView, createBookings, type StoredBooking } from "./bookings.ts";

const NOW = Date.parse("2026-12-01T09:00:00Z");

const draft: Omit<StoredBooking, "pnr"> = {
  sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11",
  createdAt: NOW,
  lastModified: NOW,
  expiresAt: NOW + 3_600_000,
  status: "pending",
  passengers: [],
  flights: [],
  hotels: [],
  cars: [],
  totalPrice: 0,
  currency: "USD",
  stockKeys: ["AA1"],
  requestKeys: [],
};

const open = () => {
  const state = { realTime: 0 };
  const clock = frozenClock(NOW);
  const store = createMemoryStore({ now: clock.now });
  const start = () => createBookings({ store, clock, realTime: () => state.realTime });
  return { state, start, bookings: start() };
};

describe("a new booking", () => {
  it("has a locator without letters that are misread, and never one that is taken", async () => {
    const { start } = open();
    // Two processes of the same session at the same frozen instant draw the same locators.
    const [here, there] = [start(), start()];
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).create("default", draft)),
    );
    expect(new Set(made.map(({ pnr }) => pnr)).size).toBe(40);
    for (const { pnr } of made) expect(pnr).toMatch(/^TEST-[2-9A-HJ-NP-Z]{6}$/);
  });

  it("is not there for anybody until it is confirmed", async () => {
    const { bookings } = open();
    const pending = await bookings.create("default", draft);
    await expect(bookings.require("default", pending.pnr, "pnr")).rejects.toMatchObject({ kind: "not_found" });
    expect(await bookings.findMany("default", [pending.pnr])).toEqual([]);
    await bookings.confirm("default", pending);
    expect(await bookings.require("default", pending.pnr, "pnr")).toMatchObject({ status: "confirmed" });
  });

  it("belongs to its tenant", async () => {
    const { bookings } = open();
    const pending = await bookings.create("acme", draft);
    await bookings.confirm("acme", pending);
    await expect(bookings.require("default", pending.pnr, "pnr")).rejects.toMatchObject({ kind: "not_found" });
  });

  it("is given up when nobody finishes it, even under a clock that stands still, and cannot be confirmed any more", async () => {
    const { bookings, state } = open();
    const pending = await bookings.create("default", draft);
    state.realTime += 14_999;
    expect(await bookings.holdsSeats("default", pending.pnr)).toBe(true);
    state.realTime += 1;
    expect(await bookings.holdsSeats("default", pending.pnr)).toBe(false);
    await expect(bookings.confirm("default", pending)).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("shows its owner nothing of what stands behind it", async () => {
    const { bookings } = open();
    const shown = bookingView(await bookings.confirm("default", await bookings.create("default", draft)));
    expect(Object.keys(shown)[0]).toBe("pnr");
    expect(shown).not.toHaveProperty("stockKeys");
    expect(shown).not.toHaveProperty("requestKeys");
    expect(shown).not.toHaveProperty("pendingSince");
  });
});

describe("a changed booking", () => {
  it("loses no change when two are made at once", async () => {
    const { bookings } = open();
    const { pnr } = await bookings.confirm("default", await bookings.create("default", draft));
    await Promise.all(
      Array.from({ length: 10 }, () =>
        bookings.change("default", pnr, "pnr", (booking) => ({ ...booking, totalPrice: booking.totalPrice + 1 })),
      ),
    );
    expect(await bookings.require("default", pnr, "pnr")).toMatchObject({ totalPrice: 10 });
  });
});
