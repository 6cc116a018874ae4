import { maybe, object, string } from "../../model/schema.ts";
import { BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";
import { pnrField } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const cancelBooking = defineGdsTool({
  name: "cancelBooking",
  title: "Cancel a booking",
  description:
    "Cancels a booking with everything on it and gives its seats back. This cannot be undone: ask the traveller first. " +
    "A cancelled booking stays readable but cannot be changed or cancelled again.",
  effect: "destructive",
  input: object({
    pnr: pnrField("Record locator of the booking to cancel."),
    reason: maybe(string({ description: "Why, for the record." })),
  }),
  output: BookingOutline,
  run: async ({ pnr, reason }, { travel, caller }) =>
    bookingAnswer({ booking: await travel.cancelBooking(pnr, reason, caller), warnings: [] }),
  compact: bookingText,
});
