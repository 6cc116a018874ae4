import type { BookedFlight, CarRental, HotelReservation } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import type { Places } from "../model/place.ts";
import { idInCabin } from "./flight-keys.ts";
import type { QuotedFlight, Supplier } from "./supplier.ts";

/** Minutes to change between airports of one city. */
const CHANGE_OF_AIRPORT = 150;

const minutesBetween = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / 60_000;

/** Enough for a trip around the world with a connection on every leg. */
const MAX_FLIGHTS = 16;

/** Must be called before `quoteFlights`: the list is untrusted, and each flight takes time to quote. */
export const checkFlightCount = (flightIds: readonly string[], field = "flightIds"): void => {
  if (flightIds.length <= MAX_FLIGHTS) return;
  throw ruleBroken(`${flightIds.length} flights are too many for one booking.`, {
    field,
    value: flightIds.length,
    allowed: `at most ${MAX_FLIGHTS} flights`,
    hint: "Split the trip over several bookings.",
  });
};

type Landing = Pick<FlightSegment, "destinationCode" | "arrivalTime">;
type Departing = Pick<FlightSegment, "originCode" | "departureTime">;

/** The minutes between two flights, and how many a traveller needs. */
export const connectionBetween = (last: Landing, next: Departing, minimumConnection: number) => ({
  available: minutesBetween(last.arrivalTime, next.departureTime),
  needed: last.destinationCode === next.originCode ? minimumConnection : Math.max(minimumConnection, CHANGE_OF_AIRPORT),
});

/** Minutes, for a flight that is not sold any more. */
const USUAL_CONNECTION = 60;
const ONE_ADULT = { adults: 1, children: 0, infants: 0 };

/** The minimum connecting time between two flights on a booking. */
export const minimumConnectionOf = (
  supplier: Pick<Supplier, "quoteFlights">,
  ...flights: readonly Pick<FlightSegment, "id" | "cabin">[]
): number => {
  const ids = flights.map(({ id, cabin }) => idInCabin(id, cabin));
  try {
    return (supplier.quoteFlights(ids, ONE_ADULT)[0] as QuotedFlight).minimumConnection;
  } catch (error) {
    if (error instanceof Failure) return USUAL_CONNECTION;
    throw error;
  }
};

/** Checks that each flight leaves from the city where the last one arrives, after the minimum connecting time. */
export const checkChain = (flights: readonly QuotedFlight[], places: Places): void => {
  for (let i = 1; i < flights.length; i++) {
    const { segment: last, minimumConnection } = flights[i - 1] as QuotedFlight;
    const { segment: next } = flights[i] as QuotedFlight;
    const field = `flightIds[${i}]`;
    if (!places.sameCity(last.destinationCode, next.originCode)) {
      throw ruleBroken(
        `Flight ${next.flightNumber} leaves from ${next.originCode}, but ${last.flightNumber} lands at ${last.destinationCode}.`,
        {
          field,
          value: next.id,
          allowed: `a flight from ${last.destinationCode}`,
          hint: "List the flights in travel order; add the missing one, or make two bookings.",
        },
      );
    }
    const { available, needed } = connectionBetween(last, next, minimumConnection);
    if (available >= needed) continue;
    throw ruleBroken(
      available < 0
        ? `Flight ${next.flightNumber} leaves at ${next.departureTime}, before ${last.flightNumber} lands at ${last.arrivalTime}.`
        : `${available} minutes are too short to change from ${last.flightNumber} to ${next.flightNumber}.`,
      {
        field,
        value: next.id,
        allowed: `at least ${needed} minutes after ${last.arrivalTime}`,
        hint: "List the flights in travel order, or choose a later one.",
      },
    );
  }
};

interface Stop {
  readonly airportCode: string;
  readonly arrival: string;
  /** Absent at the end of the trip. */
  readonly departure?: string;
}

/** The stops between flights. A connection counts as a stop, because it looks the same as a day trip. */
const stopsOf = (flights: readonly FlightSegment[]): Stop[] =>
  flights.map((flight, i) => {
    const next = flights[i + 1];
    return {
      airportCode: flight.destinationCode,
      arrival: flight.arrivalTime,
      ...(next && { departure: next.departureTime }),
    };
  });

/** A hotel stay or car rental, reduced to its place and dates. */
interface Service {
  readonly what: "hotel" | "car";
  readonly field: string;
  readonly locationCode: string;
  readonly locationName: string;
  readonly start: string;
  readonly end: string;
  readonly startName: string;
  readonly endName: string;
}

/** Throws if the service does not fit the flights; returns warnings if it only looks unusual. */
export const checkAgainstFlights = (service: Service, flights: readonly BookedFlight[], places: Places): string[] => {
  if (flights.length === 0) return [];
  const stops = stopsOf(flights);
  const here = stops.filter((stop) => places.sameCity(stop.airportCode, service.locationCode));
  const candidates = here.length > 0 ? here : [wholeTrip(stops, flights, places)];
  const fits = candidates.find((stop) => startsAfterArrival(service, stop) && endsBeforeDeparture(service, stop));
  if (!fits) throw misfit(service, candidates);
  return here.length > 0
    ? []
    : [
        `The ${service.what} is in ${service.locationName} (${service.locationCode}), but the flights land at ` +
          `${stops.map((stop) => stop.airportCode).join(", ")}.`,
      ];
};

const startsAfterArrival = (service: Service, stop: Stop): boolean => dateOf(service.start) >= dateOf(stop.arrival);
const endsBeforeDeparture = (service: Service, stop: Stop): boolean =>
  stop.departure === undefined || dateOf(service.end) <= dateOf(stop.departure);

/** From the first arrival to the flight home: the window for a service in a city without flights. */
const wholeTrip = (stops: readonly Stop[], flights: readonly BookedFlight[], places: Places): Stop => {
  const first = stops[0] as Stop;
  const last = flights.at(-1) as BookedFlight;
  const isReturn = stops.length > 1 && places.sameCity((flights[0] as BookedFlight).originCode, last.destinationCode);
  const homeward = stops.at(-2)?.departure;
  return {
    airportCode: first.airportCode,
    arrival: first.arrival,
    ...(isReturn && homeward !== undefined && { departure: homeward }),
  };
};

const misfit = (service: Service, candidates: readonly Stop[]) => {
  const tooEarly = candidates.every((stop) => !startsAfterArrival(service, stop));
  const windows = candidates.map((stop) =>
    stop.departure === undefined
      ? `from ${dateOf(stop.arrival)}`
      : `${dateOf(stop.arrival)} to ${dateOf(stop.departure)}`,
  );
  return ruleBroken(
    tooEarly
      ? `The ${service.what}'s ${service.startName} ${service.start} is before the flight arrives.`
      : `The ${service.what}'s ${service.endName} ${service.end} does not fit between the flights.`,
    {
      field: service.field,
      value: tooEarly ? service.start : service.end,
      allowed: windows.join(" or "),
      hint: `Search again for ${windows.join(" or ")}, or make a booking of its own without existingPnr.`,
    },
  );
};

export const hotelService = (hotel: HotelReservation): Service => ({
  what: "hotel",
  field: "hotelId",
  locationCode: hotel.cityCode,
  locationName: hotel.cityName,
  start: hotel.checkInDate,
  end: hotel.checkOutDate,
  startName: "check-in",
  endName: "check-out",
});

export const carService = (car: CarRental): Service => ({
  what: "car",
  field: "carId",
  locationCode: car.pickupLocationCode,
  locationName: car.pickupLocationName,
  start: car.pickupDate,
  end: car.dropoffDate,
  startName: "pick-up",
  endName: "drop-off",
});

/** Warns about a rental that does not match the arrival and the next departure. */
export const carTimingWarnings = (car: CarRental, flights: readonly BookedFlight[], places: Places): string[] => {
  const warnings: string[] = [];
  const stop = stopsOf(flights).find(
    (candidate) =>
      places.sameCity(candidate.airportCode, car.pickupLocationCode) && startsAfterArrival(carService(car), candidate),
  );
  if (!stop) return warnings;
  if (Date.parse(car.pickupDate) < Date.parse(stop.arrival)) {
    warnings.push(`The car is picked up at ${car.pickupDate}, before the flight lands at ${stop.arrival}.`);
  } else if (dateOf(car.pickupDate) !== dateOf(stop.arrival)) {
    warnings.push(`The car is picked up on ${dateOf(car.pickupDate)}; the flight lands on ${dateOf(stop.arrival)}.`);
  }
  if (stop.departure === undefined) return warnings;
  if (Date.parse(car.dropoffDate) > Date.parse(stop.departure)) {
    warnings.push(`The car is returned at ${car.dropoffDate}, after the flight leaves at ${stop.departure}.`);
  } else if (dateOf(car.dropoffDate) !== dateOf(stop.departure)) {
    warnings.push(`The car is returned on ${dateOf(car.dropoffDate)}; the flight leaves on ${dateOf(stop.departure)}.`);
  }
  return warnings;
};
