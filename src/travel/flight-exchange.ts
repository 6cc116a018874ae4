import { randomUUID } from "node:crypto";
import type { BookedFlight, Booking } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, invalid, ruleBroken } from "../model/failure.ts";
import { type Cents, sum } from "../model/money.ts";
import { partyOf, seated } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import { totalOf } from "./booking-plans.ts";
import type { BookingResult } from "./booking-requests.ts";
import { requireExpected, requireNotCancelled, requireNotDeparted } from "./booking-rules.ts";
import { type Bookings, bookingView, type StoredBooking, withEvent } from "./bookings.ts";
import { requireSellable } from "./date-window.ts";
import { carService, checkAgainstFlights, checkChain, checkFlightCount, hotelService } from "./itinerary-rules.ts";
import { checkAges } from "./passenger-rules.ts";
import type { SeatOwner, Seats } from "./seats.ts";
import type { QuotedFlight, SeatStock, Supplier } from "./supplier.ts";

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
  /** A repeat with the same key changes nothing. */
  readonly idempotencyKey?: string;
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly seats: Seats;
}

/** An exchange that has passed the rules, computed from the booking as it was when it was marked. */
interface Plan {
  readonly flights: BookedFlight[];
  readonly stockKeys: string[];
  /** New flights that the booking has no seats on yet. */
  readonly toTake: readonly SeatStock[];
  /** Stock keys of the seats to give back. */
  readonly leaving: readonly string[];
  readonly warnings: string[];
}

const REBOOK = "Make a new booking.";

export const createFlightExchange = (parts: Parts): FlightExchange => {
  const { supplier, places, clock, bookings, seats } = parts;

  const plan = (booking: StoredBooking, { removedIds, flightIds, expectedTotal }: ExchangeFlights): Plan => {
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
    const stockKeys = quoted.map(({ stock }) => stock.key);
    return {
      flights,
      stockKeys,
      leaving: booking.stockKeys.filter((key) => !stockKeys.includes(key)),
      toTake: added.map(({ stock }) => stock).filter(({ key }) => !booking.stockKeys.includes(key)),
      warnings: misfits(booking, flights, places),
    };
  };

  /** Marks the booking with the seats to take, and releases the seats of an earlier exchange whose process died. */
  const begin = async (owner: SeatOwner, id: string, request: ExchangeFlights): Promise<Plan> => {
    const { pnr } = request;
    let lost: readonly string[] = [];
    let planned: Plan | undefined;
    await bookings.change(owner.tenant, pnr, "pnr", (booking) => {
      requireNotCancelled(booking, "pnr", REBOOK);
      planned = plan(booking, request);
      if (booking.exchange && bookings.isUnderWay(booking.exchange)) throw otherExchange(pnr);
      lost = (booking.exchange?.stockKeys ?? []).filter((key) => !booking.stockKeys.includes(key));
      const stockKeys = planned.toTake.map(({ key }) => key);
      return { ...booking, exchange: bookings.markExchange(id, stockKeys) };
    });
    if (lost.length > 0) await seats.release(owner, pnr, lost);
    return planned as unknown as Plan;
  };

  /** Takes the seats, then changes the booking. A different mark means that another exchange came in between. */
  const complete = async (
    owner: SeatOwner,
    id: string,
    planned: Plan,
    { pnr, passengers, expiresAt }: StoredBooking,
    newKeys: readonly string[],
  ) => {
    const { flights, stockKeys, toTake } = planned;
    const party = partyOf(passengers);
    let leaving: readonly string[] = [];
    try {
      await seats.take(owner, { pnr, stock: toTake, seats: seated(party), expiresAt });
      await seats.makeProvisional(owner, pnr, planned.leaving);
      const changed = await bookings.change(owner.tenant, pnr, "pnr", ({ exchange, ...booking }) => {
        requireNotCancelled(booking, "pnr", REBOOK);
        if (exchange?.id !== id) throw otherExchange(pnr);
        leaving = booking.stockKeys.filter((key) => !stockKeys.includes(key));
        return {
          ...withEvent(booking, clock.now(), exchanged(booking.flights, flights)),
          flights,
          stockKeys,
          totalPrice: totalOf({ ...booking, flights }),
          lastModified: clock.now(),
          requestKeys: [...booking.requestKeys, ...newKeys],
        };
      });
      return { changed, leaving };
    } catch (error) {
      await unmark(owner, pnr, id);
      await release(
        owner,
        pnr,
        toTake.map(({ key }) => key),
      );
      throw error;
    }
  };

  const unmark = async (owner: SeatOwner, pnr: string, id: string): Promise<void> => {
    const found = await bookings.find(owner.tenant, pnr);
    if (found?.exchange?.id !== id) return;
    await bookings.change(owner.tenant, pnr, "pnr", (booking) => {
      const { exchange, ...others } = booking;
      return exchange?.id === id ? others : booking;
    });
  };

  /** Releases the seats that the booking neither has nor is about to take, after possible changes by other callers. */
  const release = async (owner: SeatOwner, pnr: string, stockKeys: readonly string[]): Promise<void> => {
    const now = await bookings.find(owner.tenant, pnr);
    const needed = now?.status === "confirmed" ? [...now.stockKeys, ...(now.exchange?.stockKeys ?? [])] : [];
    const unneeded = stockKeys.filter((key) => !needed.includes(key));
    if (unneeded.length > 0) await seats.release(owner, pnr, unneeded);
  };

  return {
    async exchangeFlights(request, { tenant }) {
      const { pnr, idempotencyKey } = request;
      if (request.removedIds.length === 0 || request.flightIds.length === 0) throw nothingToExchange(request);
      const requestKeys = idempotencyKey === undefined ? [] : [`exchangeFlights:${idempotencyKey}`];
      const before = await bookings.require(tenant, pnr, "pnr");
      if (requestKeys.some((key) => before.requestKeys.includes(key))) {
        return { booking: bookingView(before), warnings: [] };
      }
      const owner = { tenant, sessionId: before.sessionId };
      const id = randomUUID();
      const planned = await begin(owner, id, request);
      const { changed, leaving } = await complete(owner, id, planned, before, requestKeys);
      await release(owner, pnr, leaving);
      return { booking: bookingView(changed), warnings: planned.warnings };
    },
  };
};

const keptFlights = (booking: Booking, removedIds: readonly string[]): BookedFlight[] => {
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

const exchanged = (before: readonly BookedFlight[], after: readonly BookedFlight[]): string => {
  const only = (these: readonly BookedFlight[], those: readonly BookedFlight[]): string =>
    these
      .filter(({ id }) => !those.some((other) => other.id === id))
      .map(({ flightNumber, departureTime }) => `${flightNumber} on ${dateOf(departureTime)}`)
      .join(" and ");
  return `Exchanged: ${only(before, after)} for ${only(after, before)}.`;
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
const misfits = (booking: Booking, flights: readonly BookedFlight[], places: Places): string[] =>
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

const otherExchange = (pnr: string): Failure =>
  new Failure("unavailable", `Another exchange of flights on booking ${pnr} is under way. Nothing was changed.`, {
    field: "pnr",
    value: pnr,
    retryable: true,
    hint: "Retrieve the booking in a moment, and look at its flights before you try again.",
  });
