import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import type { Extra } from "../model/extra.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import type { Cents } from "../model/money.ts";
import type { Places } from "../model/place.ts";
import type { BookingPlans } from "./booking-plans.ts";
import type { Services } from "./booking-requests.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import { createChangeOffers, inTravelOrder, type Offers } from "./change-offers.ts";
import { type ChangeRequest, type RemovedParts, removedParts } from "./change-parts.ts";
import { createChangeTerms, feeOf } from "./change-terms.ts";
import { createExtras, isExtraId, type QuotedExtra, stockOfExtras } from "./extras.ts";
import { createInvoluntaryExchange } from "./involuntary-exchange.ts";
import { carService, checkAgainstFlights, hotelService } from "./itinerary-rules.ts";
import { createLeavingPlan } from "./leaving-plan.ts";
import { type Entry, returnsOf, salesOf, totalOf } from "./ledger.ts";
import { withoutOpen } from "./notices.ts";
import { balanceOf, type ChangeTerms, creditOf, type PlannedChange, planned, stockAfter } from "./planned-change.ts";
import type { Terms } from "./refund-rules.ts";
import { cancelled, charged, type Operation, type StoredBooking, voidUntilOf, withEvent } from "./stored-booking.ts";
import type { Supplier } from "./supplier.ts";
import { closed, issued, withEmds } from "./tickets.ts";

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly plans: BookingPlans;
}

const MAX_OPERATIONS = 40;

/** Plans changes of bookings. A plan depends on the booking, the request and the time alone, and writes nothing. */
export const createChangePlans = (parts: Parts) => {
  const { places, clock } = parts;
  const { offersOf } = createChangeOffers(parts);
  const { quoteExtras, movedExtras } = createExtras(parts);
  const { cancellationTerms, exchangeTerms, stayTermsOf, shareTerms } = createChangeTerms(parts);
  const involuntary = createInvoluntaryExchange(parts);
  const planLeaving = createLeavingPlan({ clock, shareTerms });

  const planChange = (booking: StoredBooking, request: ChangeRequest, terms: ChangeTerms = {}): PlannedChange => {
    requireNotCancelled(booking, "pnr", "Make a new booking.");
    const own = booking.operations.filter(({ kind }) => kind !== "supplier_change");
    if (own.length >= MAX_OPERATIONS && request.add.length > 0) throw changedTooOften(booking);
    const removed = removedParts(booking, request, clock.now());
    if (removed.travellers.length > 0) return planLeaving(booking, removed.travellers, terms);
    const offered = offersOf(booking, removed, request.add);
    const isExchange = removed.flights.length > 0 && offered.flights.length > 0;
    const alike =
      isExchange && involuntary.isInvoluntary(booking, removed.flights)
        ? involuntary.atOldFares(booking, removed.flights, offered.flights)
        : undefined;
    const added = { ...offered, ...(alike !== undefined && { flights: alike }) };
    const named = request.remove.map((id) => id.trim());
    const along = removed.extras.filter(({ id }) => !named.includes(id));
    const moved = isExchange ? movedExtras(removed.flights, along, added.flights, alike !== undefined) : [];
    const lost = removed.extras.filter((extra) => !moved.some(({ from }) => from === extra));
    const bought = boughtExtras(booking, removed, added, moved, request.add);
    const extras = [...moved, ...bought].map(({ extra }) => extra);
    const settled = isExchange
      ? exchangeTerms(booking, removed, added.flights, lost)
      : cancellationTerms(booking, removed);
    const stays = stayTermsOf(booking, removed);
    // An airline that gives a credit gives all of the price.
    const flightFees = terms.credit === undefined ? settled.fees : [];
    const fees = [...flightFees, ...stays.flatMap(({ about, kept }) => feeOf("cancellation", kept, about))];
    const allTerms: readonly Terms[] = [...settled.terms, ...stays];
    const change: Change = {
      removed,
      added: { ...added, extras, stock: [...added.stock, ...stockOfExtras([...moved, ...bought])] },
      bought: bought.map(({ extra }) => extra),
      entries: [...returnsOf(removed), ...salesOf({ ...added, extras }), ...fees],
      credited: settled.credited,
      kind: request.add.length === 0 ? "cancellation" : request.remove.length === 0 ? "addition" : "exchange",
    };
    const after = removed.whole ? cancelledWhole(booking, change, terms) : changedBooking(booking, change, terms);
    const warnings = [
      ...added.warnings,
      ...(removed.whole ? [] : misfits(after, places)),
      ...(isExchange ? along.filter((extra) => lost.includes(extra)).map(lostWarning) : []),
    ];
    const isWhole = removed.whole;
    const {
      entries,
      added: { stock },
    } = change;
    return planned({ booking, after, entries, isWhole, warnings, terms: allTerms, stock, now: clock.now() });
  };

  const cancelledWhole = (booking: StoredBooking, { entries, credited }: Change, terms: ChangeTerms): StoredBooking => {
    const fees = entries.filter(({ kind }) => kind === "fee");
    const { reason, reference, requestKeys = [] } = terms;
    const at = clock.now();
    const off = cancelled(booking, {
      ...{ at, reason, reference },
      fees: booking.status === "pending" ? [] : fees,
      settlement: creditOf(booking, terms, credited),
    });
    return { ...off, requestKeys: [...off.requestKeys, ...requestKeys] };
  };

  const changedBooking = (booking: StoredBooking, change: Change, terms: ChangeTerms): StoredBooking => {
    const { removed, added, credited } = change;
    const at = clock.now();
    const revision = booking.revision + 1;
    const kept = booking.flights.filter((flight) => !removed.flights.includes(flight));
    const flights = inTravelOrder([...kept, ...added.flights]);
    const entries = booking.status === "pending" ? change.entries.filter(({ kind }) => kind !== "fee") : change.entries;
    const extras = [...booking.extras.filter((extra) => !removed.extras.includes(extra)), ...added.extras];
    const services = {
      flights,
      hotels: [...booking.hotels.filter((hotel) => !removed.hotels.includes(hotel)), ...added.hotels],
      cars: [...booking.cars.filter((car) => !removed.cars.includes(car)), ...added.cars],
      extras,
    };
    const { reference, requestKeys = [] } = terms;
    const voidUntil = booking.voidUntil ?? voidUntilOf(added.flights, at);
    const operation: Operation = {
      ...{ id: revision, at, kind: change.kind },
      removed: { flights: removed.flights, hotels: removed.hotels, cars: removed.cars, extras: removed.extras },
      added: [...added.flights, ...added.hotels, ...added.cars, ...change.bought].map(({ id }) => id),
      ...balanceOf(entries),
      ...(reference !== undefined && { reference }),
    };
    const after: StoredBooking = {
      ...withEvent(booking, at, sentenceOf(change, terms.reason)),
      ...services,
      ...withoutOpen(booking, change.kind === "exchange" ? "rebooked" : "refunded", at, idsOf(removed)),
      ...{ revision, lastModified: at, totalPrice: totalOf(services) },
      ...(voidUntil !== undefined && { voidUntil }),
      stock: stockAfter(booking, services, added.stock),
      requestKeys: [...booking.requestKeys, ...requestKeys],
      operations: [...booking.operations, operation],
    };
    const settlement = { payments: terms.payments, ...creditOf(booking, terms, credited) };
    return ticketed(booking, change, charged(after, entries, at, settlement));
  };

  const ticketed = (before: StoredBooking, { removed, added }: Change, after: StoredBooking): StoredBooking => {
    if (after.status === "pending") return after;
    if (added.flights.length > 0) return issued({ ...after, tickets: closed(after.tickets, "E") });
    if (removed.flights.length === 0) return withEmds(after);
    const status = clock.now() < (before.voidUntil ?? 0) ? "V" : "R";
    const ids = removed.flights.map(({ id }) => id);
    return withEmds({ ...after, tickets: closed(after.tickets, status, ids) });
  };

  /** New seats, bags and services, for the flights and beside the extras of the booking after the change. */
  const boughtExtras = (
    booking: StoredBooking,
    removed: RemovedParts,
    added: Offers,
    moved: readonly QuotedExtra[],
    add: readonly string[],
  ): readonly QuotedExtra[] => {
    const positions = add.flatMap((id, i) => (isExtraId(id) ? [i] : []));
    const trip = {
      flights: inTravelOrder([
        ...booking.flights.filter((one) => !removed.flights.includes(one) && one.segmentStatus !== "UN"),
        ...added.flights,
      ]),
      passengers: booking.passengers,
      extras: [...booking.extras.filter((one) => !removed.extras.includes(one)), ...moved.map(({ extra }) => extra)],
    };
    const ids = positions.map((i) => add[i] as string);
    return quoteExtras(ids, trip, (i) => `add[${positions[i]}]`);
  };

  return { planChange };
};

export type ChangePlans = ReturnType<typeof createChangePlans>;

interface Change {
  readonly removed: RemovedParts;
  readonly added: Offers & Pick<StoredBooking, "extras">;
  /** The extras that do not come from the old flights. */
  readonly bought: readonly Extra[];
  readonly entries: readonly Entry[];
  readonly credited: Cents;
  readonly kind: Operation["kind"];
}

const _NOTHING: Services = { flights: [], hotels: [], cars: [] };
const idsOf = ({ flights, hotels, cars }: Services): readonly string[] =>
  [...flights, ...hotels, ...cars].map(({ id }) => id);

const sentenceOf = ({ removed, added, bought }: Change, reason: string | undefined): string => {
  const named = ({ flights, hotels, cars }: Services): string =>
    [
      ...flights.map(({ flightNumber, departureTime }) => `${flightNumber} on ${dateOf(departureTime)}`),
      ...hotels.map(({ hotelName }) => hotelName),
      ...cars.map(({ companyName }) => `${companyName} car`),
    ].join(" and ");
  const listed = (extras: readonly Extra[]): string =>
    extras.map(({ what, traveller }) => `${what} for ${traveller}`).join(" and ");
  const off = named(removed) || listed(removed.extras);
  const on = [named(added), listed(bought)].filter((words) => words !== "").join(" and ");
  const what = off === "" ? `Added: ${on}` : on === "" ? `Cancelled: ${off}` : `Exchanged: ${off} for ${on}`;
  return reason === undefined ? `${what}.` : `${what}. ${reason}`;
};

const lostWarning = ({ what, traveller }: Extra): string => `${what} of ${traveller} is lost with the old flight.`;

/** The traveller chose this, so a hotel or car that no longer fits is a warning, not an error. */
const misfits = ({ flights, hotels, cars }: StoredBooking, places: Places): string[] =>
  [...hotels.map(hotelService), ...cars.map(carService)].flatMap((service) => {
    try {
      return checkAgainstFlights(service, flights, places);
    } catch (error) {
      if (error instanceof Failure) return [error.message];
      throw error;
    }
  });

const changedTooOften = ({ pnr }: StoredBooking): Failure =>
  ruleBroken(`Booking ${pnr} has been changed ${MAX_OPERATIONS} times.`, {
    field: "pnr",
    value: pnr,
    hint: "Cancel it and make a new booking.",
  });
