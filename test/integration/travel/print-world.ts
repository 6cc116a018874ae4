import { frozenClock } from "../../../src/model/clock.ts";
import { createCars } from "../../../src/travel/world/cars/cars.ts";
import { createFlights } from "../../../src/travel/world/flights/flights.ts";
import { createHotels } from "../../../src/travel/world/hotels/hotels.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";

// Run as a program by time-zones.test.ts: prints some answers of the world.
const places = loadPlaces();
const world = { seed: "fixed", clock: { ...frozenClock(0), configured: false }, places };
const [flights, cars, hotels] = [createFlights(world), createCars(world), createHotels(world)];

const foundFlights = ["JFK LHR", "SYD SCL", "ADL HBA", "BET NRT", "APW LAX"].map((pair) => {
  const [from = "", to = ""] = pair.split(" ");
  return flights.searchFlights({
    origin: places.require(from, "origin"),
    destination: places.require(to, "destination"),
    date: "2027-03-14",
    cabin: "economy",
    party: { adults: 1, children: 0, infants: 0 },
    maxConnections: 2,
    sortBy: "price",
    maxResults: 20,
  }).offers;
});

const foundCars = ["LAX", "NAN", "FRA"].map((code) => {
  const place = places.require(code, "pickupLocationCode");
  const [airport] = place.airports;
  if (airport === undefined) throw new Error(`${code} has no airport`);
  return cars.searchCars({
    pickup: place,
    dropoff: place,
    pickupAt: places.instant(airport, "2026-12-15T10:00"),
    dropoffAt: places.instant(airport, "2026-12-18T10:00"),
    driverAge: 30,
    sortBy: "price",
    maxResults: 500,
  }).offers;
});

const foundHotels = ["LON", "AKL", "HNL", "TYO"].map(
  (code) =>
    hotels.searchHotels({
      city: places.require(code, "cityCode"),
      checkIn: "2026-12-15",
      checkOut: "2026-12-18",
      guests: 2,
      minStars: 1,
      sortBy: "price",
      maxResults: 100,
    }).offers,
);

process.stdout.write(JSON.stringify({ flights: foundFlights, cars: foundCars, hotels: foundHotels }));
