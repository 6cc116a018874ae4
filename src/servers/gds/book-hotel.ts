import { array, maybe, object, string } from "../../model/schema.ts";
import { BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";
import { contactFields, pnrField, safeguardFields, specialRequests } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const bookHotel = defineGdsTool({
  name: "bookHotel",
  title: "Book a hotel",
  description:
    "Books a hotel found by searchHotels. With existingPnr it goes on that booking: the guests must be on it and the " +
    "stay must fit its flights. Without, it becomes a booking of its own and needs a contact: contactEmail, contactPhone " +
    "or a guest's email. No money moves.",
  effect: "create",
  input: object({
    hotelId: string({ description: "The id of a hotel from searchHotels." }),
    existingPnr: maybe(pnrField("A booking to add the stay to.")),
    guests: array(
      object({
        firstName: string(),
        lastName: string(),
        email: maybe(string({ format: "email" })),
      }),
      { minItems: 1, description: "Who stays; the lead guest is enough. At most the guests of the search." },
    ),
    specialRequests,
    ...contactFields,
    ...safeguardFields,
  }),
  output: BookingOutline,
  run: async (request, call) => bookingAnswer(await call.travel.bookHotel(request, call.caller, call)),
  compact: bookingText,
});
