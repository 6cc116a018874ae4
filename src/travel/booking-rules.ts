import type { Booking, CarRental, HotelReservation } from "../model/booking.ts";
import { ageOn, dateOf } from "../model/calendar.ts";
import { invalid, ruleBroken } from "../model/failure.ts";
import { type Cents, usd } from "../model/money.ts";
import type { Passenger } from "../model/passenger.ts";
import { requirePhone } from "./passenger-rules.ts";
import { requireNoCardNumber } from "./payments.ts";
import type { QuotedFlight } from "./supplier.ts";

export interface Contact {
  readonly contactEmail?: string;
  readonly contactPhone?: string;
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
  readonly phone?: string;
  readonly dateOfBirth?: string;
}

/** A new booking needs an e-mail address or a phone number. */
export const admitContact = ({ contactEmail, contactPhone }: Contact, people: readonly Passenger[]): Contact => {
  const email = contactEmail ?? people.find((person) => person.email !== undefined)?.email;
  const phone = contactPhone === undefined ? undefined : requirePhone(contactPhone, "contactPhone");
  if (email === undefined && phone === undefined) {
    throw ruleBroken("A new booking needs a contact.", {
      field: "contactEmail",
      allowed: "contactEmail, contactPhone, or an e-mail address of a traveller",
      hint: "Add contactEmail or contactPhone.",
    });
  }
  return { ...(email !== undefined && { contactEmail: email }), ...(phone !== undefined && { contactPhone: phone }) };
};

const MAX_TEXT = 1_000;

/** Free text is kept with the booking and shown with it. */
export const requireShort = (text: string | undefined, field: string): void => {
  if (text === undefined || text.length <= MAX_TEXT) return;
  throw invalid(`${field} has ${text.length} characters.`, {
    field,
    allowed: `at most ${MAX_TEXT} characters`,
    hint: "Say it in a sentence or two.",
  });
};

/** A wish that is passed on with the booking. */
export const requireWish = (text: string | undefined, field = "specialRequests"): void => {
  requireShort(text, field);
  requireNoCardNumber(text, field);
};

export const requireNotCancelled = (
  booking: Pick<Booking, "pnr" | "status" | "cancelledAt" | "lastModified">,
  field: string,
  hint = field === "pnr" ? "There is nothing left to cancel." : "Make a new booking.",
): void => {
  if (booking.status !== "cancelled") return;
  const when = new Date(booking.cancelledAt ?? booking.lastModified).toISOString();
  throw ruleBroken(`Booking ${booking.pnr} was cancelled at ${when} and cannot be changed any more.`, {
    field,
    value: booking.pnr,
    cancelledAt: when,
    hint,
  });
};

export const requireNotDeparted = (flights: readonly QuotedFlight[], now: number): void => {
  for (const [i, { segment }] of flights.entries()) {
    if (Date.parse(segment.departureTime) > now) continue;
    throw ruleBroken(`Flight ${segment.flightNumber} left at ${segment.departureTime}.`, {
      field: `flightIds[${i}]`,
      value: segment.id,
      hint: "Search again for flights that have not left.",
    });
  }
};

export const requireExpected = (
  expected: Cents | undefined,
  actual: Cents,
  untouched = "Nothing was booked.",
): void => {
  if (expected === undefined || expected === actual) return;
  throw ruleBroken(`The price is ${usd(actual)}, not ${usd(expected)}. ${untouched}`, {
    field: "expectedTotal",
    value: expected,
    expectedTotal: expected,
    actualTotal: actual,
    hint: `Agree on the price with the traveller, then call again with expectedTotal ${actual}.`,
  });
};

export const requireRoom = (hotel: HotelReservation, guests: number): void => {
  if (hotel.status === "sold_out") {
    throw ruleBroken(`${hotel.hotelName} is sold out for these dates.`, {
      field: "hotelId",
      value: hotel.id,
      hint: "Choose a hotel whose status is available, or other dates.",
    });
  }
  if (guests <= hotel.guestCount) return;
  throw ruleBroken(`The offer is for ${hotel.guestCount} guests; ${guests} were named.`, {
    field: "guests",
    value: guests,
    allowed: `at most ${hotel.guestCount}`,
    hint: `Search again with guests: ${guests}.`,
  });
};

export const checkGuestCount = (hotel: HotelReservation, travellers: number): string[] => {
  if (hotel.guestCount > travellers) {
    throw ruleBroken(`The offer is for ${hotel.guestCount} guests, but the booking has ${travellers} travellers.`, {
      field: "hotelId",
      value: hotel.id,
      allowed: `at most ${travellers} guests`,
      hint: `Search again with guests: ${travellers}.`,
    });
  }
  return hotel.guestCount < travellers
    ? [`The hotel is for ${hotel.guestCount} of the ${travellers} travellers on this booking.`]
    : [];
};

export const requireDriver = (driver: Person | undefined): Person => {
  if (driver) return driver;
  throw ruleBroken("A new booking needs a driver.", {
    field: "driver",
    hint: "Add driver with firstName and lastName, or existingPnr to add the car to a booking.",
  });
};

/** Rates depend on the age: drivers under 25 pay more, drivers under 21 cannot rent. */
export const requireDriverAge = (driver: Person | undefined, car: CarRental): void => {
  if (driver?.dateOfBirth === undefined) return;
  const age = ageOn(driver.dateOfBirth, dateOf(car.pickupDate));
  if (age >= 21 && age < 25 === car.driverAge < 25) return;
  throw ruleBroken(`The driver will be ${age} at pick-up; the rate is for a driver of ${car.driverAge}.`, {
    field: "driver.dateOfBirth",
    value: driver.dateOfBirth,
    ...(age < 21
      ? { allowed: "21 years or older", hint: "Choose an older driver." }
      : { hint: `Search again with driverAge: ${age}.` }),
  });
};
