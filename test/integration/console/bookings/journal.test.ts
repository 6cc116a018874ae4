import { describe, expect, it, vi } from "vitest";
import { unavailable } from "../../../../src/model/failure.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { gate } from "../../../fixtures/tool-service.ts";
import { ADA, openBookings } from "./booking-world.ts";

const isJournal = (key: string): boolean => /^bookings:\d+$/.test(key);

/** The bookings in the store. */
const bookingsIn = async (store: Store): Promise<readonly unknown[]> => {
  const statuses: unknown[] = [];
  for await (const key of store.scan("pnr:")) statuses.push((await store.get(key))?.value["status"]);
  return statuses;
};

const hotelIn = async ({ travel, callerOf }: Awaited<ReturnType<typeof openBookings>>) => {
  const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-13", guests: 1 } as const;
  const { hotels } = await travel.searchHotels({ ...stay, sortBy: "price", maxResults: 20 }, callerOf("default"));
  const hotel = hotels.find(({ status }) => status === "available") ?? expect.fail("no room");
  return { hotelId: hotel.id, guests: [ADA], contactEmail: "ada@example.com" };
};

describe.each(["flight", "hotel"] as const)("a booking of a %s", (what) => {
  const bookIn = async (world: Awaited<ReturnType<typeof openBookings>>): Promise<unknown> =>
    what === "flight" ? world.book() : world.travel.bookHotel(await hotelIn(world), world.callerOf("default"));

  it("counts once it is in the journal, and not before", async () => {
    const written = gate();
    const asked = gate();
    const world = await openBookings({
      change: (store) => ({
        ...store,
        async append(key, ...rest) {
          if (isJournal(key)) {
            asked.open();
            await written.opened;
          }
          return store.append(key, ...rest);
        },
      }),
    });
    const booked = vi.fn();
    const booking = bookIn(world).then(booked);
    await asked.opened;
    // Everything pending has time to complete now.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(await bookingsIn(world.store)).toEqual(["pending"]);
    expect(booked).not.toHaveBeenCalled();
    written.open();
    await booking;
    expect(await bookingsIn(world.store)).toEqual(["confirmed"]);
  });

  it("fails if the journal cannot be written, and can be repeated", async () => {
    let away = true;
    const world = await openBookings({
      change: (store) => ({
        ...store,
        append: (key, ...rest) =>
          away && isJournal(key) ? Promise.reject(unavailable("The store is away.")) : store.append(key, ...rest),
      }),
    });
    await expect(bookIn(world)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await bookingsIn(world.store)).toEqual([]);
    expect((await world.ask("GET", "/bookings")).body).toEqual({ bookings: [], total: 0 });
    away = false;
    await bookIn(world);
    expect((await world.ask("GET", "/bookings")).body).toMatchObject({ bookings: [{ status: "confirmed" }], total: 1 });
  });
});
