import type { BookedFlight, Booking } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, invalid, ruleBroken } from "../model/failure.ts";
import { type Cents, sum } from "../model/money.ts";
import { partyOf } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import type { BookingResult, Services } from "./booking-requests.ts";
import { requireExpected, requireNotCancelled, requireNotDeparted } from "./booking-rules.ts";
import type { Bookings } from "./bookings.ts";
import type { Changes, Plan } from "./changes.ts";
import { requireSellable } from "./date-window.ts";
import { extrasWithout } from "./extras.ts";
import { carService, checkAgainstFlights, checkChain, checkFlightCount, hotelService } from "./itinerary-rules.ts";
import { type Entry, type PaymentPart, returnsOf, salesOf, totalOf } from "./ledger.ts";
import { checkAges } from "./passenger-rules.ts";
import { bookingView, charged, type Operation, type StoredBooking, withEvent } from "./stored-booking.ts";
import type { QuotedFlight, Supplier } from "./supplier.ts";
import { closed, issued } from "./tickets.ts";

/** Exchanges flights on a booking, under the rules of a new booking. */
export interface FlightExchange {
  /**
   * Replaces the flights in one write, so that a reader sees either the old or the new ones. The total becomes that of
   * the flights now on the booking; flights that stay keep the price they were sold at.
   */
  exchangeFlights(request: ExchangeFlights, caller: Caller): Promise<BookingResult>;
}

interface ExchangeFlights {
  readonly pnr: string;
  /** Ids of flights on the booking; flights sold together must be removed together. */
  readonly removedIds: readonly string[];
  /** Ids of the new flights, in order. */
  readonly flightIds: readonly string[];
  /** The price that the caller expects for the new flights. */
  readonly expectedTotal?: Cents;
  /** A repeat with the same key changes nothing. Also the reference of the operation. */
  readonly idempotencyKey?: string;
  /** What the change costs besides the difference in price. */
  readonly fee?: Cents;
  /** Keeps the difference if the new flights are cheaper. Default: gives it back. */
  readonly keepsDifference?: boolean;
  readonly payments?: readonly PaymentPart[];
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly changes: Changes;
}

const REBOOK = "Make a new booking.";

export const createFlightExchange = (parts: Parts): FlightExchange => {
  const { supplier, places, clock, bookings, changes } = parts;

  const plan = (booking: StoredBooking, request: ExchangeFlights, requestKeys: readonly string[]): Plan => {
    const { removedIds, flightIds, expectedTotal } = request;
    requireNotCancelled(booking, "pnr", REBOOK);
    const kept = keptFlights(booking, removedIds);
    checkFlightCount([...kept.map(({ id }) => id), ...flightIds]);
    const party = partyOf(booking.passengers);
    const added = supplier.quoteFlights(flightIds, party);
    const ids = inTravelOrder([...kept, ...added.map(({ segment }) => segment)]).map(({ id }) => id);
    const quoted = supplier.quoteFlights(ids, party);
    checkChain(quoted, places);
    requireUnflown(
      booking.flights.filter(({ id }) => removedIds.includes(id)),
      clock.now(),
    );
    requireNotDeparted(added, clock.now());
    const origin = places.airport((quoted[0] as QuotedFlight).segment.originCode) as Airport;
    for (const { segment } of added) requireSellable(dateOf(segment.departureTime), "flightIds", origin, parts);
    const last = (quoted.at(-1) as QuotedFlight).segment;
    checkAges(booking.passengers, places.localDate(origin, clock.now()), dateOf(last.departureTime));
    requireExpected(expectedTotal, sum(added.map(({ segment }) => segment.price)));
    const flights = quoted.map(
      ({ segment }): BookedFlight => kept.find(({ id }) => id === segment.id) ?? { ...segment, segmentStatus: "HK" },
    );
    return {
      after: exchanged(booking, kept, flights, {
        ...request,
        requestKeys,
        stockKeys: quoted.map(({ stock }) => stock.key),
      }),
      toTake: added.map(({ stock }) => stock).filter(({ key }) => !booking.stockKeys.includes(key)),
      warnings: misfits(booking, flights, places),
    };
  };

  /** The extras of flights that leave are lost. */
  const exchanged = (
    booking: StoredBooking,
    kept: readonly BookedFlight[],
    flights: readonly BookedFlight[],
    { fee = 0, keepsDifference = false, ...terms }: ExchangeFlights & Pick<StoredBooking, "requestKeys" | "stockKeys">,
  ): StoredBooking => {
    const now = clock.now();
    const revision = booking.revision + 1;
    const leaving = booking.flights.filter(({ id }) => !kept.some((flight) => flight.id === id));
    const arriving = flights.filter(({ id }) => !kept.some((flight) => flight.id === id));
    const extras = extrasWithout(
      booking.extras,
      leaving.map(({ id }) => id),
    );
    const lost = booking.extras.filter((extra) => !extras.includes(extra));
    const removed = { flights: leaving, hotels: [], cars: [], extras: lost };
    const added = { flights: arriving, hotels: [], cars: [] };
    const difference = totalOf(added) - totalOf({ ...removed, extras: [] });
    const forfeited = sum(lost.map(({ price }) => price)) + (keepsDifference ? Math.max(0, -difference) : 0);
    const entries: readonly Entry[] = [
      ...returnsOf(removed),
      ...salesOf(added),
      { kind: "fee", amount: fee, why: "change" },
      { kind: "fee", amount: forfeited, why: "forfeited" },
    ];
    const operation: Operation = {
      ...{
        id: revision,
        at: now,
        kind: "exchange",
        removed,
        added: arriving.map(({ id }) => id),
        fee: fee + forfeited,
      },
      total: keepsDifference ? Math.max(0, difference) + fee : difference + fee,
      ...(terms.idempotencyKey !== undefined && { reference: terms.idempotencyKey }),
    };
    const after: StoredBooking = {
      ...withEvent(booking, now, exchangeSentence(leaving, arriving)),
      ...{ flights, extras, revision, stockKeys: terms.stockKeys },
      totalPrice: totalOf({ ...booking, flights, extras }),
      lastModified: now,
      requestKeys: [...booking.requestKeys, ...terms.requestKeys],
      operations: [...booking.operations, operation],
    };
    const paid = charged(after, entries, now, { payments: terms.payments });
    return paid.status === "pending" ? paid : issued({ ...paid, tickets: closed(paid.tickets, "E") });
  };

  return {
    async exchangeFlights(request, { tenant }) {
      const { pnr, idempotencyKey } = request;
      if (request.removedIds.length === 0 || request.flightIds.length === 0) throw nothingToExchange(request);
      const requestKeys = idempotencyKey === undefined ? [] : [`exchangeFlights:${idempotencyKey}`];
      const before = await bookings.require(tenant, pnr, "pnr");
      if (requestKeys.some((key) => before.requestKeys.includes(key))) {
        return { booking: bookingView(before, clock.now()), warnings: [] };
      }
      const made = await changes.make(tenant, pnr, (booking) => plan(booking, request, requestKeys));
      return { booking: bookingView(made.booking, clock.now()), warnings: [...made.warnings] };
    },
  };
};

const keptFlights = (booking: Pick<Booking, "pnr" | "flights">, removedIds: readonly string[]): BookedFlight[] => {
  for (const [i, removed] of removedIds.entries()) {
    if (booking.flights.some(({ id }) => id === removed)) continue;
    throw ruleBroken(`Flight ${removed.slice(0, 80)} is not on booking ${booking.pnr}.`, {
      field: `removedIds[${i}]`,
      value: removed,
      allowed: booking.flights.map(({ id }) => id),
      hint: "Retrieve the booking: it may have been changed meanwhile.",
    });
  }
  return booking.flights.filter(({ id }) => !removedIds.includes(id));
};

const exchangeSentence = (leaving: readonly BookedFlight[], arriving: readonly BookedFlight[]): string => {
  const named = (flights: readonly BookedFlight[]): string =>
    flights.map(({ flightNumber, departureTime }) => `${flightNumber} on ${dateOf(departureTime)}`).join(" and ");
  return `Exchanged: ${named(leaving)} for ${named(arriving)}.`;
};

const inTravelOrder = <T extends { readonly departureTime: string }>(flights: readonly T[]): T[] =>
  flights.toSorted((a, b) => Date.parse(a.departureTime) - Date.parse(b.departureTime));

const requireUnflown = (flights: readonly BookedFlight[], now: number): void => {
  for (const flight of flights) {
    if (Date.parse(flight.departureTime) > now) continue;
    throw ruleBroken(
      `Flight ${flight.flightNumber} left at ${flight.departureTime} and cannot be exchanged any more.`,
      {
        field: "removedIds",
        value: flight.id,
        hint: "Exchange only flights that have not left.",
      },
    );
  }
};

/** The traveller chose these flights, so a hotel or car that no longer fits is a warning, not an error. */
const misfits = (booking: Services, flights: readonly BookedFlight[], places: Places): string[] =>
  [...booking.hotels.map(hotelService), ...booking.cars.map(carService)].flatMap((service) => {
    try {
      return checkAgainstFlights(service, flights, places);
    } catch (error) {
      if (error instanceof Failure) return [error.message];
      throw error;
    }
  });

const nothingToExchange = ({ removedIds, flightIds }: ExchangeFlights): Failure => {
  const field = removedIds.length === 0 ? "removedIds" : "flightIds";
  return invalid(`${field} is empty: an exchange takes flights off a booking and puts others on.`, {
    field,
    value: [],
    allowed: "one flight or more",
    hint: flightIds.length === 0 ? "Search for the new flights first." : "Retrieve the booking for its flight ids.",
  });
};
