import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { ruleBroken } from "../model/failure.ts";
import { dueOn } from "../model/ledger.ts";
import type { Cents } from "../model/money.ts";
import type { BookingResult } from "./booking-requests.ts";
import { requireExpected, requireNotCancelled } from "./booking-rules.ts";
import type { Bookings } from "./bookings.ts";
import type { PaymentPart } from "./ledger.ts";
import { admitPayment } from "./payments.ts";
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

export const createHoldDesk = ({
  clock,
  bookings,
}: {
  readonly clock: Clock;
  readonly bookings: Bookings;
}): HoldDesk => ({
  async payBooking({ pnr, expectedTotal, payment, payments, once = false }, { tenant }) {
    const parts = payments ?? [{ method: admitPayment(payment), amount: Number.MAX_SAFE_INTEGER }];
    const before = await bookings.require(tenant, pnr, "pnr");
    const earlier = paidAt(before);
    if (before.status === "confirmed" && earlier !== undefined && !once) {
      const warning = `Booking ${pnr} was paid at ${new Date(earlier).toISOString()}. Nothing was charged again.`;
      return { booking: bookingView(before, clock.now()), warnings: [warning] };
    }
    const paid = await bookings.change(tenant, pnr, "pnr", (booking) => {
      requireNotCancelled(booking, "pnr", "Search again and make a new booking.");
      if (booking.status !== "pending") throw nothingDue(booking);
      requireExpected(expectedTotal, dueOn(booking.ledger), "Nothing was paid.");
      const now = clock.now();
      const confirmed: StoredBooking = {
        ...withEvent(booking, now, "Paid."),
        status: "confirmed",
        revision: booking.revision + 1,
        lastModified: now,
      };
      return issued(charged(confirmed, [], now, { payments: parts }));
    });
    return { booking: bookingView(paid, clock.now()), warnings: [] };
  },
});

/** When a booking that was on hold was paid. */
const paidAt = ({ hold, ledger }: StoredBooking): number | undefined =>
  hold === undefined ? undefined : ledger.find(({ kind }) => kind === "payment")?.at;

const nothingDue = ({ pnr }: StoredBooking) =>
  ruleBroken(`Nothing is due on booking ${pnr}: it has been paid.`, {
    field: "pnr",
    value: pnr,
    allowed: "a booking with status pending",
    hint: "Retrieve the booking: payment shows what was charged and paid.",
  });
