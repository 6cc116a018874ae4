import { object } from "../../model/schema.ts";
import { BookingAnswer, bookingAnswer } from "./booking-answer.ts";
import { compactBooking } from "./compact-text.ts";
import { pnrField } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const retrieveBooking = defineGdsTool({
  name: "retrieveBooking",
  title: "Retrieve a booking",
  description:
    "Shows a whole booking by its record locator: passengers, flights, hotels, cars, prices and status. Works for " +
    "bookings of every session.",
  effect: "read",
  input: object({ pnr: pnrField("Record locator, TEST- and six characters.") }),
  output: BookingAnswer,
  run: async ({ pnr }, { travel, caller }) =>
    bookingAnswer({ booking: await travel.retrieveBooking(pnr, caller), warnings: [] }),
  compact: compactBooking,
});
