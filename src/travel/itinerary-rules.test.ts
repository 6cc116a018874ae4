import { describe, expect, it } from "vitest";
import type { BookedFlight, CarRental, HotelReservation } from "../model/booking.ts";
import { Failure } from "../model/failure.ts";
import {
  carService,
  carTimingWarnings,
  checkAgainstFlights,
  checkChain,
  checkFlightCount,
  hotelService,
} from "./itinerary-rules.ts";
import type { QuotedFlight } from "./supplier.ts";
import { loadPlaces } from "./world/places.ts";

const places = loadPlaces();

const flight = (originCode: string, departureTime: string, destinationCode: string, arrivalTime: string) =>
  ({ id: "F", flightNumber: "AA1", originCode, departureTime, destinationCode, arrivalTime }) as BookedFlight;
const quoted = (segment: BookedFlight): QuotedFlight => ({
  segment,
  stock: { key: segment.id, seats: 9 },
  minimumConnection: 60,
});
const hotel = (cityCode: string, checkInDate: string, checkOutDate: string) =>
  ({ cityCode, cityName: cityCode, checkInDate, checkOutDate }) as HotelReservation;
const car = (pickupLocationCode: string, pickupDate: string, dropoffDate: string) =>
  ({ pickupLocationCode, pickupLocationName: pickupLocationCode, pickupDate, dropoffDate }) as CarRental;

const out = flight("JFK", "2027-03-01T18:00:00-05:00", "LHR", "2027-03-02T06:00:00+00:00");
const back = flight("LGW", "2027-03-08T10:00:00+00:00", "EWR", "2027-03-08T13:00:00-05:00");

const fieldOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return [error.kind, error.details.field];
    throw error;
  }
  return "fits";
};

describe("a chain of flights", () => {
  const chain = (...flights: BookedFlight[]) => fieldOf(() => checkChain(flights.map(quoted), places));

  it("is refused with more than sixteen flights, before any is quoted", () => {
    expect(fieldOf(() => checkFlightCount(Array(16).fill("F")))).toBe("fits");
    expect(fieldOf(() => checkFlightCount(Array(17).fill("F")))).toEqual(["rule", "flightIds"]);
  });

  it("continues from the city where the last flight arrives, from any of its airports", () => {
    expect(chain(out, back)).toBe("fits");
    expect(chain(out, flight("CDG", "2027-03-08T10:00:00+01:00", "JFK", "2027-03-08T13:00:00-05:00"))).toEqual([
      "rule",
      "flightIds[1]",
    ]);
  });

  it("has enough time to change planes, and more to change airports", () => {
    const first = flight("DFW", "2027-03-01T08:00:00-06:00", "JFK", "2027-03-01T12:00:00-05:00");
    const next = (origin: string, time: string) =>
      flight(origin, `2027-03-01T${time}:00-05:00`, "BOS", "2027-03-01T20:00:00-05:00");
    expect(chain(first, next("JFK", "13:00"))).toBe("fits");
    expect(chain(first, next("JFK", "12:55"))).toEqual(["rule", "flightIds[1]"]);
    expect(chain(first, next("LGA", "13:00"))).toEqual(["rule", "flightIds[1]"]);
    expect(chain(first, next("LGA", "14:30"))).toBe("fits");
    expect(chain(first, next("JFK", "11:00"))).toEqual(["rule", "flightIds[1]"]);
  });
});

describe("a hotel on a booking with flights", () => {
  const check = (stay: HotelReservation, flights = [out, back]) =>
    fieldOf(() => checkAgainstFlights(hotelService(stay), flights, places));

  it("must not begin before the day of arrival", () => {
    expect(check(hotel("LON", "2027-03-02", "2027-03-08"))).toBe("fits");
    expect(check(hotel("LON", "2027-03-01", "2027-03-08"))).toEqual(["rule", "hotelId"]);
  });

  it("must not end after the day of the flight home", () => {
    expect(check(hotel("LON", "2027-03-02", "2027-03-09"))).toEqual(["rule", "hotelId"]);
    expect(check(hotel("LON", "2027-03-02", "2027-03-09"), [out])).toBe("fits");
  });

  it("causes a warning in another city, and must be within the dates of the trip", () => {
    const warnings = checkAgainstFlights(hotelService(hotel("PAR", "2027-03-03", "2027-03-05")), [out, back], places);
    expect(warnings).toEqual([expect.stringContaining("PAR")]);
    expect(check(hotel("PAR", "2027-03-03", "2027-03-10"))).toEqual(["rule", "hotelId"]);
    expect(check(hotel("PAR", "2027-02-27", "2027-03-05"))).toEqual(["rule", "hotelId"]);
  });

  it("is allowed at home after the trip", () => {
    expect(check(hotel("NYC", "2027-03-08", "2027-03-10"))).toBe("fits");
  });

  it("can be anywhere if there are no flights", () => {
    expect(check(hotel("PAR", "2027-01-01", "2027-01-05"), [])).toBe("fits");
  });
});

describe("a car on a booking with flights", () => {
  it("must not be picked up before the day of arrival or returned after the flight home", () => {
    const check = (rental: CarRental) => fieldOf(() => checkAgainstFlights(carService(rental), [out, back], places));
    expect(check(car("LHR", "2027-03-02T08:00:00+00:00", "2027-03-08T08:00:00+00:00"))).toBe("fits");
    expect(check(car("LHR", "2027-03-01T08:00:00+00:00", "2027-03-08T08:00:00+00:00"))).toEqual(["rule", "carId"]);
    expect(check(car("LHR", "2027-03-02T08:00:00+00:00", "2027-03-09T08:00:00+00:00"))).toEqual(["rule", "carId"]);
  });

  it("is allowed on a day trip", () => {
    const there = flight("JFK", "2027-03-01T07:00:00-05:00", "BOS", "2027-03-01T08:15:00-05:00");
    const home = flight("BOS", "2027-03-01T19:00:00-05:00", "JFK", "2027-03-01T20:15:00-05:00");
    const rental = car("BOS", "2027-03-01T09:00:00-05:00", "2027-03-01T18:00:00-05:00");
    expect(checkAgainstFlights(carService(rental), [there, home], places)).toEqual([]);
    expect(carTimingWarnings(rental, [there, home], places)).toEqual([]);
  });

  it("causes a warning if its times do not match the flights", () => {
    const early = car("LHR", "2027-03-02T05:00:00+00:00", "2027-03-08T11:00:00+00:00");
    expect(carTimingWarnings(early, [out, back], places)).toHaveLength(2);
    const late = car("LHR", "2027-03-03T09:00:00+00:00", "2027-03-06T11:00:00+00:00");
    expect(carTimingWarnings(late, [out, back], places)).toHaveLength(2);
  });
});
