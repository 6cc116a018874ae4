import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import type { Extra } from "../model/extra.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import { type Cents, sum } from "../model/money.ts";
import type { Passenger } from "../model/passenger.ts";
import type { Places } from "../model/place.ts";
import type { BookingPlans } from "./booking-plans.ts";
import type { Services } from "./booking-requests.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import { createChangeOffers, inTravelOrder, type Offers } from "./change-offers.ts";
import { type ChangeRequest, type RemovedParts, removedParts } from "./change-parts.ts";
import { createChangeTerms, feeOf } from "./change-terms.ts";
import type { Plan } from "./changes.ts";
import { createExtras, isExtraId, type QuotedExtra, stockOfExtras } from "./extras.ts";
import { keepsBassinet } from "./extras-rules.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import { priceOfShare, shareOf, withoutShare } from "./fare-shares.ts";
import { createInvoluntaryExchange } from "./involuntary-exchange.ts";
import { carService, checkAgainstFlights, hotelService } from "./itinerary-rules.ts";
import { type Entry, type PaymentPart, returnsOf, type Settlement, salesOf, totalOf } from "./ledger.ts";
import { withoutOpen } from "./notices.ts";
import { isTax, type Terms } from "./refund-rules.ts";
import {
  cancelled,
  charged,
  type HeldStock,
  heldStock,
  type Operation,
  type StoredBooking,
  type StoredFlight,
  voidUntilOf,
  withEvent,
} from "./stored-booking.ts";
import type { StockItem, Supplier } from "./supplier.ts";
import { closed, issued, withEmds } from "./tickets.ts";

/** A line of a quote: what is given back, what is sold, and what it costs besides. */
export interface QuoteLine {
  readonly kind: "return" | "sale" | "fee";
  readonly amount: Cents;
  readonly about?: string;
  readonly traveller?: string;
  readonly why?: string;
}

/** A change that has passed the rules, and what it costs. */
export interface PlannedChange extends Plan {
  readonly lines: readonly QuoteLine[];
  /** To pay; negative if it comes back. */
  readonly total: Cents;
  /** What the booking costs after the change. */
  readonly newTotal: Cents;
  /** The rules that decide what comes back, as a sentence. */
  readonly rule: string;
  /** Until when the same terms hold. */
  readonly until: number;
}

/** How a change is made, besides what it changes. */
export interface ChangeTerms {
  readonly reason?: string | undefined;
  readonly reference?: string | undefined;
  readonly requestKeys?: readonly string[];
  readonly payments?: readonly PaymentPart[] | undefined;
  /** Gives all of it back as a travel credit with this code, whatever the fares allow. */
  readonly credit?: string | undefined;
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly plans: BookingPlans;
}

const MAX_OPERATIONS = 40;
const FOREVER = Number.MAX_SAFE_INTEGER;
/** Before this, changes and cancellations are possible. */
const CLOSES_MS = 3_600_000;

/** Plans changes of bookings. A plan depends on the booking, the request and the time alone, and writes nothing. */
export const createChangePlans = (parts: Parts) => {
  const { places, clock } = parts;
  const { offersOf } = createChangeOffers(parts);
  const { quoteExtras, movedExtras } = createExtras(parts);
  const { cancellationTerms, exchangeTerms, stayTermsOf, shareTerms } = createChangeTerms(parts);
  const involuntary = createInvoluntaryExchange(parts);

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
    return quoted(booking, change, after, warnings, allTerms, change.added.stock);
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
      stock: stockOf(booking, services, added.stock),
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

  /** Travellers who leave take with them what was sold for them. */
  const planLeaving = (booking: StoredBooking, travellers: readonly Passenger[], terms: ChangeTerms): PlannedChange => {
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
        stock: stockOf(booking, { ...booking, flights, extras }, []),
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
    const change = { entries, removed: { whole: false } } as Pick<Change, "entries"> & { removed: { whole: boolean } };
    return quoted(booking, change, after, warnings, allTerms, []);
  };

  const quoted = (
    booking: StoredBooking,
    { entries, removed }: { readonly entries: readonly Entry[]; readonly removed: { readonly whole: boolean } },
    after: StoredBooking,
    warnings: readonly string[],
    terms: readonly Terms[],
    stock: readonly StockItem[],
  ): PlannedChange => {
    const counted = booking.status === "pending" ? entries.filter(({ kind }) => kind !== "fee") : entries;
    const flights = [...booking.flights, ...after.flights].map(
      ({ departureTime }) => Date.parse(departureTime) - CLOSES_MS,
    );
    return {
      after,
      toTake: stock,
      warnings,
      lines: counted.filter(({ amount }) => amount > 0).map((line) => line as QuoteLine),
      total: balanceOf(counted).total,
      newTotal: removed.whole ? 0 : after.totalPrice,
      rule: [...new Set(terms.map(({ rule }) => rule))].join("; ") || "nothing is given back, and nothing lost",
      until: Math.min(
        ...terms.map(({ until = FOREVER }) => until),
        ...flights.filter((at) => at > clock.now()),
        booking.status === "pending" ? (booking.hold?.payBy ?? FOREVER) : FOREVER,
      ),
    };
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

const NOTHING: Services = { flights: [], hotels: [], cars: [] };
const balanceOf = (entries: readonly Entry[]): { readonly fee: Cents; readonly total: Cents } => ({
  fee: sum(entries.map(({ kind, amount }) => (kind === "fee" ? amount : 0))),
  total: sum(entries.map(({ kind, amount }) => (kind === "return" ? -amount : amount))),
});

/** The credit that the change gives, if any. */
const creditOf = ({ pnr, revision }: StoredBooking, { credit }: ChangeTerms, credited: Cents): Settlement => {
  if (credit !== undefined) return { credit };
  return credited > 0 ? { credit: `${pnr.slice(-6)}-${revision + 1}`, creditAtMost: credited } : {};
};

const idsOf = ({ flights, hotels, cars }: Services): readonly string[] =>
  [...flights, ...hotels, ...cars].map(({ id }) => id);

/** What stays keeps its stock. */
const stockOf = (
  { stock }: StoredBooking,
  { flights, hotels, cars, extras }: Services & Pick<StoredBooking, "extras">,
  added: readonly StockItem[],
): readonly HeldStock[] => {
  const come = heldStock(added);
  const stays = [...flights, ...hotels, ...cars, ...extras].map(({ id }) => id);
  const isKept = ({ about }: HeldStock): boolean => stays.includes(about) && !come.some((one) => one.about === about);
  return [...stock.filter(isKept), ...come];
};

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

const isOf = (extra: { readonly flightIds: readonly string[] }, group: readonly StoredFlight[]): boolean =>
  group.some(({ id }) => id === extra.flightIds[0]);

const changedTooOften = ({ pnr }: StoredBooking): Failure =>
  ruleBroken(`Booking ${pnr} has been changed ${MAX_OPERATIONS} times.`, {
    field: "pnr",
    value: pnr,
    hint: "Cancel it and make a new booking.",
  });
