import { describe, expect, it } from "vitest";
import { pnrOf, writeBookings } from "../../../fixtures/console/bookings/written-bookings.ts";
import { BEGIN, openBookings } from "./booking-world.ts";

const MANY = 100_000;
const openMany = async () => {
  const world = await openBookings();
  await writeBookings(world.store, MANY, BEGIN);
  return async (query: Record<string, string | undefined> = {}) => {
    Object.assign(world.asked, { calls: 0, records: 0 });
    const { body } = await world.ask("GET", "/bookings", { query });
    return { ...body, asked: { ...world.asked }, pnrs: body.bookings.map(({ pnr }: { pnr: string }) => pnr) };
  };
};

describe(`a list of ${MANY} bookings`, { timeout: 60_000 }, () => {
  it("reads only the bookings on a page", async () => {
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

  it("searches a rare name in portions and finds it however old it is, and a PNR at once", async () => {
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
