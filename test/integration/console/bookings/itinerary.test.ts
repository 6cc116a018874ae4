import { describe, expect, it } from "vitest";
import type { ItineraryLeg } from "../../../../src/console/contract.ts";
import { ADA, openBookings } from "./booking-world.ts";

/** `AKL 2027-03-20T08:15 Pacific/Auckland = 2027-03-19T19:15:00.000Z` */
const point = ({ place, local, time_zone, at }: ItineraryLeg["from"]): string =>
  `${place} ${local} ${time_zone} = ${at}`;

const stay = async (
  { travel, callerOf }: Awaited<ReturnType<typeof openBookings>>,
  pnr: string,
  [cityCode, checkInDate, checkOutDate]: readonly [string, string, string],
) => {
  const search = { cityCode, checkInDate, checkOutDate, guests: 1, sortBy: "price", maxResults: 50 } as const;
  const hotel = (await travel.searchHotels(search, callerOf("default"))).hotels.find(
    ({ status }) => status === "available",
  );
  if (!hotel) throw new Error("every hotel is full; choose other days");
  await travel.bookHotel({ hotelId: hotel.id, existingPnr: pnr, guests: [ADA] }, callerOf("default"));
  return hotel;
};

describe("the itinerary of a booking", () => {
  it("shows local times around the world, across the date line in both directions", async () => {
    const { ask, book } = await openBookings();
    const { pnr } = await book([
      ...["F-ZZ101-20270320-AKLHNL-Y", "F-ZZ203-20270322-HNLJFK-Y"],
      ...["F-ZZ305-20270327-JFKFRA-Y", "F-ZZ305-20270405-FRAAKL-Y"],
    ]);
    const { legs, display } = (await ask("GET", `/bookings/${pnr}`)).body;
    expect(legs.map(({ from, to }: ItineraryLeg) => [point(from), point(to)])).toEqual([
      [
        "AKL 2027-03-20T08:15 Pacific/Auckland = 2027-03-19T19:15:00.000Z",
        "HNL 2027-03-19T18:15 Pacific/Honolulu = 2027-03-20T04:15:00.000Z",
      ],
      [
        "HNL 2027-03-22T13:40 Pacific/Honolulu = 2027-03-22T23:40:00.000Z",
        "JFK 2027-03-23T05:45 America/New_York = 2027-03-23T09:45:00.000Z",
      ],
      // Clocks in Germany go forward that night: it lands in summer time.
      [
        "JFK 2027-03-27T19:05 America/New_York = 2027-03-27T23:05:00.000Z",
        "FRA 2027-03-28T09:00 Europe/Berlin = 2027-03-28T07:00:00.000Z",
      ],
      [
        "FRA 2027-04-05T19:05 Europe/Berlin = 2027-04-05T17:05:00.000Z",
        "AKL 2027-04-07T03:15 Pacific/Auckland = 2027-04-06T15:15:00.000Z",
      ],
    ]);
    const arrives = ({ facts }: ItineraryLeg) => facts.find(({ label }) => label === "Arrives")?.value;
    expect(legs.map(arrives)).toEqual([
      ...["1 day earlier (local date)", "1 day later (local date)"],
      ...["1 day later (local date)", "2 days later (local date)"],
    ]);
    expect(display).toMatch(/ZZ {2}101 Y 20MAR 6 AKLHNL HK1 {2}0815 1815-1/);
    expect(display).toMatch(/ZZ {2}305 Y 05APR 1 FRAAKL HK1 {2}1905 0315\+2/);
    expect(legs[0].from).toMatchObject({ latitude: expect.closeTo(-37, 0), longitude: expect.closeTo(174.8, 0) });
  });

  it("has a night that is an hour shorter when clocks go forward", async () => {
    const world = await openBookings();
    const { pnr } = await world.book(["F-ZZ101-20270312-LHRJFK-Y", "F-ZZ305-20270315-JFKLHR-Y"]);
    await stay(world, pnr, ["NYC", "2027-03-13", "2027-03-15"]);
    const { legs } = (await world.ask("GET", `/bookings/${pnr}`)).body;
    expect(legs.map(({ kind }: ItineraryLeg) => kind)).toEqual(["flight", "hotel", "flight"]);
    const [, { from, to }] = legs;
    expect([from.local, from.at]).toEqual(["2027-03-13T15:00", "2027-03-13T20:00:00.000Z"]);
    expect([to.local, to.at]).toEqual(["2027-03-15T11:00", "2027-03-15T15:00:00.000Z"]);
    expect([from.time_zone, "latitude" in from]).toEqual(["America/New_York", false]);
  });

  it("lists a hotel after the flight that leads to it, even if it lands in the evening", async () => {
    const world = await openBookings();
    const { pnr } = await world.book(["F-ZZ305-20270310-LHRCDG-Y"]);
    const hotel = await stay(world, pnr, ["PAR", "2027-03-10", "2027-03-12"]);
    const { legs, display } = (await world.ask("GET", `/bookings/${pnr}`)).body;
    expect(legs.map(({ title }: ItineraryLeg) => title)).toEqual(["ZZ305 LHR–CDG", hotel.hotelName]);
    expect(display.indexOf("LHRCDG")).toBeLessThan(display.indexOf("HHL"));
  });
});
