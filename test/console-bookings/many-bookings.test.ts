import { describe, expect, it } from "vitest";
import { keys } from "../../src/model/keys.ts";
import { createPagedLog, LOG_PAGE } from "../../src/stores/paged-log.ts";
import type { RecordValue, Store } from "../../src/stores/store.ts";
import { ADA, BEGIN, HOUR, openBookings } from "./booking-world.ts";

const MANY = 100_000;
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const pnrOf = (number: number): string => {
  let letters = "";
  for (let rest = number, place = 0; place < 6; place++, rest = Math.floor(rest / 32)) letters += LETTERS[rest % 32];
  return `TEST-${letters}`;
};

/** As bookings are kept, in far less time than it takes to make them. */
const writeMany = async (store: Store): Promise<void> => {
  const log = createPagedLog({ store, pageKey: keys.bookingJournal, countKey: keys.bookingCount });
  for (let first = 0; first < MANY; first += LOG_PAGE) {
    const pnrs = Array.from({ length: LOG_PAGE }, (_, index) => pnrOf(first + index));
    await log.write(await log.place("default", LOG_PAGE), pnrs, { expiresAt: BEGIN + HOUR });
    for (const [index, pnr] of pnrs.entries()) {
      await store.put(keys.booking("default", pnr), stored(pnr, first + index), { expiresAt: BEGIN + HOUR });
    }
  }
};

const stored = (pnr: string, number: number): RecordValue => ({
  ...{ pnr, sessionId: `session ${number % 40}`, createdAt: BEGIN, lastModified: BEGIN, expiresAt: BEGIN + HOUR },
  ...{ status: number % 10 === 0 ? "cancelled" : "confirmed", totalPrice: number, currency: "USD" },
  passengers: [{ id: "P1", ...ADA, lastName: number === 17 ? "Zyzzyva" : "Lovelace" }],
  ...{ flights: [], hotels: [], cars: [], stockKeys: [], requestKeys: [] },
});

const openMany = async () => {
  const world = await openBookings();
  await writeMany(world.store);
  return async (query: Record<string, string | undefined> = {}) => {
    Object.assign(world.asked, { calls: 0, records: 0 });
    const { body } = await world.ask("GET", "/bookings", { query });
    return { ...body, asked: { ...world.asked }, pnrs: body.bookings.map(({ pnr }: { pnr: string }) => pnr) };
  };
};

describe(`a list of ${MANY} bookings`, { timeout: 60_000 }, () => {
  it("reads no more for any of its pages than what is on it", async () => {
    const page = await openMany();
    const first = await page();
    expect(first.total).toBe(MANY);
    expect(first.pnrs).toEqual(Array.from({ length: 50 }, (_, index) => pnrOf(MANY - 1 - index)));
    expect([first.asked.records, first.asked.calls]).toEqual([50, 5]);

    let number = MANY - 50;
    let cursor: string | undefined = first.next_cursor;
    while (cursor !== undefined) {
      const { pnrs, asked, next_cursor } = await page({ limit: "200", cursor });
      expect(pnrs[0]).toBe(pnrOf(number - 1));
      expect(asked.records).toBeLessThanOrEqual(400);
      expect(asked.calls).toBeLessThanOrEqual(8);
      number -= pnrs.length;
      cursor = next_cursor;
    }
    expect(number).toBe(0);
  });

  it("looks for a rare name in portions and finds it however old it is, and a PNR at once", async () => {
    const page = await openMany();
    const { pnrs: named, asked } = await page({ text: pnrOf(17) });
    expect([named, asked.records]).toEqual([[pnrOf(17)], 1]);
    const found: string[] = [];
    let questions = 0;
    let cursor: string | undefined;
    do {
      const { pnrs, asked, next_cursor } = await page({ text: "zyzzyva", cursor });
      expect(asked.records).toBeLessThanOrEqual(1_100);
      found.push(...pnrs);
      questions += 1;
      cursor = next_cursor;
    } while (cursor !== undefined);
    expect(found).toEqual([pnrOf(17)]);
    expect(questions).toBeLessThanOrEqual(110);
  });
});
