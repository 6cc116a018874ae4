import type { CarRental, HotelReservation } from "../model/booking.ts";

/** A stay in the nights of others, if that is more beds than the booking has travellers. */
export const overlappingStays = (
  stay: HotelReservation,
  others: readonly HotelReservation[],
  travellers: number,
): string[] => {
  const same = others.filter(
    (other) =>
      other.status !== "cancelled" && other.checkInDate < stay.checkOutDate && stay.checkInDate < other.checkOutDate,
  );
  // The night with most beds is the first night of one of them.
  const nights = [stay, ...same].map(({ checkInDate }) => checkInDate);
  const beds = Math.max(
    ...nights
      .filter((night) => includes(stay, night))
      .map((night) => [stay, ...same].reduce((sum, one) => sum + (includes(one, night) ? one.guestCount : 0), 0)),
  );
  return beds > travellers ? same.map(stayText) : [];
};

const includes = ({ checkInDate, checkOutDate }: HotelReservation, night: string): boolean =>
  checkInDate <= night && night < checkOutDate;

const stayText = ({ hotelName, checkInDate, checkOutDate }: HotelReservation): string =>
  `${hotelName} is booked from ${checkInDate} to ${checkOutDate} too: that is more beds than travellers.`;

/** A rental in the hours of others. */
export const overlappingRentals = (rental: CarRental, others: readonly CarRental[]): string[] => {
  const [from, to] = [Date.parse(rental.pickupDate), Date.parse(rental.dropoffDate)];
  return others
    .filter(
      ({ status, pickupDate, dropoffDate }) =>
        status !== "cancelled" && Date.parse(pickupDate) < to && from < Date.parse(dropoffDate),
    )
    .map(
      ({ companyName, pickupDate, dropoffDate }) =>
        `A ${companyName} car is booked from ${pickupDate} to ${dropoffDate} too.`,
    );
};
