import { describe, expect, it } from "vitest";
import { bookingIn, bookingsIn } from "./booking-cards.tsx";
import { imageAddress, isSameJson } from "./content-blocks.tsx";
import { carsIn, hotelsIn } from "./offer-cards.tsx";
import { recordsIn } from "./records-view.tsx";

const BOOKING = {
  pnr: "TEST-V7BQNZ",
  status: "confirmed",
  totalPrice: 58_313,
  currency: "USD",
  warnings: ["Only a test."],
  passengers: [{ firstName: "Ada", lastName: "Lovelace" }],
  flights: [{ flightNumber: "BA179", departureTime: "2026-12-21T13:05:00+00:00", segmentStatus: "XX" }],
  hotels: [{ hotelName: "Grand", checkInDate: "2026-12-20" }],
  cars: [],
};

describe("the view of a result", () => {
  it("is a booking, in travel order, even if it lists hotels and cars", () => {
    const found = bookingIn(BOOKING);
    expect(found).toMatchObject({ pnr: "TEST-V7BQNZ", people: ["Ada Lovelace"], notes: ["Only a test."] });
    expect(found?.lines.map(({ icon, cancelled }) => [icon, cancelled])).toEqual([
      ["bed", false],
      ["plane", true],
    ]);
    expect(hotelsIn(BOOKING) ?? carsIn(BOOKING)).toBeUndefined();
  });

  it("is a list of hotels or cars, with prices", () => {
    const hotels = hotelsIn({
      hotels: [{ id: "H", hotelName: "Grand", starRating: 99, price: 400, status: "sold_out" }],
    });
    expect(hotels?.offers[0]).toMatchObject({ stars: 5, price: { amount: 400, currency: "USD" }, soldOut: true });
    expect(carsIn({ cars: [{ id: "C", totalPrice: 300 }] })?.offers[0]?.price.amount).toBe(300);
  });

  it("is a list of bookings", () => {
    expect(bookingsIn({ bookings: [{ pnr: "TEST-1", itinerary: ["BA179"] }] })).toHaveLength(1);
  });

  it.each([undefined, null, 1, [], { pnr: "x" }, { bookings: 3 }, { hotels: {} }])(
    "is none of them for %j",
    (result) => {
      expect(bookingIn(result) ?? bookingsIn(result) ?? hotelsIn(result) ?? carsIn(result)).toBeUndefined();
    },
  );
});

describe("content blocks", () => {
  it("are shown as images only for base64 data of safe types", () => {
    expect(imageAddress({ mimeType: "image/png", data: "iVBORw0=" })).toBe("data:image/png;base64,iVBORw0=");
    expect(imageAddress({ mimeType: "image/svg+xml", data: "iVBORw0=" })).toBeUndefined();
    expect(imageAddress({ mimeType: "image/png", data: '"><script>' })).toBeUndefined();
  });

  it("are not repeated if the text equals the structured result", () => {
    expect(isSameJson({ type: "text", text: '{ "a": 1 }' }, { a: 1 })).toBe(true);
    expect(isSameJson({ type: "text", text: "words" }, { a: 1 })).toBe(false);
  });
});

describe("recordsIn", () => {
  it("returns facts, and lists of titled records", () => {
    const found = recordsIn({
      hotelId: "9100",
      nights: 4,
      nothing: null,
      none: [],
      rooms: [{ name: "Double", price: 120, boards: ["half", "full"], size: { m2: 20 } }],
    });
    expect(found).toEqual({
      facts: [
        { name: "hotelId", text: "9100" },
        { name: "nights", text: "4" },
      ],
      lists: [
        {
          name: "rooms",
          more: 0,
          entries: [
            {
              title: "Double",
              rest: { size: { m2: 20 } },
              facts: [
                { name: "price", text: "120" },
                { name: "boards", text: "half, full" },
              ],
            },
          ],
        },
      ],
      rest: {},
    });
  });

  it("truncates large results and says so", () => {
    const found = recordsIn({ things: Array.from({ length: 60 }, () => ({ text: "x".repeat(5_000) })) });
    expect(found?.lists[0]?.entries).toHaveLength(50);
    expect(found?.lists[0]?.more).toBe(10);
    expect(found?.lists[0]?.entries[0]?.facts[0]?.text.length).toBe(2_001);
  });

  it.each([undefined, null, 3, [], {}, { a: { b: {} } }, { a: [[1]] }])("returns undefined for %j", (value) => {
    expect(recordsIn(value)).toBeUndefined();
  });

  it("cannot pollute the prototype", () => {
    const found = recordsIn(JSON.parse('{"__proto__":{"polluted":true},"a":1}'));
    expect(found?.facts).toEqual([{ name: "a", text: "1" }]);
    expect("polluted" in (found?.rest ?? {})).toBe(false);
  });
});
