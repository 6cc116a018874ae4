import type { RunWorld } from "../cues/weather.ts";
import type { EvidenceBooking } from "../verdict/verdict.ts";

const PAGE = 200;

/** All bookings of the agent's traveller as they are now, with what was paid for them. */
export const bookingsOf = async ({ travel, caller }: RunWorld): Promise<readonly EvidenceBooking[]> => {
  const { tenant, sessionId } = caller;
  const found: EvidenceBooking[] = [];
  let cursor: string | undefined;
  do {
    const page = await travel.browseBookings(tenant, { sessionId, limit: PAGE, cursor });
    for (const booking of page.bookings) {
      const { ledger = [] } = (await travel.inspectBooking(tenant, booking.pnr)) ?? {};
      const payments = ledger.filter(({ kind }) => kind === "payment").map(({ at, amount }) => ({ at, amount }));
      found.push({ ...booking, payments });
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found.reverse();
};
