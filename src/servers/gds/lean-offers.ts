import { CarRental, HotelReservation } from "../../model/booking.ts";
import { FlightOption, FlightSegment } from "../../model/flight.ts";
import { remembered } from "../../model/json.ts";
import { usd } from "../../model/money.ts";
import { array, extend, integer, maybe, object, outline, pick, type Static, string } from "../../model/schema.ts";

/** Offers with the fields needed to choose and book one. `detail: "full"` adds taxes, fare bases and all other fields. */

const amount = string({ description: "The price as text" });

const LeanSegment = pick(FlightSegment, [
  ...(["flightNumber", "originCode", "destinationCode", "departureTime", "arrivalTime", "aircraftType"] as const),
  "operatedBy",
]);
const LeanLayover = object({ airportCode: string(), duration: integer() });

/** Fields of a flight and of a whole journey. */
export const LEAN_FLIGHT = [
  ...(["flightNumber", "airlineCode", "airlineName", "originCode", "originName", "destinationCode"] as const),
  ...(["destinationName", "departureTime", "arrivalTime", "duration", "aircraftType", "cabin", "price"] as const),
  ...(["seatsAvailable", "bookingClass", "status", "refundable", "fareFamily", "baggage", "operatedBy"] as const),
] as const;

export const LeanFlight = outline(
  extend(pick(FlightOption, [...LEAN_FLIGHT, "flightIds", "stops"]), {
    id: maybe(string({ description: "Of a nonstop flight" })),
    priceText: amount,
    pricePerAdult: maybe(integer()),
    segments: maybe(array(LeanSegment)),
    layovers: maybe(array(LeanLayover)),
  }),
);
export type LeanFlight = Static<typeof LeanFlight>;

const leanSegment = (segment: FlightSegment): Static<typeof LeanSegment> => ({
  flightNumber: segment.flightNumber,
  originCode: segment.originCode,
  destinationCode: segment.destinationCode,
  departureTime: segment.departureTime,
  arrivalTime: segment.arrivalTime,
  aircraftType: segment.aircraftType,
  ...(segment.operatedBy !== undefined && { operatedBy: segment.operatedBy }),
});

const leanFlight = (option: FlightOption): LeanFlight => {
  // A connection has no id of its own: it is booked by all of its flightIds.
  const lean: LeanFlight = option.segments === undefined ? { id: option.id, ...journey(option) } : journey(option);
  if (option.operatedBy !== undefined) lean.operatedBy = option.operatedBy;
  if (option.pricePerAdult !== option.price) lean.pricePerAdult = option.pricePerAdult;
  if (option.segments !== undefined) {
    lean.segments = option.segments.map(leanSegment);
    lean.layovers = option.layovers?.map(({ airportCode, duration }) => ({ airportCode, duration })) ?? [];
  }
  return lean;
};

// Field by field: on this hot path, copying by a list of names is several times slower.
const journey = (option: FlightOption) => ({
  flightNumber: option.flightNumber,
  airlineCode: option.airlineCode,
  airlineName: option.airlineName,
  originCode: option.originCode,
  originName: option.originName,
  destinationCode: option.destinationCode,
  destinationName: option.destinationName,
  departureTime: option.departureTime,
  arrivalTime: option.arrivalTime,
  duration: option.duration,
  aircraftType: option.aircraftType,
  cabin: option.cabin,
  price: option.price,
  priceText: usd(option.price),
  seatsAvailable: option.seatsAvailable,
  bookingClass: option.bookingClass,
  status: option.status,
  flightIds: option.flightIds,
  stops: option.stops,
  refundable: option.refundable,
  fareFamily: option.fareFamily,
  baggage: option.baggage,
});

const MAX_AMENITIES = 6;

const LEAN_HOTEL = [
  ...(["id", "hotelCode", "hotelName", "chainCode", "chainName", "address", "cityCode", "cityName"] as const),
  ...(["checkInDate", "checkOutDate", "nights", "roomType", "rateCode", "starRating", "price"] as const),
  ...(["pricePerNight", "guestCount", "rooms", "amenities", "refundable", "status"] as const),
] as const;

export const LeanHotel = outline(extend(pick(HotelReservation, LEAN_HOTEL), { priceText: amount }));
export type LeanHotel = Static<typeof LeanHotel>;

export const leanHotel = (hotel: HotelReservation): LeanHotel => ({
  ...picked(hotel, LEAN_HOTEL),
  amenities: hotel.amenities.slice(0, MAX_AMENITIES),
  priceText: usd(hotel.price),
});

const LEAN_CAR = [
  ...(["id", "companyCode", "companyName", "pickupLocationCode", "pickupLocationName"] as const),
  ...(["dropoffLocationCode", "dropoffLocationName", "pickupDate", "dropoffDate", "vehicleClass"] as const),
  ...(["vehicleModel", "acrissCode", "dailyRate", "totalPrice", "rentalDays", "mileagePolicy"] as const),
  ...(["insuranceIncluded", "status"] as const),
] as const;

export const LeanCar = outline(extend(pick(CarRental, LEAN_CAR), { totalPriceText: amount }));
export type LeanCar = Static<typeof LeanCar>;

export const leanCar = (car: CarRental): LeanCar => ({
  ...picked(car, LEAN_CAR),
  totalPriceText: usd(car.totalPrice),
});

export const picked = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> => {
  const copy = {} as Pick<T, K>;
  for (const name of names) if (from[name] !== undefined) copy[name] = from[name];
  return copy;
};

/** Converts a list of offers once, so that the cached serialisation of the result can be reused. */
const viewed = <T extends object, V>(lean: (offer: T) => V) => {
  const memory = new WeakMap<readonly T[], readonly V[]>();
  return (offers: readonly T[]): readonly V[] => {
    if (!Object.isFrozen(offers)) return offers.map(lean);
    return remembered(memory, offers, () => Object.freeze(offers.map(lean)));
  };
};

export const leanFlights = viewed(leanFlight);
export const leanHotels = viewed(leanHotel);
export const leanCars = viewed(leanCar);

/** Offers with all fields. */
export const fullFlights = viewed((option: FlightOption) => ({ ...option, priceText: usd(option.price) }));
export const fullHotels = viewed((hotel: HotelReservation) => ({ ...hotel, priceText: usd(hotel.price) }));
export const fullCars = viewed((car: CarRental) => ({ ...car, totalPriceText: usd(car.totalPrice) }));
