import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CarRental, HotelReservation } from "../../../src/model/booking.ts";
import { addDays } from "../../../src/model/calendar.ts";
import type { FlightOption } from "../../../src/model/flight.ts";
import { cases } from "../../fixtures/cases.ts";
import { type Caller, composeInProcess, type InProcess } from "../../fixtures/in-process.ts";
import { bookingProblems } from "../../fixtures/model-rules.ts";
import { type CheckResult, createResultCheck } from "../../fixtures/result-checks.ts";
import { worked } from "../../fixtures/taxiway.ts";
import { cabin, daysAhead, route, SEED, smallParty, travellers } from "./arbitraries.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let composed: InProcess;
let check: CheckResult;

beforeAll(async () => {
  composed = await composeInProcess();
  check = createResultCheck((await composed.caller().ask("tools/list")).result.tools);
  return () => composed.taxiway.close();
});

const say = async (caller: Caller, tool: string, input: object) => worked(check(tool, await caller.call(tool, input)));

const whole = (caller: Caller, pnr: string) => say(caller, "retrieveBooking", { pnr, detail: "full" });

const contact = fc.constantFrom<object>(
  { contactEmail: "ada@example.com" },
  { contactPhone: "+1 (415) 555-0123" },
  { contactEmail: "ada@example.com", contactPhone: "+14155550123" },
);

const trip = fc
  .record({
    places: route,
    out: daysAhead(2, 250),
    nights: fc.integer({ min: 2, max: 21 }),
    party: smallParty,
    cabin,
    contact,
  })
  .chain((plan) => travellers(plan.party).map((passengers) => ({ ...plan, passengers })));

const bookable = (options: readonly FlightOption[]): FlightOption | undefined =>
  options.find(({ status }) => status === "available");

describe("any round trip that a search offers", () => {
  it("can be booked at the shown price, with hotel and car, and cancelled", async () => {
    let [flown, housed, driven] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(trip, async ({ places, out, nights, party, cabin, contact, passengers }) => {
        const caller = composed.caller();
        const search = { ...places, departureDate: out, returnDate: addDays(out, nights), passengers: party, cabin };
        const found = await say(caller, "searchFlights", search);
        const [there, back] = [bookable(found.flights), bookable(found.returnFlights)];
        if (!there || !back || Date.parse(back.departureTime) - Date.parse(there.arrivalTime) < 86_400_000) return;

        const flightIds = [...there.flightIds, ...back.flightIds];
        const expectedTotal = there.price + back.price;
        let booking = await say(caller, "bookFlight", { flightIds, passengers, ...contact, expectedTotal });
        flown++;
        expect(bookingProblems(await whole(caller, booking.pnr))).toEqual([]);
        expect(booking).toMatchObject({ totalPrice: expectedTotal, status: "confirmed", sessionId: caller.sessionId });
        expect(booking.flights.map(({ id }: { id: string }) => id)).toEqual(flightIds);
        const { pnr } = booking;

        const stay = { checkInDate: there.arrivalTime.slice(0, 10), checkOutDate: back.departureTime.slice(0, 10) };
        const { hotels } = await say(caller, "searchHotels", { cityCode: there.destinationCode, ...stay });
        const hotel = (hotels as HotelReservation[]).find(({ status }) => status === "available");
        if (hotel) {
          const { firstName, lastName } = passengers[0] as { firstName: string; lastName: string };
          const guests = [{ firstName, lastName }];
          const request = { hotelId: hotel.id, guests, existingPnr: pnr, expectedTotal: hotel.price };
          booking = await say(caller, "bookHotel", request);
          housed++;
          expect(bookingProblems(await whole(caller, pnr))).toEqual([]);
        }
        const rental = { pickupDate: there.arrivalTime, dropoffDate: back.departureTime };
        const { cars } = await say(caller, "searchCars", { pickupLocationCode: there.destinationCode, ...rental });
        const [car] = cars as CarRental[];
        if (car) {
          booking = await say(caller, "bookCar", { carId: car.id, existingPnr: pnr, expectedTotal: car.totalPrice });
          driven++;
          expect(bookingProblems(await whole(caller, pnr))).toEqual([]);
        }
        expect(booking.totalPrice).toBe(expectedTotal + (hotel?.price ?? 0) + (car?.totalPrice ?? 0));

        const again = await say(caller, "searchFlights", search);
        const seated = passengers.filter(({ type }) => type !== "infant").length;
        const same = (again.flights as FlightOption[]).find(
          ({ flightIds: ids }) => ids.join() === there.flightIds.join(),
        );
        if (there.seatsAvailable < 9) {
          const left = there.seatsAvailable - seated;
          if (left === 0) expect(same).toMatchObject({ seatsAvailable: 0, status: "sold_out" });
          else expect(same?.seatsAvailable ?? left).toBe(left);
        }

        const cancelled = await say(caller, "cancelBooking", { pnr });
        expect(bookingProblems(await whole(caller, pnr))).toEqual([]);
        expect(cancelled.totalPrice).toBe(booking.totalPrice);
        expect((await say(caller, "searchFlights", search)).flights).toEqual(found.flights);
        expect((await say(caller, "listBookings", {})).bookings).toHaveLength(1);
      }),
      { numRuns: cases(75), seed: SEED },
    );
    expect(flown).toBeGreaterThan(cases(35));
    expect(Math.min(housed, driven)).toBeGreaterThan(cases(25));
  });
});

describe("the seats of a flight", () => {
  it("are sold once each for any parties, and freed by cancellations", async () => {
    const parties = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 12 });
    let soldOut = 0;
    await fc.assert(
      fc.asyncProperty(
        daysAhead(5, 200),
        parties,
        fc.infiniteStream(fc.boolean()),
        async (departureDate, sizes, coins) => {
          const caller = composed.caller();
          const search = { origin: "LHR", destination: "AMS", departureDate, maxConnections: 0, maxResults: 100 };
          const offered = (await say(caller, "searchFlights", search)).flights as FlightOption[];
          const flight = offered.find(({ seatsAvailable }) => seatsAvailable > 0 && seatsAvailable < 9);
          if (!flight) return;
          let left = flight.seatsAvailable;
          const held: { pnr: string; seats: number }[] = [];
          for (const seats of sizes) {
            const passengers = Array.from({ length: seats }, (_, i) => ({
              type: "adult",
              firstName: `Ada ${"ABCD"[i]}`,
              lastName: "Lovelace",
            }));
            const request = { flightIds: flight.flightIds, passengers, contactEmail: "ada@example.com" };
            const result = check("bookFlight", await caller.call("bookFlight", request));
            expect(result.isError ?? false).toBe(seats > left);
            if (result.isError) {
              soldOut++;
              expect(result._meta["taxiway/error"]).toMatchObject({ code: -32002, data: { seatsLeft: left } });
            } else {
              held.push({ pnr: worked(result).pnr, seats });
              left -= seats;
            }
            const [back] = coins.next().value ? held.splice(0, 1) : [];
            if (back) {
              await say(caller, "cancelBooking", { pnr: back.pnr });
              left += back.seats;
            }
            const now = ((await say(caller, "searchFlights", search)).flights as FlightOption[]).find(
              ({ id }) => id === flight.id,
            );
            expect(now?.seatsAvailable).toBe(left);
          }
        },
      ),
      { numRuns: cases(40), seed: SEED },
    );
    expect(soldOut).toBeGreaterThan(cases(7));
  });
});
