import { keys } from "../model/keys.ts";
import { createPagedLog, type LogLine } from "../platform/stores/paged-log.ts";
import type { Store } from "../platform/stores/store.ts";

/**
 * Which bookings a tenant ever made, for whoever looks after all of them. A PNR is entered before its booking counts, so
 * that none that was acknowledged is missing; what was given up or has expired is still in it, and found to be gone by
 * whoever looks it up. A page goes when the last of its bookings does.
 */
export interface BookingJournal {
  enter(tenant: string, pnr: string, expiresAt: number): Promise<void>;
  /** One that was entered, or was about to be, came to nothing. */
  giveUp(tenant: string): Promise<void>;
  /** Bookings ever made. */
  count(tenant: string): Promise<number>;
  /** PNRs, newest first, in portions. */
  read(tenant: string, cursor?: string): AsyncIterable<readonly LogLine[]>;
}

export const createBookingJournal = (store: Store): BookingJournal => {
  const log = createPagedLog({ store, pageKey: keys.bookingJournal, countKey: keys.bookingCount });
  return {
    async enter(tenant, pnr, expiresAt) {
      await log.write(await log.place(tenant, 1), [pnr], { expiresAt });
    },
    async giveUp(tenant) {
      await store.add(keys.bookingsGivenUp(tenant), 1);
    },
    async count(tenant) {
      const [begun, givenUp] = await Promise.all([log.count(tenant), store.count(keys.bookingsGivenUp(tenant))]);
      return Math.max(0, begun - givenUp);
    },
    read: log.read,
  };
};
