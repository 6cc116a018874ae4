import { object } from "../../model/schema.ts";
import { BookingAnswer, bookingAnswer, noticeWarnings } from "./booking-answer.ts";
import { bookingText, unlessFull } from "./compact-text.ts";
import { detail, pnrField } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const retrieveBooking = defineGdsTool({
  name: "retrieveBooking",
  title: "Retrieve a booking",
  description:
    "Shows a whole booking by its record locator: passengers, flights, hotels, cars, prices and status. Works for " +
    "bookings of every session.",
  effect: "read",
  input: object({
    pnr: pnrField("Record locator, TEST- and six characters."),
    detail: detail("full adds taxes, fare bases, charges and policies."),
  }),
  output: BookingAnswer,
  async run({ pnr, detail }, { travel, caller }) {
    const booking = await travel.retrieveBooking(pnr, caller);
    return bookingAnswer({ booking, warnings: noticeWarnings(booking) }, detail);
  },
  compact: unlessFull(bookingText),
});
