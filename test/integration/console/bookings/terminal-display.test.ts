import { describe, expect, it } from "vitest";
import { partsInOrder } from "../../../../src/console/bookings/itinerary.ts";
import { terminalDisplay } from "../../../../src/console/bookings/terminal-display.ts";
import type { Booking } from "../../../../src/model/booking.ts";
import { ADA, openBookings } from "./booking-world.ts";

const FAMILY = [
  ADA,
  { type: "adult", firstName: "Änne-Marie", lastName: "O'Brien" },
  { type: "child", firstName: "Tim", lastName: "O'Brien" },
  { type: "infant", firstName: "Leo", lastName: "O'Brien" },
] as const;

const trip = async (passengers: readonly object[] = [ADA]) => {
  const world = await openBookings();
  const { travel, callerOf } = world;
  const { pnr } = await world.book(["F-ZZ101-20270310-JFKLHR-Y", "F-ZZ305-20270317-LHRJFK-J"], { passengers });
  const caller = callerOf("default");
  const hotels = (
    await travel.searchHotels(
      {
        cityCode: "LON",
        checkInDate: "2027-03-10",
        checkOutDate: "2027-03-17",
        guests: 1,
        sortBy: "price",
        maxResults: 50,
      },
      caller,
    )
  ).hotels;
  const cars = (
    await travel.searchCars(
      {
        ...{ pickupLocationCode: "LHR", pickupDate: "2027-03-12T10:00:00Z", dropoffDate: "2027-03-14T10:00:00Z" },
        ...{ driverAge: 40, sortBy: "price", maxResults: 5 },
      },
      caller,
    )
  ).cars;
  const hotel = hotels.find(({ status }) => status === "available") ?? expect.fail("no room");
  const car = cars[0] ?? expect.fail("no car");
  await travel.bookHotel({ hotelId: hotel.id, existingPnr: pnr, guests: [ADA] }, caller);
  const { booking } = await travel.bookCar({ carId: car.id, existingPnr: pnr }, caller);
  const show = (changed: Partial<Booking> = {}): readonly string[] => {
    const shown = { ...booking, ...changed };
    return terminalDisplay(shown, partsInOrder(shown, world.places)).split("\n");
  };
  return { booking, show, hotel, car };
};

describe("a booking on a terminal", () => {
  it("has names, ordered segments with codes, prices and contacts, each line marked as a test", async () => {
    const { booking, show, hotel, car } = await trip(FAMILY);
    const lines = show();
    expect(lines[0]).toBe("*** TEST PNR *** TAXIWAY SANDBOX *** NOT VALID FOR TRAVEL ***");
    expect(lines[1]).toMatch(new RegExp(`^RP/TAXIWAY/TEST +${booking.pnr} +01DEC26/0900Z$`));
    expect(lines.slice(2, 4)).toEqual([
      " 1.1LOVELACE/ADA                         2.1OBRIEN/ANNE-MARIE",
      " 3.1OBRIEN/TIM*CHD                       4.I/1OBRIEN/LEO*INF",
    ]);
    const segments = lines.filter((line) => /^ \d {2}/.test(line));
    expect(segments.map((line) => line.slice(4, 38).trimEnd())).toEqual([
      "ZZ  101 Y 10MAR 3 JFKLHR HK3  0815",
      `HHL ${hotel.chainCode} HK1 LON IN 10MAR OUT 17MAR`,
      `CAR ${car.companyCode} HK1 LHR 12MAR/1000-14MAR/10`,
      "ZZ  305 J 17MAR 3 LHRJFK HK3  1905",
    ]);
    expect(segments.map((line) => line.indexOf("TEST"))).toEqual([71, 71, 71, 71]);
    const total = (booking.totalPrice / 100).toFixed(2);
    expect(lines).toContain(`FA TOTAL  USD ${total.padStart(12)}`);
    expect(lines).toContain("APE ADA@EXAMPLE.COM");
  });

  it.each<[what: string, changed: (booking: Booking) => Partial<Booking>]>([
    [
      "names that are not names",
      ({ passengers: [one] }) => ({
        passengers: [
          {
            ...one,
            id: "P1",
            type: "adult",
            firstName: "\u001b[2J\u0007\r\n2.1BOSS/REAL",
            lastName: "<script>alert(1)</script>",
          },
          { ...one, id: "P2", type: "adult", firstName: "\u202egnitset\u2066", lastName: "李小龍".repeat(200) },
          { ...one, id: "P3", type: "infant", firstName: "x".repeat(10_000), lastName: "/".repeat(500) },
        ],
      }),
    ],
    [
      "requests of any length",
      () => ({
        specialRequests: [
          "w".repeat(10_000),
          "two\nlines\u2028and\u0000more ".repeat(50),
          "مرحبا ".repeat(100),
          "",
          "👩‍👩‍👧‍👦",
        ],
      }),
    ],
    [
      "hotels, cars and flights with unusual text",
      ({ flights, hotels, cars }) => ({
        flights: flights.map((flight) => ({ ...flight, fareBasis: "Ω".repeat(300), bookingClass: "\u0000" })),
        hotels: hotels.map((hotel) => ({
          ...hotel,
          hotelName: "İ".repeat(500),
          rateCode: "\n".repeat(5),
          chainCode: "",
        })),
        cars: cars.map((car) => ({
          ...car,
          companyName: "Ⅷ\t\u009b31m",
          vehicleModel: "y".repeat(400),
          acrissCode: "🚗🚗",
        })),
      }),
    ],
    [
      "contacts and reasons with unusual text",
      () => ({
        ...{ contactEmail: `${"a".repeat(300)}@example.com`, contactPhone: "\u001b]0;owned\u0007" },
        ...{ status: "cancelled" as const, cancelledAt: 0, cancellationReason: "\u001b[31m".repeat(300) },
      }),
    ],
  ])("stays within 80 columns of plain ASCII and keeps its marks with %s", async (_what, changed) => {
    const { booking, show } = await trip();
    const usual = show().length;
    const lines = show(changed(booking));
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{0,80}$/);
    expect(lines[0]).toContain("TEST PNR");
    expect(lines.at(-1)).toContain("TEST PNR");
    expect(lines.filter((line) => /^ \d {2}.* TEST$/.test(line))).toHaveLength(4);
    expect(lines.length).toBeLessThan(usual + 30);
    expect(lines.join("\n")).not.toContain("<SCRIPT>ALERT");
  });
});
