import type { Booking } from "../../model/booking.ts";
import { dateOf, type IsoDate } from "../../model/calendar.ts";
import { usd } from "../../model/money.ts";
import type { Passenger } from "../../model/passenger.ts";
import type { BookingPreview, Services } from "../../travel/booking-requests.ts";
import { counted } from "./compact-text.ts";

/** What a person is asked before something is booked or cancelled: all of it, in the words one would say it in. */

export const bookingQuestion = (preview: BookingPreview): string => {
  const { passengers, price, existing, warnings } = preview;
  const what = servicesInWords(preview);
  const question = existing
    ? `Add ${what} to ${existing.pnr} (${names(passengers)}): ${usd(price)} more, ${usd(existing.totalPrice + price)} in all?`
    : `Book ${what}, for ${counted(passengers.length, "traveller")} (${names(passengers)}): ${usd(price)} in all?`;
  return [question, ...warnings.map((warning) => `Note: ${warning}`)].join(" ");
};

export const cancellationQuestion = (booking: Booking): string =>
  `Cancel ${booking.pnr} (${names(booking.passengers)}) with everything on it: ${servicesInWords(booking)}, ` +
  `${usd(booking.totalPrice)} in all? This cannot be undone.`;

const names = (people: readonly Passenger[]): string =>
  people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(", ");

/** Tue 15 Dec 2026 */
const dayInWords = (date: IsoDate): string => new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 16).replace(",", "");

/** Tue 15 Dec 2026 08:00, as the clock on the wall there shows it. */
const momentInWords = (localTime: string): string => `${dayInWords(dateOf(localTime))} ${localTime.slice(11, 16)}`;

const servicesInWords = ({ flights, hotels, cars }: Services): string =>
  [
    ...flights.map(
      ({ flightNumber, originCode, destinationCode, departureTime, cabin }) =>
        `${flightNumber} ${originCode} to ${destinationCode} on ${momentInWords(departureTime)}, ${cabin.replace("_", " ")}`,
    ),
    ...hotels.map(
      (hotel) =>
        `${hotel.hotelName} in ${hotel.cityName}, ${hotel.roomType}, ${dayInWords(hotel.checkInDate)} to ` +
        `${dayInWords(hotel.checkOutDate)} (${counted(hotel.nights, "night")}, ${counted(hotel.guestCount, "guest")}` +
        `${hotel.refundable ? "" : ", not refundable"})`,
    ),
    ...cars.map(
      (car) =>
        `a ${car.companyName} rental car (${car.vehicleModel}), ${car.pickupLocationCode} on ` +
        `${momentInWords(car.pickupDate)} to ${car.dropoffLocationCode} on ${momentInWords(car.dropoffDate)}`,
    ),
  ].join("; ");
