import { maybe, object, string } from "../../model/schema.ts";
import { BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";
import { contactFields, day, pnrField, safeguardFields, specialRequests } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const bookCar = defineGdsTool({
  name: "bookCar",
  title: "Book a rental car",
  description:
    "Books a car found by searchCars. With existingPnr it goes on that booking: the driver, if named, must be on it and " +
    "the rental must fit its flights. Without, it becomes a booking of its own: name the driver and give contactEmail, " +
    "contactPhone or the driver's email. No money moves.",
  effect: "create",
  input: object({
    carId: string({ description: "The id of a car from searchCars." }),
    existingPnr: maybe(pnrField("A booking to add the car to.")),
    driver: maybe(
      object(
        {
          firstName: string(),
          lastName: string(),
          email: maybe(string({ format: "email" })),
          phone: maybe(string({ description: "International form: +14155550123." })),
          dateOfBirth: maybe(day("YYYY-MM-DD; must fit the driverAge of the search.")),
        },
        { description: "Who drives. Required unless existingPnr is given." },
      ),
    ),
    specialRequests,
    ...contactFields,
    ...safeguardFields,
  }),
  output: BookingOutline,
  run: async (request, call) => bookingAnswer(await call.travel.bookCar(request, call.caller, call)),
  compact: bookingText,
});
