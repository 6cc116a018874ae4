import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { ruleBroken } from "../model/failure.ts";
import { dueOn } from "../model/ledger.ts";
import type { Cents } from "../model/money.ts";
import type { BookingResult } from "./booking-requests.ts";
import { requireExpected, requireNotCancelled } from "./booking-rules.ts";
import type { Changes } from "./changes.ts";
import type { Credits } from "./credits.ts";
import type { PaymentPart } from "./ledger.ts";
import { bookingView, charged, type StoredBooking, withEvent } from "./stored-booking.ts";
import { issued } from "./tickets.ts";

/** Takes payment for bookings on hold. */
export interface HoldDesk {
  /** Pays what is due and issues the tickets. A repeat changes nothing. */
  payBooking(request: PayBooking, caller: Caller): Promise<BookingResult>;
}

interface PayBooking {
  readonly pnr: string;
  /** What is due, as the caller knows it. */
  readonly expectedTotal?: Cents;
  readonly payment?: string;
  /** Instead of `payment`, for callers that have checked the parts. What they do not cover is paid from the account. */
  readonly payments?: readonly PaymentPart[];
  /** Refuses a booking that has been paid, instead of answering it again. */
  readonly once?: boolean;
}

interface Parts {
  readonly clock: Clock;
  readonly changes: Changes;
  readonly credits: Credits;
}

export const createHoldDesk = ({ clock, changes, credits }: Parts): HoldDesk => ({
  async payBooking({ pnr, expectedTotal, payment, payments, once = false }, { tenant }) {
    const tender = payments === undefined ? await credits.tender(tenant, payment) : () => ({ payments, toTake: [] });
    const paid = await changes.make(tenant, pnr, (booking) => {
      const earlier = once ? undefined : paidAt(booking);
      if (earlier !== undefined) return { after: booking, toTake: [], warnings: [paidBefore(pnr, earlier)] };
      requireNotCancelled(booking, "pnr", "Search again and make a new booking.");
      if (booking.status !== "pending") throw nothingDue(booking);
      const due = dueOn(booking.ledger);
      requireExpected(expectedTotal, due, "Nothing was paid.");
      const { payments: parts, toTake } = tender(due);
      const now = clock.now();
      const confirmed: StoredBooking = {
        ...withEvent(booking, now, "Paid."),
        status: "confirmed",
        revision: booking.revision + 1,
        lastModified: now,
      };
      return { after: issued(charged(confirmed, [], now, { payments: parts })), toTake, warnings: [] };
    });
    return { booking: bookingView(paid.booking, clock.now()), warnings: [...paid.warnings] };
  },
});

/** When a booking that was on hold was paid. */
const paidAt = ({ status, hold, ledger }: StoredBooking): number | undefined =>
  status === "confirmed" && hold !== undefined ? ledger.find(({ kind }) => kind === "payment")?.at : undefined;

const paidBefore = (pnr: string, at: number): string =>
  `Booking ${pnr} was paid at ${new Date(at).toISOString()}. Nothing was charged again.`;

const nothingDue = ({ pnr }: StoredBooking) =>
  ruleBroken(`Nothing is due on booking ${pnr}: it has been paid.`, {
    field: "pnr",
    value: pnr,
    allowed: "a booking with status pending",
    hint: "Retrieve the booking: payment shows what was charged and paid.",
  });
