import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CarRental, HotelReservation } from "../../../src/model/booking.ts";
import { addDays } from "../../../src/model/calendar.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";
import { cases } from "../../fixtures/cases.ts";
import { type Caller, composeInProcess } from "../../fixtures/in-process.ts";
import { carProblems, hotelProblems } from "../../fixtures/model-rules.ts";
import { type CheckResult, createResultCheck } from "../../fixtures/result-checks.ts";
import { worked } from "../../fixtures/taxiway.ts";
import { daysAhead, placeCode, SEED } from "./arbitraries.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let caller: Caller;
let check: CheckResult;

beforeAll(async () => {
  const { taxiway, caller: newCaller } = await composeInProcess();
  caller = newCaller();
  check = createResultCheck((await caller.ask("tools/list")).result.tools);
  return () => taxiway.close();
});

const say = async (tool: string, input: object) => worked(check(tool, await caller.call(tool, input)));
const search = (tool: string, input: object) => say(tool, { detail: "full", ...input });

describe("any hotel search", () => {
  it("returns only offers that follow the rules of the model and of the search", async () => {
    await fc.assert(
      fc.asyncProperty(
        placeCode,
        daysAhead(2, 300),
        fc.integer({ min: 1, max: 28 }),
        fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
        fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 1 }),
        fc.constantFrom(3, 100, undefined),
        async (cityCode, checkInDate, nights, guests, starRating, maxResults) => {
          const checkOutDate = addDays(checkInDate, nights);
          const input = { cityCode, checkInDate, checkOutDate, guests, starRating, maxResults };
          const found = await search("searchHotels", input);
          const hotels = found.hotels as HotelReservation[];
          expect(hotels.flatMap(hotelProblems)).toEqual([]);
          expect(found.resultCount).toBe(hotels.length);
          expect(hotels.length).toBeLessThanOrEqual(maxResults ?? 10);
          expect(new Set(hotels.map(({ id }) => id)).size).toBe(hotels.length);
          if (starRating === undefined) expect(hotels.length).toBeGreaterThanOrEqual(3);
          expect(hotels.length === 0).toBe(found.reason !== undefined);
          for (const hotel of hotels) {
            expect(hotel).toMatchObject({ checkInDate, checkOutDate, nights, guestCount: guests ?? 1 });
            expect(hotel.starRating).toBeGreaterThanOrEqual(starRating ?? 1);
            expect(loadPlaces().sameCity(hotel.cityCode, cityCode) || hotel.cityCode === cityCode).toBe(true);
          }
        },
      ),
      { numRuns: cases(175), seed: SEED },
    );
  });

  it("returns offers that are booked at the shown price", async () => {
    await fc.assert(
      fc.asyncProperty(
        placeCode,
        daysAhead(2, 300),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 4 }),
        async (cityCode, checkInDate, nights, guests) => {
          const { hotels } = await search("searchHotels", {
            cityCode,
            checkInDate,
            checkOutDate: addDays(checkInDate, nights),
            guests,
          });
          for (const hotel of hotels.slice(0, 3) as (HotelReservation & { priceText: string })[]) {
            if (hotel.status !== "available") continue;
            const guest = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
            const booked = await say("bookHotel", {
              hotelId: hotel.id,
              guests: [guest],
              expectedTotal: hotel.price,
            });
            const { hotels: kept } = await say("retrieveBooking", { pnr: booked.pnr, detail: "full" });
            const { priceText: _, ...offer } = hotel;
            expect(kept).toEqual([{ ...offer, status: "confirmed" }]);
          }
        },
      ),
      { numRuns: cases(40), seed: SEED },
    );
  });
});

const instant = fc.record({
  date: daysAhead(2, 290),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
});
const two = (n: number): string => String(n).padStart(2, "0");

describe("any car search", () => {
  it("returns only offers that follow the rules of the model and of the search", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        placeCode,
        fc.option(placeCode, { nil: undefined, freq: 1 }),
        instant,
        fc.integer({ min: 1, max: 30 * 1440 }),
        fc.integer({ min: 21, max: 99 }),
        fc.constantFrom("Z", "-08:00", "+05:30", "+14:00"),
        async (pickupLocationCode, dropoffLocationCode, { date, hour, minute }, length, driverAge, offset) => {
          const pickupDate = `${date}T${two(hour)}:${two(minute)}:00${offset}`;
          const dropoffDate = new Date(Date.parse(pickupDate) + length * 60_000).toISOString();
          const input = { pickupLocationCode, dropoffLocationCode, pickupDate, dropoffDate, driverAge };
          const { cars, reason, resultCount } = (await search("searchCars", input)) as {
            cars: CarRental[];
            reason?: string;
            resultCount: number;
          };
          found += cars.length;
          expect(cars.flatMap(carProblems)).toEqual([]);
          expect(resultCount).toBe(cars.length);
          expect(cars.length === 0).toBe(reason !== undefined);
          for (const car of cars) {
            expect(Date.parse(car.pickupDate)).toBe(Date.parse(pickupDate));
            expect(Date.parse(car.dropoffDate)).toBe(Date.parse(dropoffDate));
            expect(
              loadPlaces().sameCity(car.pickupLocationCode, pickupLocationCode) ||
                car.pickupLocationCode === pickupLocationCode,
            ).toBe(true);
            expect(car.driverAge).toBe(driverAge);
          }
        },
      ),
      { numRuns: cases(175), seed: SEED },
    );
    expect(found).toBeGreaterThan(cases(1_100));
  });

  it("returns offers that are booked at the shown price", async () => {
    await fc.assert(
      fc.asyncProperty(
        placeCode,
        instant,
        fc.integer({ min: 60, max: 14 * 1440 }),
        async (pickupLocationCode, { date, hour }, length) => {
          const pickupDate = `${date}T${two(hour)}:00:00Z`;
          const dropoffDate = new Date(Date.parse(pickupDate) + length * 60_000).toISOString();
          const { cars } = await search("searchCars", { pickupLocationCode, pickupDate, dropoffDate });
          for (const car of cars.slice(0, 3) as (CarRental & { totalPriceText: string })[]) {
            const driver = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
            const booked = await say("bookCar", { carId: car.id, driver, expectedTotal: car.totalPrice });
            const { cars: kept } = await say("retrieveBooking", { pnr: booked.pnr, detail: "full" });
            const { totalPriceText: _, ...offer } = car;
            expect(kept).toEqual([{ ...offer, status: "confirmed" }]);
          }
        },
      ),
      { numRuns: cases(40), seed: SEED },
    );
  });
});
