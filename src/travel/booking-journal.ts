import { keys } from "../model/keys.ts";
import { createPagedLog, type LogLine } from "../platform/stores/paged-log.ts";
import type { Store } from "../platform/stores/store.ts";

/**
 * The PNRs of all bookings of a tenant, for the console. A PNR is entered before its booking is confirmed, so no confirmed
 * booking is missing; readers must skip PNRs whose booking was abandoned or has expired. A page expires with the last of
 * its bookings.
 */
export interface BookingJournal {
  enter(tenant: string, pnr: string, expiresAt: number): Promise<void>;
  /** Counts an abandoned booking, whose PNR may have been entered. */
  giveUp(tenant: string): Promise<void>;
  /** All bookings ever made. */
  count(tenant: string): Promise<number>;
  /** PNRs in batches, newest first. */
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
