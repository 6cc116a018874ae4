import { CancelFees } from "./cancel-fees.ts";
import { Extra } from "./extra.ts";
import { FlightSegment } from "./flight.ts";
import { Payment } from "./ledger.ts";
import { Notice } from "./notice.ts";
import { Passenger } from "./passenger.ts";
import { array, boolean, extend, integer, maybe, number, object, oneOf, type Static, string } from "./schema.ts";

export const VEHICLE_CLASSES = ["economy", "compact", "midsize", "fullsize", "suv", "luxury"] as const;
export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

const localTime = { format: "date-time", description: "Local time with UTC offset" };

export const CarRental = object({
  id: string(),
  companyCode: string(),
  companyName: string(),
  pickupLocationCode: string(),
  pickupLocationName: string(),
  dropoffLocationCode: string(),
  dropoffLocationName: string(),
  pickupDate: string(localTime),
  dropoffDate: string(localTime),
  vehicleClass: oneOf(VEHICLE_CLASSES),
  vehicleModel: string({ description: "A model, or similar" }),
  acrissCode: string({ description: "Four-letter ACRISS code" }),
  dailyRate: integer({ description: "US cents; every charge is folded in" }),
  totalPrice: integer({ description: "US cents; dailyRate × rentalDays" }),
  rentalDays: integer({ minimum: 1, description: "24-hour days from the pick-up minute" }),
  mileagePolicy: oneOf(["unlimited", "limited"]),
  mileageLimitPerDayKm: maybe(integer()),
  insuranceIncluded: boolean(),
  driverAge: integer({ description: "The age this rate is for" }),
  charges: array(
    object({
      code: string(),
      name: string(),
      amount: integer({ description: "US cents for the whole rental, already inside totalPrice" }),
    }),
    { description: "What the total is made of" },
  ),
  cancelFees: CancelFees,
  status: oneOf(["available", "confirmed", "cancelled"]),
});
export type CarRental = Static<typeof CarRental>;

export const HotelReservation = object({
  id: string(),
  hotelCode: string(),
  hotelName: string(),
  chainCode: string(),
  chainName: string(),
  address: string(),
  cityCode: string(),
  cityName: string(),
  latitude: maybe(number({ description: "Approximate" })),
  longitude: maybe(number()),
  checkInDate: string({ format: "date" }),
  checkInTime: maybe(string({ description: "From this local time" })),
  checkOutDate: string({ format: "date" }),
  checkOutTime: maybe(string({ description: "Until this local time" })),
  nights: integer({ minimum: 1 }),
  roomType: string(),
  rateCode: string(),
  rateName: string(),
  starRating: integer({ minimum: 1, maximum: 5 }),
  price: integer({ description: "US cents for the whole stay, all guests" }),
  pricePerNight: integer({ description: "US cents; price = pricePerNight × nights" }),
  guestCount: integer({ minimum: 1 }),
  rooms: integer({ minimum: 1, description: "Rooms this price covers" }),
  amenities: array(string()),
  refundable: boolean(),
  cancellationPolicy: string(),
  cancelFees: CancelFees,
  status: oneOf(["available", "sold_out", "confirmed", "cancelled"]),
});
export type HotelReservation = Static<typeof HotelReservation>;

const unixMs = (description: string) => integer({ description: `${description}, Unix time in milliseconds` });

export const PNR_PATTERN = "^TEST-[A-Z0-9]{6}$";

/** A flight segment with its status in a booking. */
export const BookedFlight = extend(FlightSegment, {
  segmentStatus: oneOf(["HK", "TK", "UN", "XX"], {
    description: "HK confirmed, TK new times not accepted yet, UN cancelled by the airline, XX cancelled",
  }),
  seats: maybe(array(string(), { description: "Traveller and seat: P1 24A" })),
});
export type BookedFlight = Static<typeof BookedFlight>;

/** A flight that its airline cancelled never leaves. */
export const hasLeft = (
  { segmentStatus, departureTime }: Pick<BookedFlight, "segmentStatus" | "departureTime">,
  now: number,
): boolean => segmentStatus !== "UN" && Date.parse(departureTime) <= now;

/** A PNR: one party, what it has booked, and what it has paid. It shows what it holds. */
export const Booking = object({
  pnr: string({ pattern: PNR_PATTERN }),
  sessionId: string({ description: "The session that made the booking" }),
  createdAt: unixMs("When it was booked"),
  lastModified: unixMs("When it last changed"),
  expiresAt: unixMs("When the sandbox forgets it"),
  status: oneOf(["pending", "confirmed", "cancelled"], { description: "pending is on hold and not paid yet" }),
  revision: integer({ minimum: 0, description: "The number of changes so far" }),
  passengers: array(Passenger),
  flights: array(BookedFlight),
  hotels: array(HotelReservation),
  cars: array(CarRental),
  extras: array(Extra),
  totalPrice: integer({ description: "US cents, the sum of all services and extras" }),
  currency: oneOf(["USD"]),
  payment: Payment,
  tickets: array(string({ description: "Number, traveller, and the state of each coupon" })),
  voidUntil: maybe(string({ description: "Until then flights are cancelled free of charge" })),
  notices: maybe(array(Notice, { description: "What suppliers changed, open ones first" })),
  contactEmail: maybe(string()),
  contactPhone: maybe(string()),
  specialRequests: maybe(array(string())),
  cancelledAt: maybe(unixMs("When it was cancelled")),
  cancellationReason: maybe(string()),
});
export type Booking = Static<typeof Booking>;
