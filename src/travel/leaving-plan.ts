import type { Clock } from "../model/clock.ts";
import { sum } from "../model/money.ts";
import type { Passenger } from "../model/passenger.ts";
import type { Services } from "./booking-requests.ts";
import { type createChangeTerms, feeOf } from "./change-terms.ts";
import { keepsBassinet } from "./extras-rules.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import { priceOfShare, shareOf, withoutShare } from "./fare-shares.ts";
import { type Entry, totalOf } from "./ledger.ts";
import { balanceOf, type ChangeTerms, creditOf, type PlannedChange, planned, stockAfter } from "./planned-change.ts";
import { isTax, type Terms } from "./refund-rules.ts";
import { charged, type Operation, type StoredBooking, type StoredFlight, withEvent } from "./stored-booking.ts";
import { closed } from "./tickets.ts";

interface Parts {
  readonly clock: Clock;
  readonly shareTerms: ReturnType<typeof createChangeTerms>["shareTerms"];
}

/** Plans that travellers leave: they take with them what was sold for them. */
export const createLeavingPlan =
  ({ clock, shareTerms }: Parts) =>
  (booking: StoredBooking, travellers: readonly Passenger[], terms: ChangeTerms): PlannedChange => {
    const ids = travellers.map(({ id }) => id);
    const passengers = booking.passengers.filter(({ id }) => !ids.includes(id));
    const entries: Entry[] = [];
    const allTerms: Terms[] = [];
    let credited = 0;
    for (const group of fareGroupsOf(booking.flights)) {
      for (const traveller of travellers) {
        const shares = group.map((flight) => ({ flight, share: shareOf(flight, booking.passengers, traveller) }));
        const taxes = sum(
          shares.map(({ flight, share }) => sum(share.taxes.filter((_, i) => isTax(flight.taxes[i] ?? { code: "" })))),
        );
        const price = sum(shares.map(({ share }) => priceOfShare(share)));
        const rule = shareTerms(booking, group, { price, taxes, heads: 1 });
        allTerms.push(rule);
        if (rule.as === "credit") credited += price - rule.kept;
        for (const { flight, share } of shares) {
          entries.push({ kind: "return", amount: priceOfShare(share), about: flight.id, traveller: traveller.id });
        }
        entries.push(...feeOf("forfeited", rule.kept, (group[0] as StoredFlight).id, traveller.id));
        for (const extra of booking.extras.filter((one) => one.traveller === traveller.id && isOf(one, group))) {
          entries.push({ kind: "return", amount: extra.price, about: extra.id, traveller: traveller.id });
          entries.push(...feeOf("forfeited", rule.extrasBack ? 0 : extra.price, extra.id, traveller.id));
          if (rule.as === "credit" && rule.extrasBack) credited += extra.price;
        }
      }
    }
    const flights = booking.flights.map((flight) =>
      travellers.reduce((now, one) => withoutShare(now, shareOf(flight, booking.passengers, one)), flight),
    );
    const lost = booking.extras.filter((extra) => ids.includes(extra.traveller) || !keepsBassinet(extra, passengers));
    const extras = booking.extras.filter((extra) => !lost.includes(extra));
    const at = clock.now();
    const revision = booking.revision + 1;
    const { reference, requestKeys = [] } = terms;
    const operation: Operation = {
      ...{ id: revision, at, kind: "cancellation", removed: { ...NOTHING, extras: lost }, added: [] },
      ...balanceOf(entries),
      ...(reference !== undefined && { reference }),
    };
    const names = travellers.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(" and ");
    const status = at < (booking.voidUntil ?? 0) ? "V" : "R";
    const gone = booking.tickets.filter(({ traveller }) => ids.includes(traveller));
    const due = booking.status === "pending" ? entries.filter(({ kind }) => kind !== "fee") : entries;
    const after = charged(
      {
        ...withEvent(booking, at, `Removed ${names}.`),
        ...{ passengers, flights, extras, revision, lastModified: at },
        totalPrice: totalOf({ ...booking, flights, extras }),
        stock: stockAfter(booking, { ...booking, flights, extras }, []),
        tickets: [...booking.tickets.filter((one) => !gone.includes(one)), ...closed(gone, status)],
        requestKeys: [...booking.requestKeys, ...requestKeys],
        operations: [...booking.operations, operation],
      },
      due,
      at,
      creditOf(booking, terms, credited),
    );
    const warnings = after.hotels
      .filter(({ guestCount }) => guestCount > passengers.length)
      .map(({ hotelName, guestCount }) => `${hotelName} is booked for ${guestCount} guests.`);
    return planned({ booking, after, entries, isWhole: false, warnings, terms: allTerms, stock: [], now: at });
  };

const NOTHING: Services = { flights: [], hotels: [], cars: [] };

const isOf = (extra: { readonly flightIds: readonly string[] }, group: readonly StoredFlight[]): boolean =>
  group.some(({ id }) => id === extra.flightIds[0]);
