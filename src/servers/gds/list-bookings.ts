import { MAX_STRUCTURED, MAX_TEXT } from "../../mcp/tools/answer-size.ts";
import type { Booking } from "../../model/booking.ts";
import { usd } from "../../model/money.ts";
import { array, defaulted, integer, maybe, object, oneOf, outline, type Static, string } from "../../model/schema.ts";
import { counted, operatedBy } from "./compact-text.ts";
import { pnrField, warnings } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

const BookingSummary = object({
  pnr: string(),
  status: oneOf(["pending", "confirmed", "cancelled"]),
  createdAt: integer(),
  createdAtIso: string(),
  lastModified: integer(),
  lastModifiedIso: string(),
  passengers: array(string(), { description: "Names" }),
  itinerary: array(string(), { description: "One line per flight, hotel and car" }),
  totalPrice: integer({ description: "US cents" }),
  totalPriceText: string(),
  currency: oneOf(["USD"]),
  notices: maybe(integer({ description: "Open notices of suppliers" })),
});
type BookingSummary = Static<typeof BookingSummary>;

export const summarise = (booking: Booking): BookingSummary => ({
  pnr: booking.pnr,
  status: booking.status,
  createdAt: booking.createdAt,
  createdAtIso: new Date(booking.createdAt).toISOString(),
  lastModified: booking.lastModified,
  lastModifiedIso: new Date(booking.lastModified).toISOString(),
  passengers: booking.passengers.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  itinerary: itineraryLines(booking),
  totalPrice: booking.totalPrice,
  totalPriceText: usd(booking.totalPrice),
  currency: booking.currency,
  ...(openNotices(booking) > 0 && { notices: openNotices(booking) }),
});

const openNotices = ({ notices = [] }: Booking): number =>
  notices.filter(({ resolved }) => resolved === undefined).length;

const itineraryLines = ({ flights, hotels, cars }: Booking): string[] => [
  ...flights.map(
    (flight) =>
      `${flight.flightNumber} ${flight.originCode}-${flight.destinationCode} ${flight.departureTime} to ` +
      `${flight.arrivalTime}${operatedBy(flight)}`,
  ),
  ...hotels.map((hotel) => `${hotel.hotelName}, ${hotel.checkInDate} to ${hotel.checkOutDate}`),
  ...cars.map(
    (car) =>
      `${car.companyName} ${car.vehicleModel}, ${car.pickupLocationCode} ${car.pickupDate} to ${car.dropoffDate}`,
  ),
];

const bookingLine = (booking: BookingSummary): string => {
  const { pnr, status, passengers, itinerary, totalPriceText, totalPrice, notices } = booking;
  const price = `${totalPriceText} (${totalPrice})`;
  const open = notices === undefined ? [] : [counted(notices, "open notice")];
  return [pnr, status, passengers.join(", "), itinerary.join("; "), price, ...open].join(" | ");
};

/** Reserved for everything outside the list: `more`, warnings and the session. */
const AROUND_LIST = 600;

const newestThatFit = (all: readonly BookingSummary[]): readonly BookingSummary[] => {
  let structured = AROUND_LIST;
  let text = AROUND_LIST;
  const over = all.findLastIndex((booking) => {
    structured += JSON.stringify(booking).length + 1;
    text += bookingLine(booking).length + 1;
    return structured > MAX_STRUCTURED || text > MAX_TEXT;
  });
  return all.slice(over + 1);
};

const moreOf = (earlier: number, [first]: readonly BookingSummary[]): string | undefined =>
  earlier === 0 || first === undefined
    ? undefined
    : `${counted(earlier, "earlier booking")}: call again with before "${first.pnr}".`;

/** A caller that expects bookings but finds none may have booked in another session. */
const KEEP_ONE_SESSION =
  "Bookings of other sessions are not listed here; add ?session=<a UUID v4 of your own> to the server's URL to keep one session.";

export const listBookings = defineGdsTool({
  name: "listBookings",
  title: "List bookings",
  description:
    "Lists the bookings made in this session, oldest first, one short entry each; retrieveBooking shows one in full.",
  effect: "read",
  input: object({
    status: defaulted(
      oneOf(["all", "confirmed", "cancelled"], { default: "all", description: "Which bookings to list." }),
    ),
    sessionId: maybe(
      string({ format: "uuid", description: "A session that a search or booking returned; this one if left out." }),
    ),
    before: maybe(pnrField("Only bookings made before this one.")),
  }),
  output: object({
    warnings: maybe(warnings),
    resultCount: integer({ minimum: 0 }),
    sessionId: string(),
    source: oneOf(["sandbox"]),
    more: maybe(string({ description: "How to list earlier bookings" })),
    bookings: array(outline(BookingSummary)),
  }),
  async run({ status, before, ...given }, { travel, caller }) {
    const sessionId = given.sessionId ?? caller.sessionId;
    const bookings = await travel.listBookings(status, { ...caller, sessionId }, before);
    const all = bookings.map(summarise);
    const listed = newestThatFit(all);
    const more = moreOf(all.length - listed.length, listed);
    const isKept = caller.transport === "stdio" || caller.knownBy === "url" || given.sessionId !== undefined;
    return {
      ...(bookings.length === 0 && before === undefined && !isKept && { warnings: [KEEP_ONE_SESSION] }),
      resultCount: listed.length,
      sessionId,
      source: "sandbox" as const,
      ...(more !== undefined && { more }),
      bookings: listed,
    };
  },
  compact: ({ bookings, warnings = [], more, sessionId }) =>
    [
      ...(bookings.length === 0
        ? [["No bookings in this session.", ...warnings].join(" ")]
        : bookings.map(bookingLine)),
      ...(more === undefined ? [] : [more]),
      `session ${sessionId}`,
    ].join("\n"),
});
