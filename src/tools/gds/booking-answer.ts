import { Booking } from "../../model/booking.ts";
import { extend, oneOf, type Static } from "../../model/schema.ts";
import type { BookingResult } from "../../travel/booking-requests.ts";
import { warnings } from "./fields.ts";

/** A booking as its tools show it. */
export const BookingAnswer = extend(Booking, { source: oneOf(["sandbox"]), warnings });
export type BookingAnswer = Static<typeof BookingAnswer>;

export const bookingAnswer = ({ booking, warnings }: BookingResult): BookingAnswer => ({
  ...booking,
  source: "sandbox",
  warnings,
});
