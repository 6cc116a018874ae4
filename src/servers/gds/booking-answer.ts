import { MAX_IN_FULL, MAX_STRUCTURED } from "../../mcp/tools/answer-size.ts";
import { BookedFlight, Booking, CarRental, HotelReservation } from "../../model/booking.ts";
import { Extra } from "../../model/extra.ts";
import { usd } from "../../model/money.ts";
import { Notice } from "../../model/notice.ts";
import { Passenger } from "../../model/passenger.ts";
import {
  array,
  extend,
  maybe,
  object,
  oneOf,
  outline,
  pick,
  type Schema,
  type Static,
  string,
} from "../../model/schema.ts";
import type { BookingResult } from "../../travel/booking-requests.ts";
import { type Detail, warnings } from "./fields.ts";
import { LEAN_FLIGHT, leanCar, leanHotel, picked } from "./lean-offers.ts";

/** The fields of services in every view of a booking. */
export const BRIEF_FLIGHT = [
  ...(["id", "flightNumber", "originCode", "destinationCode", "departureTime", "arrivalTime", "cabin"] as const),
  ...(["price", "segmentStatus", "fareFamily", "operatedBy", "seats"] as const),
] as const;
export const BRIEF_HOTEL = [
  ...(["id", "hotelName", "cityCode", "checkInDate", "checkOutDate", "roomType", "guestCount", "price"] as const),
  "status",
] as const;
export const BRIEF_CAR = [
  ...(["id", "companyName", "vehicleModel", "pickupLocationCode", "dropoffLocationCode", "pickupDate"] as const),
  ...(["dropoffDate", "totalPrice", "status"] as const),
] as const;

export const BRIEF_EXTRA = ["id", "kind", "what", "price", "emd"] as const;
const BOOKING_FIELDS = [
  ...(["pnr", "sessionId", "status", "revision", "totalPrice", "currency", "payment", "tickets", "voidUntil"] as const),
  ...(["createdAt", "lastModified"] as const),
] as const;

/** A booking in tool results. Services may have more fields than declared, if they fit. */
export const BookingAnswer = outline(
  extend(pick(Booking, BOOKING_FIELDS), {
    warnings,
    source: oneOf(["sandbox"]),
    totalPriceText: string(),
    createdAtIso: string(),
    lastModifiedIso: string(),
    expiresAt: string(),
    cancelledAt: maybe(string()),
    cancellationReason: maybe(string()),
    passengers: array(pick(Passenger, ["id", "type", "firstName", "lastName"])),
    flights: array(pick(BookedFlight, BRIEF_FLIGHT)),
    hotels: array(pick(HotelReservation, BRIEF_HOTEL)),
    cars: array(pick(CarRental, BRIEF_CAR)),
    extras: maybe(array(pick(Extra, BRIEF_EXTRA))),
    notices: maybe(array(pick(Notice, ["id", "kind", "about", "text", "entitles", "resolved"]))),
    contactEmail: maybe(string()),
    contactPhone: maybe(string()),
    specialRequests: maybe(array(string())),
  }),
);
export type BookingAnswer = Static<typeof BookingAnswer>;

/** The schema of tools that write: only retrieveBooking declares the fields of services, which keeps the list of tools small. */
export const BookingOutline = {
  ...BookingAnswer,
  properties: {
    ...(pick(BookingAnswer, ["warnings", "pnr", "status", "totalPrice", "totalPriceText", "currency"])[
      "properties"
    ] as object),
    payment: object({}),
    ...Object.fromEntries(
      (["passengers", "flights", "hotels", "cars"] as const).map((name) => [name, array(object({}))]),
    ),
  },
} as Schema<BookingAnswer>;
type Services = Pick<BookingAnswer, "flights" | "hotels" | "cars">;

const leanFlight = (flight: BookedFlight) => ({
  id: flight.id,
  ...picked(flight, LEAN_FLIGHT),
  segmentStatus: flight.segmentStatus,
  ...(flight.seats !== undefined && { seats: flight.seats }),
  ...picked(flight, ["changeFee", "refund", "refundFee"]),
});

/** From the most to the least detailed; the first that fits is used. */
const VIEWS: Record<Detail, readonly ((booking: Booking) => Services)[]> = {
  full: [({ flights, hotels, cars }) => ({ flights, hotels, cars })],
  lean: [
    ({ flights, hotels, cars }) => ({
      flights: flights.map(leanFlight),
      hotels: hotels.map(leanHotel),
      cars: cars.map(leanCar),
    }),
    ({ flights, hotels, cars }) => ({
      flights: flights.map((flight) => picked(flight, BRIEF_FLIGHT)),
      hotels: hotels.map((hotel) => picked(hotel, BRIEF_HOTEL)),
      cars: cars.map((car) => picked(car, BRIEF_CAR)),
    }),
  ],
};
const MAX_LENGTH: Record<Detail, number> = { lean: MAX_STRUCTURED, full: MAX_IN_FULL };
const LISTS = ["flights", "hotels", "cars", "extras"] as const;

/** The history has all of them. */
const MAX_NOTICES = 10;

/** Drops services and extras from the longest list, one at a time, until the answer fits. */
const cutToFit = (answer: BookingAnswer, maxLength: number): BookingAnswer => {
  let cut = answer;
  const lengthOf = (name: (typeof LISTS)[number]): number => cut[name]?.length ?? 0;
  const left = () => LISTS.reduce((sum, name) => sum + lengthOf(name), 0);
  const all = left();
  while (JSON.stringify(cut).length > maxLength && left() > 0) {
    const [name] = [...LISTS].sort((a, b) => lengthOf(b) - lengthOf(a)) as [(typeof LISTS)[number]];
    const warning = `Only ${left() - 1} of its ${all} services and extras fit into this answer.`;
    cut = { ...cut, warnings: [...answer.warnings, warning], [name]: cut[name]?.slice(0, -1) };
  }
  return cut;
};

/** For hosts without subscriptions: what suppliers changed since the traveller was last told. */
export const noticeWarnings = ({ notices = [] }: Booking): string[] => {
  const [first, ...more] = notices.filter(({ resolved }) => resolved === undefined);
  if (first === undefined) return [];
  const count = more.length + 1;
  return [`${count} open notice${count === 1 ? "" : "s"}: ${first.text}${count === 1 ? "" : " …"}`];
};

const iso = (instant: number): string => new Date(instant).toISOString();

export const bookingAnswer = ({ booking, warnings }: BookingResult, detail: Detail = "lean"): BookingAnswer => {
  const { flights: _flights, hotels: _hotels, cars: _cars, extras, notices, cancelledAt, ...own } = booking;
  const answerWith = (services: Services): BookingAnswer => ({
    warnings,
    ...own,
    totalPriceText: usd(booking.totalPrice),
    createdAtIso: iso(booking.createdAt),
    lastModifiedIso: iso(booking.lastModified),
    expiresAt: iso(booking.expiresAt),
    ...(cancelledAt !== undefined && { cancelledAt: iso(cancelledAt) }),
    ...services,
    ...(extras.length > 0 && {
      extras: detail === "full" ? extras : extras.map((extra) => picked(extra, BRIEF_EXTRA)),
    }),
    ...(notices !== undefined && { notices: notices.slice(0, MAX_NOTICES) }),
    source: "sandbox",
  });
  let answer: BookingAnswer | undefined;
  for (const view of VIEWS[detail]) {
    answer = answerWith(view(booking));
    if (JSON.stringify(answer).length <= MAX_LENGTH[detail]) return answer;
  }
  return cutToFit(answer as BookingAnswer, MAX_LENGTH[detail]);
};
