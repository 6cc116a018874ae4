import type { Booking } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { ruleBroken } from "../model/failure.ts";
import { type Cents, sum } from "../model/money.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import type { Changes, Plan } from "./changes.ts";
import { type Entry, returnsOf, totalOf } from "./ledger.ts";
import { bookingView, cancelled, charged, type Operation, type StoredBooking, withEvent } from "./stored-booking.ts";
import { closed } from "./tickets.ts";

/** Cancels bookings, and the flights of bookings. */
export interface Cancellation {
  cancelBooking(pnr: string, reason: string | undefined, caller: Caller): Promise<Booking>;
  /** Takes the flights and their extras off. Hotels and cars stay; without any, the booking is cancelled. */
  cancelFlights(request: CancelFlights, caller: Caller): Promise<Booking>;
}

interface CancelFlights {
  readonly pnr: string;
  readonly reason: string;
  /** The part of the price that is not given back. */
  readonly forfeited: Cents;
  /** The code of a travel credit to give back instead of money. */
  readonly credit?: string;
  /** To recognise the operation. */
  readonly reference: string;
}

export const createCancellation = ({
  clock,
  changes,
}: {
  readonly clock: Clock;
  readonly changes: Changes;
}): Cancellation => {
  const planWhole = (booking: StoredBooking, reason: string | undefined): Plan => {
    requireNotCancelled(booking, "pnr");
    return { after: cancelled(booking, { at: clock.now(), reason }), toTake: [], warnings: [] };
  };

  const planFlights = (booking: StoredBooking, request: CancelFlights): Plan => {
    requireNotCancelled(booking, "pnr");
    requireFlights(booking);
    const { reason, reference, credit } = request;
    const at = clock.now();
    const settlement = credit === undefined ? {} : { credit };
    const forfeited = booking.status === "pending" ? 0 : request.forfeited;
    const fees: readonly Entry[] = [{ kind: "fee", amount: forfeited, why: "forfeited" }];
    if (booking.hotels.length + booking.cars.length === 0) {
      const after = cancelled(booking, { at, reason, fees, settlement, reference });
      return { after, toTake: [], warnings: [] };
    }
    const { flights, extras } = booking;
    const removed = { flights, hotels: [], cars: [], extras };
    const price = sum([...flights, ...extras].map((one) => one.price));
    const revision = booking.revision + 1;
    const operation: Operation = {
      ...{ id: revision, at, kind: "cancellation", removed, added: [], fee: forfeited, reference },
      total: booking.status === "pending" ? 0 : forfeited - price,
    };
    const names = flights.map(({ flightNumber, departureTime }) => `${flightNumber} on ${dateOf(departureTime)}`);
    const after: StoredBooking = {
      ...withEvent(booking, at, `Cancelled ${names.join(" and ")}: ${reason}`),
      ...{ flights: [], extras: [], stockKeys: [], revision, lastModified: at },
      totalPrice: totalOf({ ...booking, flights: [], extras: [] }),
      tickets: closed(booking.tickets, at < (booking.voidUntil ?? 0) ? "V" : "R"),
      operations: [...booking.operations, operation],
    };
    return { after: charged(after, [...returnsOf(removed), ...fees], at, settlement), toTake: [], warnings: [] };
  };

  return {
    async cancelBooking(pnr, reason, { tenant }) {
      const { booking } = await changes.make(tenant, pnr, (now) => planWhole(now, reason));
      return bookingView(booking, clock.now());
    },
    async cancelFlights(request, { tenant }) {
      const { booking } = await changes.make(tenant, request.pnr, (now) => planFlights(now, request));
      return bookingView(booking, clock.now());
    },
  };
};

const requireFlights = ({ pnr, flights }: StoredBooking): void => {
  if (flights.length > 0) return;
  throw ruleBroken(`Booking ${pnr} has no flights.`, { field: "pnr", value: pnr, hint: "Retrieve the booking." });
};
