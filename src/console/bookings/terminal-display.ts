import { foreignText } from "../../mcp/tools/clean-text.ts";
import type { BookedFlight, Booking, CarRental, HotelReservation } from "../../model/booking.ts";
import type { IsoDate } from "../../model/calendar.ts";
import { plainLetters } from "../../model/fold.ts";
import type { LedgerLine } from "../../model/ledger.ts";
import type { Cents } from "../../model/money.ts";
import { type Passenger, partyOf, seated } from "../../model/passenger.ts";
import { parseExtraId } from "../../travel/extra-ids.ts";
import { daysLater, type TripPart } from "./itinerary.ts";

/** Renders a booking like a reservation system's terminal, marked as a test booking. */
export const terminalDisplay = (
  booking: Booking,
  parts: readonly TripPart[],
  ledger: readonly LedgerLine[] = [],
): string =>
  [
    "*** TEST PNR *** TAXIWAY SANDBOX *** NOT VALID FOR TRAVEL ***",
    ...headOf(booking),
    ...nameLines(booking.passengers),
    ...segmentLines(parts, seated(partyOf(booking.passengers))),
    ...priceLines(booking),
    ...contactLines(booking),
    ...serviceRequests(booking).flatMap((line) => tagged("SSR", line)),
    ...booking.tickets.flatMap((ticket) => tagged("TKT", ticket.replaceAll(" ", "/"))),
    ...paymentLines(ledger),
    ...(booking.specialRequests ?? []).flatMap((request) => tagged("RM", request)),
    ...endOf(booking),
    "*** TEST PNR *** END OF DISPLAY ***",
  ].join("\n");

const headOf = ({ pnr, createdAt }: Booking): readonly string[] => {
  const [left, right] = ["RP/TAXIWAY/TEST", zulu(createdAt)];
  return [`${left}${pnr.padStart(46 - left.length).padEnd(COLUMNS - left.length - right.length)}${right}`];
};

const COLUMNS = 80;
const HALF = COLUMNS / 2;

/** Two names per line, unless one is too long. */
const nameLines = (passengers: readonly Passenger[]): readonly string[] => {
  const names = passengers.map((passenger, index) => cut(` ${nameOf(passenger, index + 1)}`));
  const isNarrow = names.every((name) => name.length < HALF);
  if (!isNarrow) return names;
  return names.flatMap((name, index) =>
    index % 2 === 0 ? [`${name.padEnd(HALF)}${names[index + 1] ?? ""}`.trimEnd()] : [],
  );
};

/** Terminals mark infants before the name, because they have no seat. */
const nameOf = ({ type, lastName, firstName }: Passenger, number: number): string => {
  const [before, after] = { adult: ["1", ""], child: ["1", "*CHD"], infant: ["I/1", "*INF"] }[type] as [string, string];
  const name = cut(`${terminalName(lastName)}/${terminalName(firstName)}`, COLUMNS - 12);
  return `${number}.${before}${name}${after}`;
};

/** Numbers the segments; further lines of a segment are indented. */
const segmentLines = (parts: readonly TripPart[], seats: number): readonly string[] =>
  parts.flatMap((part, index) =>
    segmentOf(part, seats).map((line, row) => cut(`${row === 0 ? String(index + 1).padStart(2) : "  "}  ${line}`)),
  );

const segmentOf = (part: TripPart, seats: number): readonly string[] => {
  if (part.kind === "flight") return flightSegment(part.of, seats);
  return part.kind === "hotel" ? hotelSegment(part.of) : carSegment(part.of);
};

/** Marks each segment line, because lines may be copied without the header. */
const marked = (words: readonly string[]): string => `${cut(words.join(" "), MARK_COLUMN).padEnd(MARK_COLUMN)} TEST`;
const MARK_COLUMN = 66;

const flightSegment = (flight: BookedFlight, seats: number): readonly string[] => {
  const { airlineCode, departureTime: leaves, arrivalTime: lands } = flight;
  const later = daysLater(flight);
  const times = `${hourAndMinute(leaves)} ${hourAndMinute(lands)}${later === 0 ? "" : later > 0 ? `+${later}` : later}`;
  const number = flight.flightNumber.slice(airlineCode.length);
  return [
    marked([
      `${terminalText(airlineCode).padEnd(2)} ${terminalText(number).padStart(4)}`,
      terminalText(flight.bookingClass).padEnd(1),
      `${dayAndMonth(leaves)} ${weekday(leaves)}`,
      `${terminalText(flight.originCode)}${terminalText(flight.destinationCode)}`,
      `${flight.segmentStatus}${seats}`,
      ` ${times.padEnd(11)}`,
      terminalText(flight.fareBasis),
    ]),
    ...(flight.operatedBy === undefined ? [] : [`    OPERATED BY ${terminalText(flight.operatedBy)}`]),
  ];
};

const hotelSegment = (hotel: HotelReservation): readonly string[] => [
  marked([
    `HHL ${terminalText(hotel.chainCode).padEnd(2)} ${statusOf(hotel)}${hotel.rooms} ${terminalText(hotel.cityCode)}`,
    `IN ${dayAndMonth(hotel.checkInDate)} OUT ${dayAndMonth(hotel.checkOutDate)}`,
    `${hotel.nights}NT ${hotel.guestCount}GST`,
    terminalText(hotel.rateCode),
  ]),
  `    ${terminalText(hotel.hotelName)}/${terminalText(hotel.roomType)}`,
];

const carSegment = (car: CarRental): readonly string[] => {
  const [pickup, dropoff] = [terminalText(car.pickupLocationCode), terminalText(car.dropoffLocationCode)];
  const at = (local: string): string => `${dayAndMonth(local)}/${hourAndMinute(local)}`;
  return [
    marked([
      `CAR ${terminalText(car.companyCode).padEnd(2)} ${statusOf(car)}1 ${pickup}`,
      `${at(car.pickupDate)}-${at(car.dropoffDate)}`,
      `${car.rentalDays}DY ${terminalText(car.acrissCode)}`,
      ...(dropoff === pickup ? [] : [`DO-${dropoff}`]),
    ]),
    `    ${terminalText(car.companyName)}/${terminalText(car.vehicleModel)}`,
  ];
};

const statusOf = ({ status }: { readonly status: string }): string => (status === "cancelled" ? "XX" : "HK");

const priceLines = ({ flights, hotels, cars, extras, totalPrice, currency }: Booking): readonly string[] => {
  const air = flights.reduce((total, { price }) => total + price, 0);
  const rooms = hotels.reduce((total, { price }) => total + price, 0);
  const rental = cars.reduce((total, car) => total + car.totalPrice, 0);
  const sold = extras.reduce((total, { price }) => total + price, 0);
  const row = (label: string, amount: Cents): string =>
    `FA ${label.padEnd(6)} ${currency} ${`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`.padStart(12)}`;
  return [
    ...(flights.length > 0 ? [row("AIR", air)] : []),
    ...(hotels.length > 0 ? [row("HOTEL", rooms)] : []),
    ...(cars.length > 0 ? [row("CAR", rental)] : []),
    ...(extras.length > 0 ? [row("EXTRAS", sold)] : []),
    row("TOTAL", totalPrice),
  ];
};

const contactLines = ({ contactPhone, contactEmail }: Booking): readonly string[] => [
  ...(contactPhone === undefined ? [] : tagged("AP ", contactPhone)),
  ...(contactEmail === undefined ? [] : tagged("APE", contactEmail)),
];

/** The codes of our extras that have another name as special service requests. */
const REQUEST_CODES: Readonly<Record<string, string>> = { SEAT: "SEAT", BAG: "XBAG", BAG2: "XBAG" };

/** Special service requests: extras, frequent flyer numbers, passports. */
const serviceRequests = ({ extras, flights, passengers }: Booking): readonly string[] => {
  const carrier = flights[0]?.airlineCode ?? "YY";
  return [
    ...extras.flatMap(({ id, traveller, flightIds, emd }) => {
      const { code = "OTHS", designator } = parseExtraId(id) ?? {};
      return flights
        .filter((flight) => flightIds.includes(flight.id))
        .map((flight) =>
          [
            `${REQUEST_CODES[code] ?? code} ${flight.airlineCode} ${flight.segmentStatus}1 ${segmentWord(flight)}`,
            ...(designator === undefined ? [] : [`.${designator}`]),
            `/${traveller}`,
            ...(emd === undefined ? [] : [`/EMD${emd}`]),
          ].join(""),
        );
    }),
    ...passengers.flatMap(({ id, frequentFlyerNumber, passport }) => [
      ...(frequentFlyerNumber === undefined ? [] : [`FQTV ${carrier} HK/${frequentFlyerNumber}/${id}`]),
      ...(passport === undefined ? [] : [`DOCS ${carrier} HK1/P/${passport.replaceAll(" ", "/")}/${id}`]),
    ]),
  ];
};

/** `JFKLHR0104Y10MAR` */
const segmentWord = ({
  originCode,
  destinationCode,
  flightNumber,
  airlineCode,
  bookingClass,
  departureTime,
}: BookedFlight) =>
  `${originCode}${destinationCode}${flightNumber.slice(airlineCode.length).padStart(4, "0")}${bookingClass}${dayAndMonth(departureTime)}`;

/** Forms of payment, with what was paid and given back. */
const paymentLines = (ledger: readonly LedgerLine[]): readonly string[] =>
  ledger.flatMap(({ kind, amount, method = "account" }) =>
    kind === "payment" || kind === "refund" || kind === "credit"
      ? tagged("FP ", `${kind === "payment" ? "" : `${kind}/`}${formOfPayment(method)}/USD${(amount / 100).toFixed(2)}`)
      : [],
  );

/** `INVAGT` for an invoice to the agency's account, `CCTOK_VISA` for a card. */
const formOfPayment = (method: string): string => {
  const [, token] = /^card:(.*)$/.exec(method) ?? [];
  if (token !== undefined) return `CC${token}`;
  return method === "account" ? "INVAGT" : method;
};

const endOf = (booking: Booking): readonly string[] => {
  const { status, cancelledAt, cancellationReason, lastModified, createdAt, payment } = booking;
  if (status === "pending" && payment.payBy !== undefined) return [`TK  TL ${zulu(Date.parse(payment.payBy))} TEST`];
  if (status === "cancelled")
    return tagged("XI", `CANCELLED ${zulu(cancelledAt ?? lastModified)} ${cancellationReason ?? ""}`);
  return [`TK  OK ${zulu(createdAt)} TEST`];
};

const MAX_TEXT_LENGTH = 400;

/** Converts text to what a terminal can show: upper-case ASCII on one line. */
const terminalText = (text: string): string =>
  plainLetters(foreignText(text, MAX_TEXT_LENGTH))
    .toUpperCase()
    .replaceAll("…", "...")
    .replace(/[^\x20-\x7e]/gu, "?");

/** Keeps the letters of a name and what joins them. A slash would separate last and first name. */
const terminalName = (name: string): string => terminalText(name).replace(/[^A-Z?\- ]/g, "");

const cut = (text: string, columns = COLUMNS): string => text.slice(0, Math.max(0, columns)).trimEnd();

/** Writes text after a tag such as `RM`, wrapped and indented. */
const tagged = (tag: string, text: string): readonly string[] => {
  const head = `${tag} `;
  const width = COLUMNS - head.length;
  const lines: string[] = [];
  let rest = terminalText(text);
  while (rest !== "") {
    const broken = rest.length > width ? rest.lastIndexOf(" ", width) : rest.length;
    const end = broken > 0 ? broken : width;
    lines.push(`${lines.length === 0 ? head : " ".repeat(head.length)}${rest.slice(0, end)}`);
    rest = rest.slice(end).trimStart();
  }
  return lines;
};

const MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";

/** `12DEC` */
const dayAndMonth = (date: IsoDate): string =>
  `${date.slice(8, 10)}${MONTHS.slice((Number(date.slice(5, 7)) - 1) * 3, Number(date.slice(5, 7)) * 3)}`;

/** `12DEC26/0905Z` */
const zulu = (instant: number): string => {
  const text = new Date(instant).toISOString();
  return `${dayAndMonth(text)}${text.slice(2, 4)}/${text.slice(11, 13)}${text.slice(14, 16)}Z`;
};

/** `1835` */
const hourAndMinute = (local: string): string => `${local.slice(11, 13)}${local.slice(14, 16)}`;

/** 1 for Monday to 7 for Sunday. */
const weekday = (date: IsoDate): number => new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
