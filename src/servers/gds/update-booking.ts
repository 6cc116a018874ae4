import { array, maybe, object, string } from "../../model/schema.ts";
import { BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";
import { contactFields, day, pnrField } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const updateBooking = defineGdsTool({
  name: "updateBooking",
  title: "Update a booking",
  description:
    "Corrects names by a few letters, adds details of travellers, changes the contact, or accepts notices (what a " +
    "supplier changed). Costs nothing.",
  effect: "create",
  annotations: { idempotentHint: true },
  secretArguments: new Set(["passport"]),
  input: object({
    pnr: pnrField("Record locator of the booking."),
    travellers: maybe(
      array(
        object({
          id: string({ description: "P1, P2..." }),
          firstName: maybe(string()),
          lastName: maybe(string()),
          dateOfBirth: maybe(day("YYYY-MM-DD.")),
          phone: maybe(string()),
          frequentFlyerNumber: maybe(string()),
          passport: maybe(string({ description: "X1234567 GB 2031-05-01" })),
        }),
      ),
    ),
    ...contactFields,
    acceptNotices: maybe(array(string(), { description: "Their ids." })),
  }),
  output: BookingOutline,
  run: async (request, { travel, caller }) => bookingAnswer(await travel.updateBooking(request, caller)),
  compact: bookingText,
});
