import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import type { Extra } from "../model/extra.ts";
import { sum } from "../model/money.ts";
import { type Passenger, partyOf, seated } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import type { BookCar, BookFlight, BookHotel, BookingRequests, Services } from "./booking-requests.ts";
import {
  admitContact,
  type Contact,
  checkGuestCount,
  type Person,
  requireDriver,
  requireDriverAge,
  requireExpected,
  requireNotDeparted,
  requireRoom,
  requireWish,
} from "./booking-rules.ts";
import { requireSellable } from "./date-window.ts";
import { createExtras, stockOfExtras } from "./extras.ts";
import { type FareShares, fareSharesOf } from "./fare-shares.ts";
import { payByOf, requireHoldable } from "./hold-rules.ts";
import {
  carService,
  carTimingWarnings,
  checkAgainstFlights,
  checkChain,
  checkFlightCount,
  hotelService,
} from "./itinerary-rules.ts";
import type { PaymentPart } from "./ledger.ts";
import { overlappingRentals, overlappingStays } from "./overlaps.ts";
import { admitPassengers, checkAges, checkParty, type NewPassenger, requireOnBooking } from "./passenger-rules.ts";
import { personOn } from "./same-people.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";
import type { QuotedFlight, StockItem, Supplier } from "./supplier.ts";

/** A request that has passed all rules that do not depend on the booking it is added to. */
export interface BookingPlan {
  readonly services: Services;
  readonly extras: readonly Extra[];
  /** How it is paid, if the caller has checked it; what the parts do not cover is paid from the account. */
  readonly payments: readonly PaymentPart[];
  /** Only if it is not paid at once. */
  readonly hold?: { readonly payBy: number };
  readonly stock: readonly StockItem[];
  /** Only for a new booking. */
  readonly travellers?: { readonly passengers: Passenger[]; readonly contact: Contact };
  /** Throws if the services cannot be added to that booking; returns warnings. */
  check(booking: StoredBooking): string[];
}

/** Checks requests against the booking rules. Writes nothing. */
export type BookingPlans = {
  readonly [Tool in keyof BookingRequests]: (request: BookingRequests[Tool]) => BookingPlan;
};

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
}

export const createBookingPlans = (parts: Parts): BookingPlans => {
  const { supplier, places, clock } = parts;
  const { quoteExtras } = createExtras(parts);

  const bookFlight = (request: BookFlight): BookingPlan => {
    const passengers = admitPassengers(request.passengers, "passengers");
    const party = partyOf(passengers);
    checkParty(party, "passengers");
    const contact = admitContact(request, []);
    checkFlightCount(request.flightIds);
    const flights = supplier.quoteFlights(request.flightIds, party);
    checkChain(flights, places);
    const first = (flights[0] as QuotedFlight).segment;
    const last = (flights.at(-1) as QuotedFlight).segment;
    const origin = places.airport(first.originCode) as Airport;
    requireSellable(dateOf(first.departureTime), "flightIds", origin, parts);
    requireSellable(dateOf(last.departureTime), "flightIds", origin, parts);
    requireNotDeparted(flights, clock.now());
    checkAges(passengers, places.localDate(origin, clock.now()), dateOf(last.departureTime));
    const segments = flights.map(({ segment }) => segment);
    const trip = { flights: segments, passengers, extras: [] };
    const extras = quoteExtras(request.extras ?? [], trip, (i) => `extras[${i}]`);
    const price = sum([...segments, ...extras.map(({ extra }) => extra)].map((one) => one.price));
    requireExpected(request.expectedTotal, price);
    requireWish(request.specialRequests);
    const hold = holdOf(request, flights);
    return {
      services: { ...NOTHING, flights: bookedFlights(flights, passengers, request.surcharge) },
      extras: extras.map(({ extra }) => extra),
      payments: hold === undefined ? (request.payments ?? []) : [],
      ...(hold !== undefined && { hold }),
      stock: [...flights.map((flight) => seatsOn(flight, seated(party), passengers)), ...stockOfExtras(extras)],
      travellers: { passengers, contact },
      check: () => [],
    };
  };

  const bookedFlights = (
    quoted: readonly QuotedFlight[],
    passengers: readonly Passenger[],
    surcharge = 0,
  ): readonly StoredFlight[] => {
    const sold = soldFlights(quoted, fareSharesOf(supplier, quoted, passengers));
    const [first, ...others] = sold;
    if (first === undefined || surcharge <= 0) return sold;
    return [{ ...first, price: first.price + surcharge, baseFare: first.baseFare + surcharge }, ...others];
  };

  const holdOf = ({ hold = false }: BookFlight, quoted: readonly QuotedFlight[]): BookingPlan["hold"] => {
    if (hold === false) return undefined;
    if (hold !== true) return hold;
    const flights = quoted.map(({ segment }) => segment);
    const isLowCost = (code: string): boolean => supplier.airlines().find((one) => one.code === code)?.lowCost === true;
    requireHoldable(flights, clock.now(), isLowCost);
    return { payBy: payByOf(flights, clock.now()) };
  };

  const bookHotel = (request: BookHotel): BookingPlan => {
    const hotel = supplier.quoteHotel(request.hotelId);
    requireSellable(hotel.checkInDate, "hotelId", mainAirport(hotel.cityCode, places), parts);
    requireRoom(hotel, request.guests.length);
    requireExpected(request.expectedTotal, hotel.price);
    requireWish(request.specialRequests);
    return {
      ...PAID_FROM_ACCOUNT,
      services: { ...NOTHING, hotels: [{ ...hotel, status: "confirmed" }] },
      stock: supplier.roomStock(hotel),
      ...(request.existingPnr === undefined && { travellers: travellersOf(request, request.guests, "guests") }),
      check: (booking) => {
        for (const [i, guest] of request.guests.entries()) {
          requireOnBooking(guest, booking.passengers, `guests[${i}]`);
        }
        return [
          ...checkGuestCount(hotel, booking.passengers.length),
          ...overlappingStays(hotel, booking.hotels, booking.passengers.length),
          ...checkAgainstFlights(hotelService(hotel), booking.flights, places),
        ];
      },
    };
  };

  const bookCar = (request: BookCar): BookingPlan => {
    const car = supplier.quoteCar(request.carId);
    requireSellable(dateOf(car.pickupDate), "carId", mainAirport(car.pickupLocationCode, places), parts);
    requireDriverAge(request.driver, car);
    requireExpected(request.expectedTotal, car.totalPrice);
    requireWish(request.specialRequests);
    return {
      ...PAID_FROM_ACCOUNT,
      services: { ...NOTHING, cars: [{ ...car, status: "confirmed" }] },
      stock: supplier.carStock(car),
      ...(request.existingPnr === undefined && {
        travellers: travellersOf(request, [requireDriver(request.driver)], "driver"),
      }),
      check: (booking) => {
        if (request.driver) requireOnBooking(request.driver, booking.passengers, "driver");
        return [
          ...checkAgainstFlights(carService(car), booking.flights, places),
          ...carTimingWarnings(car, booking.flights, places),
          ...overlappingRentals(car, booking.cars),
        ];
      },
    };
  };

  return { bookFlight, bookHotel, bookCar };
};

const NOTHING: Services = { flights: [], hotels: [], cars: [] };
const PAID_FROM_ACCOUNT = { extras: [], payments: [] } as const;

export const seatsOn = (
  { segment, stock: { key, seats } }: QuotedFlight,
  units: number,
  people: readonly Pick<Passenger, "firstName" | "lastName">[] = [],
): StockItem => {
  const item: StockItem = { kind: "flight", key, forSale: seats, units, about: segment.id, name: key };
  return people.length === 0 ? item : { ...item, people: people.map((one) => personOn(key, one)).join("") };
};

/** Flights as they go on a booking. */
export const soldFlights = (
  quoted: readonly QuotedFlight[],
  shares: readonly (FareShares | undefined)[],
): readonly StoredFlight[] =>
  quoted.map(({ segment }, i) => {
    const fares = shares[i];
    return { ...segment, segmentStatus: "HK", ...(fares !== undefined && { fares }) };
  });

const mainAirport = (code: string, places: Places): Airport => places.require(code, "code").airports[0] as Airport;

const travellersOf = (contact: Contact, people: readonly Person[], field: string) => {
  const passengers = admitPassengers(people.map(asAdult), field);
  return { passengers, contact: admitContact(contact, passengers) };
};

const asAdult = ({ firstName, lastName, email, phone, dateOfBirth }: Person): NewPassenger => ({
  type: "adult",
  firstName,
  lastName,
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(dateOfBirth !== undefined && { dateOfBirth }),
});

export const joined = (booking: Services, added: Services): Services => ({
  flights: [...booking.flights, ...added.flights],
  hotels: [...booking.hotels, ...added.hotels],
  cars: [...booking.cars, ...added.cars],
});

export const namesOf = ({ flights, hotels, cars }: Services): string =>
  [
    ...flights.map(({ flightNumber, departureTime }) => `${flightNumber} on ${dateOf(departureTime)}`),
    ...hotels.map(({ hotelName, checkInDate, checkOutDate }) => `${hotelName} from ${checkInDate} to ${checkOutDate}`),
    ...cars.map(
      ({ companyName, pickupDate, dropoffDate }) =>
        `${companyName} car from ${dateOf(pickupDate)} to ${dateOf(dropoffDate)}`,
    ),
  ].join(" and ");
