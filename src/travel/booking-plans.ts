import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import { type Cents, sum } from "../model/money.ts";
import { type Passenger, partyOf } from "../model/passenger.ts";
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
} from "./booking-rules.ts";
import type { StoredBooking } from "./bookings.ts";
import { requireSellable } from "./date-window.ts";
import {
  carService,
  carTimingWarnings,
  checkAgainstFlights,
  checkChain,
  checkFlightCount,
  hotelService,
} from "./itinerary-rules.ts";
import { admitPassengers, checkAges, checkParty, type NewPassenger, requireOnBooking } from "./passenger-rules.ts";
import type { QuotedFlight, SeatStock, Supplier } from "./supplier.ts";

/** A request that has passed all rules that do not depend on the booking it is added to. */
export interface BookingPlan {
  readonly services: Services;
  /** The flights that need seats. */
  readonly stock: readonly SeatStock[];
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
    requireExpected(request.expectedTotal, sum(flights.map((flight) => flight.segment.price)));
    return {
      services: { ...NOTHING, flights: flights.map(({ segment }) => ({ ...segment, segmentStatus: "HK" })) },
      stock: flights.map(({ stock }) => stock),
      travellers: { passengers, contact },
      check: () => [],
    };
  };

  const bookHotel = (request: BookHotel): BookingPlan => {
    const hotel = supplier.quoteHotel(request.hotelId);
    requireSellable(hotel.checkInDate, "hotelId", mainAirport(hotel.cityCode, places), parts);
    requireRoom(hotel, request.guests.length);
    requireExpected(request.expectedTotal, hotel.price);
    return {
      services: { ...NOTHING, hotels: [{ ...hotel, status: "confirmed" }] },
      stock: [],
      ...(request.existingPnr === undefined && { travellers: travellersOf(request, request.guests, "guests") }),
      check: (booking) => {
        for (const [i, guest] of request.guests.entries()) {
          requireOnBooking(guest, booking.passengers, `guests[${i}]`);
        }
        return [
          ...checkGuestCount(hotel, booking.passengers.length),
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
    return {
      services: { ...NOTHING, cars: [{ ...car, status: "confirmed" }] },
      stock: [],
      ...(request.existingPnr === undefined && {
        travellers: travellersOf(request, [requireDriver(request.driver)], "driver"),
      }),
      check: (booking) => {
        if (request.driver) requireOnBooking(request.driver, booking.passengers, "driver");
        return [
          ...checkAgainstFlights(carService(car), booking.flights, places),
          ...carTimingWarnings(car, booking.flights, places),
        ];
      },
    };
  };

  return { bookFlight, bookHotel, bookCar };
};

const NOTHING: Services = { flights: [], hotels: [], cars: [] };

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

export const totalOf = ({ flights, hotels, cars }: Services): Cents =>
  sum([
    ...flights.map((flight) => flight.price),
    ...hotels.map((hotel) => hotel.price),
    ...cars.map((car) => car.totalPrice),
  ]);
