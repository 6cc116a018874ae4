import { integer, object } from "../../model/schema.ts";
import { BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";
import { payment, pnrField, SECRET_ARGUMENTS } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const payBooking = defineGdsTool({
  name: "payBooking",
  title: "Pay for a booking on hold",
  description: "Pays a booking with status pending and issues its tickets.",
  effect: "create",
  annotations: { idempotentHint: true },
  secretArguments: SECRET_ARGUMENTS,
  input: object({
    pnr: pnrField("Record locator of the booking on hold."),
    expectedTotal: integer({ description: "Amount due, US cents." }),
    payment,
  }),
  output: BookingOutline,
  run: async (request, { travel, caller }) => bookingAnswer(await travel.payBooking(request, caller)),
  compact: bookingText,
});
