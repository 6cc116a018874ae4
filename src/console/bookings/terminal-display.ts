import type { BookedFlight, Booking, CarRental, HotelReservation } from "../../model/booking.ts";
import type { Cents } from "../../model/money.ts";
import { type Passenger, partyOf, seated } from "../../model/passenger.ts";
import { daysLater, type TripPart } from "./itinerary.ts";
import {
  COLUMNS,
  cut,
  dayAndMonth,
  hourAndMinute,
  tagged,
  terminalName,
  terminalText,
  weekday,
  zulu,
} from "./terminal-text.ts";

/** A booking as the terminal of a reservation system shows it. Whatever is in it, nobody takes it for a real one. */
export const terminalDisplay = (booking: Booking, parts: readonly TripPart[]): string =>
  [
    "*** TEST PNR *** TAXIWAY SANDBOX *** NOT VALID FOR TRAVEL ***",
    ...headOf(booking),
    ...nameLines(booking.passengers),
    ...segmentLines(parts, seated(partyOf(booking.passengers))),
    ...priceLines(booking),
    ...contactLines(booking),
    ...(booking.specialRequests ?? []).flatMap((request) => tagged("RM", request)),
    ...endOf(booking),
    "*** TEST PNR *** END OF DISPLAY ***",
  ].join("\n");

const headOf = ({ pnr, createdAt }: Booking): readonly string[] => {
  const [left, right] = ["RP/TAXIWAY/TEST", zulu(createdAt)];
  return [`${left}${pnr.padStart(46 - left.length).padEnd(COLUMNS - left.length - right.length)}${right}`];
};

const HALF = COLUMNS / 2;

/** Two beside one another, unless one is too long for that. */
const nameLines = (passengers: readonly Passenger[]): readonly string[] => {
  const names = passengers.map((passenger, index) => cut(` ${nameOf(passenger, index + 1)}`));
  const isNarrow = names.every((name) => name.length < HALF);
  if (!isNarrow) return names;
  return names.flatMap((name, index) =>
    index % 2 === 0 ? [`${name.padEnd(HALF)}${names[index + 1] ?? ""}`.trimEnd()] : [],
  );
};

/** A baby sits on a lap, which terminals write before its name. */
const nameOf = ({ type, lastName, firstName }: Passenger, number: number): string => {
  const [before, after] = { adult: ["1", ""], child: ["1", "*CHD"], infant: ["I/1", "*INF"] }[type] as [string, string];
  const name = cut(`${terminalName(lastName)}/${terminalName(firstName)}`, COLUMNS - 12);
  return `${number}.${before}${name}${after}`;
};

/** Each has a number; what does not fit on its line goes on below. */
const segmentLines = (parts: readonly TripPart[], seats: number): readonly string[] =>
  parts.flatMap((part, index) =>
    segmentOf(part, seats).map((line, row) => cut(`${row === 0 ? String(index + 1).padStart(2) : "  "}  ${line}`)),
  );

const segmentOf = (part: TripPart, seats: number): readonly string[] => {
  if (part.kind === "flight") return flightSegment(part.of, seats);
  return part.kind === "hotel" ? hotelSegment(part.of) : carSegment(part.of);
};

/** Whatever is copied out of a display says on every line that it is none. */
const marked = (words: readonly string[]): string => `${cut(words.join(" "), MARK).padEnd(MARK)} TEST`;
const MARK = 66;

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

const priceLines = ({ flights, hotels, cars, totalPrice, currency }: Booking): readonly string[] => {
  const air = flights.reduce((total, { price }) => total + price, 0);
  const rooms = hotels.reduce((total, { price }) => total + price, 0);
  const rental = cars.reduce((total, car) => total + car.totalPrice, 0);
  const row = (label: string, amount: Cents): string =>
    `FA ${label.padEnd(6)} ${currency} ${`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`.padStart(12)}`;
  return [
    ...(flights.length > 0 ? [row("AIR", air)] : []),
    ...(hotels.length > 0 ? [row("HOTEL", rooms)] : []),
    ...(cars.length > 0 ? [row("CAR", rental)] : []),
    row("TOTAL", totalPrice),
  ];
};

const contactLines = ({ contactPhone, contactEmail }: Booking): readonly string[] => [
  ...(contactPhone === undefined ? [] : tagged("AP ", contactPhone)),
  ...(contactEmail === undefined ? [] : tagged("APE", contactEmail)),
];

const endOf = ({ status, cancelledAt, cancellationReason, lastModified, createdAt }: Booking): readonly string[] => {
  if (status === "cancelled")
    return tagged("XI", `CANCELLED ${zulu(cancelledAt ?? lastModified)} ${cancellationReason ?? ""}`);
  return [`TK  OK ${zulu(createdAt)} TEST`];
};
