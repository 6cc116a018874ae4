import { keys } from "../../src/model/keys.ts";
import { createPagedLog, LOG_PAGE } from "../../src/platform/stores/paged-log.ts";
import type { RecordValue, Store } from "../../src/platform/stores/store.ts";

const HOUR = 3_600_000;
const WRITES_AT_ONCE = 5_000;

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Of the booking with that number; the last one is the newest. */
export const pnrOf = (number: number): string => {
  let letters = "";
  for (let rest = number, place = 0; place < 6; place++, rest = Math.floor(rest / 32)) letters += LETTERS[rest % 32];
  return `TEST-${letters}`;
};

/** The one with number 17 has another name than all others. */
export const RARE = { number: 17, lastName: "Zyzzyva" };

/** As bookings are kept, in far less time than it takes to make them. */
export const writeBookings = async (store: Store, count: number, begin: number): Promise<void> => {
  const log = createPagedLog({ store, pageKey: keys.bookingJournal, countKey: keys.bookingCount });
  const expiry = { expiresAt: begin + HOUR };
  let writes: Promise<unknown>[] = [];
  for (let first = 0; first < count; first += LOG_PAGE) {
    const pnrs = Array.from({ length: LOG_PAGE }, (_, index) => pnrOf(first + index));
    writes.push(log.write(await log.place("default", LOG_PAGE), pnrs, expiry));
    for (const [index, pnr] of pnrs.entries()) {
      writes.push(Promise.resolve(store.put(keys.booking("default", pnr), stored(pnr, first + index, begin), expiry)));
    }
    if (writes.length < WRITES_AT_ONCE) continue;
    await Promise.all(writes);
    writes = [];
  }
  await Promise.all(writes);
};

const stored = (pnr: string, number: number, begin: number): RecordValue => ({
  ...{ pnr, sessionId: `session ${number % 40}`, createdAt: begin, lastModified: begin, expiresAt: begin + HOUR },
  ...{ status: number % 10 === 0 ? "cancelled" : "confirmed", totalPrice: number, currency: "USD" },
  passengers: [
    { ...{ id: "P1", type: "adult", firstName: "Ada" }, lastName: number === RARE.number ? RARE.lastName : "Lovelace" },
  ],
  ...{ flights: [], hotels: [], cars: [], stockKeys: [], requestKeys: [] },
});
