import { fittingLines, MAX_TEXT } from "../../mcp/tools/answer-size.ts";
import { remembered } from "../../model/json.ts";
import { usd } from "../../model/money.ts";
import type { BookingAnswer } from "./booking-answer.ts";
import type { Detail } from "./fields.ts";
import type { LeanCar, LeanFlight, LeanHotel } from "./lean-offers.ts";

/** The text form of answers, for hosts that show their model text: one line per option, with all that a choice needs. */

const clock = (localTime: string): string => localTime.slice(0, 16);
const hours = (minutes: number): string => `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}`;

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** `1PC` is a number of bags, `30K` a weight in kilograms. */
export const bags = (allowance: string): string => {
  const [, count = "", unit] = /^(\d+)(PC|K)$/.exec(allowance) ?? [];
  if (unit === "PC") return count === "0" ? "no bag" : counted(Number(count), "bag");
  return unit === "K" ? `${count} kg of bags` : allowance;
};

/** `, operated by SkyWest Airlines`, which a traveller has to be told before buying. */
export const operatedBy = (flight: { readonly operatedBy?: string }): string =>
  flight.operatedBy === undefined ? "" : `, operated by ${flight.operatedBy}`;

const flightLine = (option: LeanFlight): string =>
  [
    (option.segments ?? [option]).map((segment) => segment.flightNumber).join("+"),
    `${option.originCode} ${clock(option.departureTime)} > ${option.destinationCode} ${clock(option.arrivalTime)}`,
    hours(option.duration),
    option.stops === 0
      ? "nonstop"
      : `via ${(option.layovers ?? []).map((stop) => `${stop.airportCode} ${hours(stop.duration)}`).join(", ")}`,
    ...(option.segments ?? [option]).flatMap((flight) =>
      flight.operatedBy === undefined ? [] : [`${flight.flightNumber} operated by ${flight.operatedBy}`],
    ),
    `${option.cabin} ${option.bookingClass}`,
    option.status === "sold_out" ? "sold out" : counted(option.seatsAvailable, "seat"),
    `${option.fareFamily}, ${option.refundable ? "refundable" : "not refundable"}, ${bags(option.baggage)}`,
    `${option.priceText} (${option.price})`,
    `flightIds ${JSON.stringify(option.flightIds)}`,
  ].join(" | ");

const hotelLine = (hotel: LeanHotel): string =>
  [
    `${hotel.hotelName} ${"*".repeat(hotel.starRating)}`,
    hotel.address,
    `${hotel.roomType}${hotel.rooms > 1 ? ` × ${hotel.rooms}` : ""}, ${hotel.rateCode}`,
    `${hotel.checkInDate} to ${hotel.checkOutDate}, ${counted(hotel.guestCount, "guest")}`,
    hotel.amenities.join(", "),
    hotel.refundable ? "refundable" : "not refundable",
    hotel.status === "sold_out" ? "sold out" : `${usd(hotel.pricePerNight)} a night`,
    `${hotel.priceText} (${hotel.price})`,
    `id ${hotel.id}`,
  ].join(" | ");

const carLine = (car: LeanCar): string =>
  [
    `${car.companyName} ${car.vehicleClass}: ${car.vehicleModel} (${car.acrissCode})`,
    `${car.pickupLocationCode} ${clock(car.pickupDate)} > ${car.dropoffLocationCode} ${clock(car.dropoffDate)}`,
    `${counted(car.rentalDays, "day")}, ${car.mileagePolicy} mileage${car.insuranceIncluded ? ", insured" : ""}`,
    `${usd(car.dailyRate)} a day`,
    `${car.totalPriceText} (${car.totalPrice})`,
    `id ${car.id}`,
  ].join(" | ");

/** Formats lists of offers, and caches the text of each list. */
const cachedLines = <T extends object>(line: (entry: T) => string) => {
  const memory = new WeakMap<readonly T[], string>();
  return (entries: readonly T[]): string => remembered(memory, entries, () => entries.map(line).join("\n"));
};
const flightLines = cachedLines(flightLine);
const hotelLines = cachedLines(hotelLine);
const carLines = cachedLines(carLine);

interface Found {
  readonly resultCount: number;
  readonly sessionId: string;
  readonly reason?: string;
  readonly more?: string;
  readonly warnings?: readonly string[];
}

const notes = (warnings: readonly string[] = []): string[] => warnings.map((warning) => `Note: ${warning}`);

const searchText = (found: Found, lines: readonly string[], what: string, next: string): string =>
  (found.resultCount > 0
    ? [
        ...notes(found.warnings),
        ...lines,
        ...(found.reason === undefined ? [] : [found.reason]),
        `${found.more ?? `${counted(found.resultCount, what)}.`} ${next}`,
        `session ${found.sessionId}`,
      ]
    : [...notes(found.warnings), found.reason ?? "Nothing found.", `session ${found.sessionId}`]
  ).join("\n");

/** A call with `detail: "full"` gets no compact text, and so the full JSON as text. */
export const unlessFull =
  <Output>(compact: (output: Output) => string) =>
  (output: Output, { detail }: { readonly detail: Detail }): string | undefined =>
    detail === "full" ? undefined : compact(output);

export const compactFlights = unlessFull(
  (found: Found & { readonly flights: readonly LeanFlight[]; readonly returnFlights?: readonly LeanFlight[] }) =>
    searchText(
      found,
      [flightLines(found.flights), ...(found.returnFlights ? ["Return:", flightLines(found.returnFlights)] : [])],
      "option",
      `To book: bookFlight with the flightIds of one option${found.returnFlights ? " of each list" : ""}.`,
    ),
);

export const compactHotels = unlessFull((found: Found & { readonly hotels: readonly LeanHotel[] }) =>
  searchText(found, [hotelLines(found.hotels)], "hotel", "To book: bookHotel with the id of one hotel."),
);

export const compactCars = unlessFull((found: Found & { readonly cars: readonly LeanCar[] }) =>
  searchText(found, [carLines(found.cars)], "car", "To book: bookCar with the id of one car."),
);

const serviceLines = ({
  flights,
  hotels,
  cars,
  extras = [],
}: Pick<BookingAnswer, "flights" | "hotels" | "cars" | "extras">): string[] => [
  ...flights.map(
    (flight) =>
      `${flight.flightNumber} ${flight.originCode}-${flight.destinationCode} ${flight.departureTime} to ` +
      `${flight.arrivalTime}${operatedBy(flight)}, ${flight.cabin} ${flight.fareFamily}, ${flight.segmentStatus}, ` +
      `${flight.seats === undefined ? "" : `seats ${flight.seats.join(" ")}, `}${usd(flight.price)}`,
  ),
  ...hotels.map(
    (hotel) =>
      `${hotel.hotelName}, ${hotel.roomType}, ${hotel.checkInDate} to ${hotel.checkOutDate}, ` +
      `${counted(hotel.guestCount, "guest")}, ${hotel.status}, ${usd(hotel.price)}`,
  ),
  ...cars.map(
    (car) =>
      `${car.companyName} ${car.vehicleModel}, ${car.pickupLocationCode} ${car.pickupDate} to ` +
      `${car.dropoffLocationCode} ${car.dropoffDate}, ${car.status}, ${usd(car.totalPrice)}`,
  ),
  ...extras.map(({ what, id, price }) => `${what}, ${id}, ${price === 0 ? "free" : usd(price)}`),
];

const contactLine = ({ contactEmail, contactPhone }: BookingAnswer): string[] => {
  const contacts = [contactEmail, contactPhone].filter((contact) => contact !== undefined);
  return contacts.length === 0 ? [] : [`Contact: ${contacts.join(", ")}`];
};

const noticeLines = ({ notices = [] }: Pick<BookingAnswer, "notices">): string[] =>
  notices.map(({ id, text, entitles, resolved }) =>
    [
      `Notice ${id}${resolved === undefined ? "" : ` (${resolved})`}: ${text}`,
      ...(resolved === undefined && entitles.length > 0 ? [`Free of charge: ${entitles.join(" or ")}.`] : []),
    ].join(" "),
  );

/** Payment and tickets. */
const moneyLines = ({ status, payment, tickets, voidUntil }: BookingAnswer): string[] => {
  const { due, payBy, paid, refunded, credited = 0, fees } = payment;
  const amounts = [
    ...(due > 0 ? [`${usd(due)} due${payBy === undefined ? "" : ` until ${payBy}`}`] : []),
    ...(paid > 0 ? [`paid ${usd(paid)}`] : []),
    ...(refunded > 0 ? [`refunded ${usd(refunded)}`] : []),
    ...(credited > 0 ? [`credited ${usd(credited)}`] : []),
    ...(fees > 0 ? [`fees ${usd(fees)}`] : []),
  ];
  return [
    ...(amounts.length === 0 ? [] : [`Payment: ${amounts.join(", ")}`]),
    ...(tickets.length === 0 ? [] : [`Tickets: ${tickets.join("; ")}`]),
    ...(voidUntil === undefined || status === "cancelled"
      ? []
      : [`Flights are void free of charge until ${voidUntil}`]),
  ];
};

/** Reserved for the text before and after the services; half of it for notices. */
const AROUND_SERVICES = 3_000;

export const bookingText = (booking: BookingAnswer): string =>
  [
    ...notes(booking.warnings),
    `${booking.pnr} ${booking.status}, ${booking.totalPriceText} (${booking.totalPrice} US cents), ` +
      `booked ${booking.createdAtIso}, kept until ${booking.expiresAt}`,
    ...(booking.cancelledAt === undefined ? [] : [cancellationLine(booking.cancelledAt, booking.cancellationReason)]),
    booking.passengers.map(({ firstName, lastName, type }) => `${lastName}/${firstName} ${type}`).join("; "),
    ...fittingLines(noticeLines(booking), AROUND_SERVICES / 2, (count) => `and ${counted(count, "notice")} more`),
    ...moneyLines(booking),
    ...fittingLines(
      serviceLines(booking),
      MAX_TEXT - AROUND_SERVICES,
      (count) => `and ${counted(count, "service")} more`,
    ),
    ...contactLine(booking),
    `session ${booking.sessionId}`,
  ].join("\n");

const cancellationLine = (at: string, reason: string | undefined): string =>
  reason === undefined ? `cancelled ${at}` : `cancelled ${at}: ${reason}`;
