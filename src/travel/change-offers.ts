import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import { partyOf, seated } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import { type BookingPlan, type BookingPlans, joined, seatsOn, soldFlights } from "./booking-plans.ts";
import type { Services } from "./booking-requests.ts";
import { requireNotDeparted } from "./booking-rules.ts";
import type { RemovedParts } from "./change-parts.ts";
import { requireSellable } from "./date-window.ts";
import { fareSharesOf } from "./fare-shares.ts";
import { flightKeyOf, flightNumberOn } from "./flight-keys.ts";
import { requireHoldable } from "./hold-rules.ts";
import { checkChain, checkFlightCount, minimumConnectionOf } from "./itinerary-rules.ts";
import { checkAges } from "./passenger-rules.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";
import type { QuotedFlight, StockItem, Supplier } from "./supplier.ts";

/** What a change puts on a booking. */
export interface Offers extends Services {
  readonly flights: readonly StoredFlight[];
  readonly stock: readonly StockItem[];
  readonly warnings: readonly string[];
}

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly plans: BookingPlans;
}

/** Finds the offers that a change adds, under the rules of a new booking. */
export const createChangeOffers = (parts: Parts) => {
  const { supplier, places, clock, plans } = parts;

  /** The new services, under the rules of a new booking. */
  const offersOf = (booking: StoredBooking, removed: RemovedParts, add: readonly string[]): Offers => {
    const kept = booking.flights.filter((flight) => !removed.flights.includes(flight));
    const positions = new Map<string, readonly number[]>();
    for (const [i, id] of add.entries()) {
      const kind = kindOf(id, i);
      positions.set(kind, [...(positions.get(kind) ?? []), i]);
    }
    const at = (kind: string): readonly number[] => positions.get(kind) ?? [];
    const flights = naming(at("F"), () =>
      newFlights(
        booking,
        kept,
        at("F").map((i) => add[i] as string),
      ),
    );
    const now: StoredBooking = {
      ...booking,
      flights: inTravelOrder([...kept, ...flights.flights]),
      hotels: booking.hotels.filter((hotel) => !removed.hotels.includes(hotel)),
      cars: booking.cars.filter((car) => !removed.cars.includes(car)),
    };
    const stays = [...at("H"), ...at("C")].map((i) =>
      naming([i], () => {
        const id = add[i] as string;
        const guests = booking.passengers.slice(0, 1);
        const plan: BookingPlan = id.startsWith("H")
          ? plans.bookHotel({ hotelId: id, guests, existingPnr: booking.pnr })
          : plans.bookCar({ carId: id, existingPnr: booking.pnr });
        return { services: plan.services, stock: plan.stock, warnings: plan.check(now) };
      }),
    );
    const services = stays.reduce<Services>((all, one) => joined(all, one.services), NOTHING);
    return {
      ...services,
      flights: flights.flights,
      stock: [...flights.stock, ...stays.flatMap(({ stock }) => stock)],
      warnings: stays.flatMap((one) => one.warnings),
    };
  };

  const newFlights = (booking: StoredBooking, kept: readonly StoredFlight[], ids: readonly string[]) => {
    if (ids.length === 0) return { flights: [], stock: [] };
    checkFlightCount([...kept.map(({ id }) => id), ...ids]);
    const now = clock.now();
    requireNotCancelledFlights(booking, ids);
    const party = partyOf(booking.passengers);
    const added = supplier
      .quoteFlights(ids, party)
      .map((quoted) => ({ ...quoted, segment: atBookedTimes(booking, quoted.segment) }));
    requireNotDeparted(added, now);
    if (booking.status === "pending") {
      const isLowCost = (code: string) => supplier.airlines().find((one) => one.code === code)?.lowCost === true;
      requireHoldable(
        added.map(({ segment }) => segment),
        now,
        isLowCost,
      );
    }
    checkNeighbours(kept, added);
    const first = (added[0] as QuotedFlight).segment;
    const origin = places.airport(first.originCode) as Airport;
    for (const { segment } of added) requireSellable(dateOf(segment.departureTime), "flightIds", origin, parts);
    const last = inTravelOrder([...kept, ...added.map(({ segment }) => segment)]).at(-1);
    checkAges(booking.passengers, places.localDate(origin, now), dateOf(last?.departureTime ?? first.departureTime));
    const flights = soldFlights(added, fareSharesOf(supplier, added, booking.passengers));
    return { flights, stock: added.map((flight) => seatsOn(flight, seated(party), booking.passengers)) };
  };

  /** Kept flights are as booked; only where a new flight follows or precedes another are connections checked. */
  const checkNeighbours = (kept: readonly StoredFlight[], added: readonly QuotedFlight[]): void => {
    const all = inTravelOrder([
      ...kept.map((segment) => ({ segment, departureTime: segment.departureTime, isNew: false })),
      ...added.map((one) => ({ ...one, departureTime: one.segment.departureTime, isNew: true })),
    ]);
    for (const [i, next] of all.entries()) {
      const before = all[i - 1];
      if (before === undefined || !(before.isNew || next.isNew)) continue;
      const minimumConnection =
        "minimumConnection" in before
          ? before.minimumConnection
          : minimumConnectionOf(supplier, before.segment, next.segment);
      checkChain([{ ...before, minimumConnection } as QuotedFlight, next as QuotedFlight], places);
    }
  };

  return { offersOf };
};

const NOTHING: Services = { flights: [], hotels: [], cars: [] };

/** The airline cancelled these for this booking, whatever the world still sells. */
const requireNotCancelledFlights = ({ notices = [] }: StoredBooking, ids: readonly string[]): void => {
  const cancelled = notices.filter(({ kind }) => kind === "cancelled").map(({ about }) => flightKeyOf(about));
  for (const [i, id] of ids.entries()) {
    if (!cancelled.includes(flightKeyOf(id))) continue;
    throw ruleBroken(`${flightNumberOn(id).number} was cancelled by its airline and cannot be booked again.`, {
      field: `flightIds[${i}]`,
      value: id.slice(0, 80),
      allowed: "another flight",
      hint: "Search for other flights of the route, on the same day and the days around it.",
    });
  }
};

/** A flight that is on the booking with new times has them in every cabin. */
const atBookedTimes = ({ flights }: StoredBooking, segment: FlightSegment): FlightSegment => {
  const booked = flights.find(({ id }) => flightKeyOf(id) === flightKeyOf(segment.id));
  return booked === undefined
    ? segment
    : { ...segment, departureTime: booked.departureTime, arrivalTime: booked.arrivalTime };
};

export const inTravelOrder = <T extends { readonly departureTime: string }>(flights: readonly T[]): T[] =>
  flights.toSorted((a, b) => Date.parse(a.departureTime) - Date.parse(b.departureTime));

const kindOf = (id: string, i: number): "F" | "H" | "C" | "X" => {
  const kind = /^([FHCX])-/i.exec(id.trim())?.[1]?.toUpperCase();
  if (kind === "F" || kind === "H" || kind === "C" || kind === "X") return kind;
  throw ruleBroken(`${id.slice(0, 80)} cannot be added.`, {
    field: `add[${i}]`,
    value: id.slice(0, 80),
    allowed: "ids of flights (F-), hotels (H-), cars (C-) and extras (X-)",
    hint: "Search first, or call listExtras, and pass the ids of a result unchanged.",
  });
};

/** Errors about an offer name the field of the request that it came from. */
const naming = <T>(positions: readonly number[], work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { field = "" } = error.details;
    if (field === "existingPnr" || field === "pnr" || field.startsWith("passengers")) throw error;
    const index = Number(/\[(\d+)\]/.exec(field)?.[1] ?? 0);
    throw new Failure(error.kind, error.message, { ...error.details, field: `add[${positions[index] ?? 0}]` });
  }
};
