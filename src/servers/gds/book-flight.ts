import { PASSENGER_TYPES } from "../../model/passenger.ts";
import { array, boolean, defaulted, maybe, object, oneOf, string } from "../../model/schema.ts";
import { BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";
import { contactFields, day, payment, SECRET_ARGUMENTS, safeguardFields, specialRequests } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

const name = (description: string) => string({ minLength: 1, maxLength: 50, description });

const input = object({
  flightIds: array(string(), {
    minItems: 1,
    description: "flightIds from search results, in travel order.",
  }),
  passengers: array(
    object({
      type: oneOf(PASSENGER_TYPES, {
        description: "By age on the last day of travel: adult 12+, child 2-11, infant 0-1.",
      }),
      firstName: name("As in the passport."),
      lastName: name("As in the passport."),
      dateOfBirth: maybe(day("YYYY-MM-DD.")),
      email: maybe(string({ format: "email" })),
      phone: maybe(string({ description: "International form: +14155550123." })),
      frequentFlyerNumber: maybe(string()),
    }),
    { minItems: 1, description: "Everybody who travels, infants included." },
  ),
  ...contactFields,
  ...safeguardFields,
  hold: defaulted(boolean({ default: false, description: "Keep the seats and pay later with payBooking." })),
  extras: maybe(array(string(), { description: "Ids from listExtras; P1 is the first passenger." })),
  payment,
  specialRequests,
});

const SEE_EXTRAS = "Seats, bags and services are extras: call listExtras, then pass their ids in extras.";
const EXTRA_NAMES = [
  "seat",
  "seats",
  "seatNumber",
  "bag",
  "bags",
  "baggage",
  "meal",
  "meals",
  "wheelchair",
  "services",
];

export const bookFlight = defineGdsTool({
  name: "bookFlight",
  title: "Book flights",
  description:
    "Books flights found by searchFlights for named passengers and returns the booking with its record locator (pnr, " +
    "TEST-XXXXXX). Pass all flightIds of the chosen option in order; for a round trip the outbound option's ids " +
    "followed by the return option's. Name every traveller, with the same party as in the search. Needs contactEmail or " +
    "contactPhone. Takes the seats at once. No real money moves.",
  effect: "create",
  secretArguments: SECRET_ARGUMENTS,
  fieldHints: new Map(EXTRA_NAMES.map((name) => [name, SEE_EXTRAS])),
  input,
  // Required by the contract, but not published: several model APIs reject all tools if one has a top-level anyOf.
  enforced: { ...input, anyOf: [{ required: ["contactEmail"] }, { required: ["contactPhone"] }] },
  output: BookingOutline,
  run: async (request, call) => bookingAnswer(await call.travel.bookFlight(request, call.caller, call)),
  compact: bookingText,
});
