import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { cases, sample } from "../../../../test/fixtures/cases.ts";
import type { HotelReservation } from "../../../model/booking.ts";
import { addDays, daysBetween } from "../../../model/calendar.ts";
import { frozenClock, systemClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { HotelQuery } from "../../supplier.ts";
import { type GeneratedPlaces, loadPlaces } from "../places.ts";
import { createHotels } from "./hotels.ts";

let places: GeneratedPlaces;
let hotels: ReturnType<typeof createHotels>;

beforeAll(() => {
  places = loadPlaces();
  hotels = createHotels({ seed: "fixed", clock: systemClock, places });
});

const query = (code: string, changes: Partial<Omit<HotelQuery, "city">> = {}): HotelQuery => ({
  city: places.require(code, "cityCode"),
  checkIn: "2026-12-15",
  checkOut: "2026-12-18",
  guests: 2,
  minStars: 1,
  sortBy: "price",
  maxResults: 100,
  ...changes,
});

const search = (code: string, changes: Partial<Omit<HotelQuery, "city">> = {}) =>
  hotels.searchHotels(query(code, changes)).offers;

const anyQuery = () =>
  fc
    .record({
      airport: fc.constantFrom(...places.airports()),
      day: fc.integer({ min: 0, max: 400 }),
      nights: fc.integer({ min: 1, max: 14 }),
      guests: fc.integer({ min: 1, max: 10 }),
    })
    .map(({ airport, day, nights, guests }) => {
      const checkIn = addDays("2026-06-01", day);
      return query(airport.code, { checkIn, checkOut: addDays(checkIn, nights), guests });
    });

const US_BANDS = new Map([
  [1, [8_000, 15_000]],
  [2, [8_000, 15_000]],
  [3, [15_000, 30_000]],
  [4, [30_000, 80_000]],
  [5, [30_000, 80_000]],
]);

describe("a hotel search", () => {
  it("has consistent totals, and its ids are quoted at the same price", () => {
    fc.assert(
      fc.property(anyQuery(), (asked) => {
        const { offers } = hotels.searchHotels(asked);
        expect(offers.length).toBeGreaterThanOrEqual(3);
        expect(offers.some(({ status }) => status === "available")).toBe(true);
        expect(new Set(offers.map(({ hotelName }) => hotelName)).size).toBe(offers.length);
        for (const offer of offers) {
          expect(offer.nights).toBe(daysBetween(asked.checkIn, asked.checkOut));
          expect(offer.price).toBe(offer.pricePerNight * offer.nights);
          expect(Number.isSafeInteger(offer.price) && offer.price > 0).toBe(true);
          expect(offer.guestCount).toBe(asked.guests);
          expect(offer.guestCount).toBeLessThanOrEqual(offer.rooms * 4);
          expect(offer.hotelName + offer.address).not.toMatch(/[@#*$]|undefined|\s\s|, ,|, $/);
          expect(offer.refundable).toBe(!offer.cancellationPolicy.startsWith("Non-refundable"));
          expect(Object.isFrozen(offer) && Object.isFrozen(offer.amenities)).toBe(true);
          expect(hotels.quoteHotel(offer.id)).toEqual(offer);
        }
      }),
      { numRuns: cases(50), seed: 1 },
    );
  });

  it("stays inside the price band of each star rating in the United States", () => {
    const domestic = places.airports().filter(({ country }) => country === "US");
    fc.assert(
      fc.property(
        fc.constantFrom(...domestic),
        fc.integer({ min: 0, max: 330 }),
        fc.integer({ min: 1, max: 10 }),
        (airport, day, guests) => {
          const checkIn = addDays("2026-06-01", day);
          for (const { starRating, pricePerNight, rooms } of search(airport.code, {
            checkIn,
            checkOut: addDays(checkIn, 3),
            guests,
          })) {
            const [low, high] = US_BANDS.get(starRating) as [number, number];
            expect(pricePerNight / rooms).toBeGreaterThanOrEqual(low);
            expect(pricePerNight / rooms).toBeLessThanOrEqual(high);
          }
        },
      ),
      { numRuns: cases(50), seed: 2 },
    );
  });

  it("returns the same frozen answer for the same query, and an equal one in another world with the same seed", () => {
    const again = createHotels({ seed: "fixed", clock: systemClock, places });
    expect(hotels.searchHotels(query("LON"))).toBe(hotels.searchHotels(query("LON")));
    expect(Object.isFrozen(hotels.searchHotels(query("LON")).offers)).toBe(true);
    expect(again.searchHotels(query("LON"))).toEqual(hotels.searchHotels(query("LON")));
  });

  it("has rooms in about nine of ten hotels", () => {
    const all = ["LON", "NYC", "TYO", "LKN", "DEN", "DPS", "BOO"].flatMap((code) =>
      Array.from({ length: 120 }, (_, day) => addDays("2026-06-01", day)).flatMap((checkIn) =>
        search(code, { checkIn, checkOut: addDays(checkIn, 2) }),
      ),
    );
    const share = all.filter(({ status }) => status === "sold_out").length / all.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
  });
});

describe("the hotels of a city", () => {
  it("number at least twelve in every major city and three at every airport with scheduled flights", () => {
    for (const airport of sample(places.airports())) {
      const count = search(airport.code).length;
      expect(count).toBeGreaterThanOrEqual(places.traffic(airport) >= 2 ? 12 : 3);
    }
  });

  it("have one to five stars in large cities and two to four in small towns", () => {
    const ratings = (code: string) => [
      ...new Set(search(code, { sortBy: "stars" }).map(({ starRating }) => starRating)),
    ];
    for (const code of ["LON", "NYC", "TYO", "DEN", "DPS", "CAI"]) expect(ratings(code)).toEqual([5, 4, 3, 2, 1]);
    for (const { starRating } of search("LKN")) expect([2, 3, 4]).toContain(starRating);
  });

  it("do not depend on the seed, the season or the airport", () => {
    const other = createHotels({ seed: "other", clock: systemClock, places });
    const fixedFields = ({ hotelCode, hotelName, address, starRating, amenities }: HotelReservation) =>
      JSON.stringify([
        hotelCode,
        hotelName,
        address,
        starRating,
        amenities.filter((word) => !/included$|^Breakfast available$/.test(word)),
      ]);
    const winter = search("LON", { sortBy: "name" }).map(fixedFields);
    const june = { sortBy: "name", checkIn: "2027-06-15", checkOut: "2027-06-16" } as const;
    expect(search("LHR", june).map(fixedFields)).toEqual(winter);
    expect(other.searchHotels(query("LGW", june)).offers.map(fixedFields)).toEqual(winter);
    expect(new Set(search("LHR").map(({ cityCode }) => cityCode))).toEqual(new Set(["LON"]));
  });

  it("cost more on average with more stars", () => {
    for (const code of ["LON", "NYC", "TYO", "DEN", "DPS", "ZRH", "HAN"]) {
      const offers = search(code);
      const means = [1, 2, 3, 4, 5].map((stars) => {
        const prices = offers
          .filter(({ starRating }) => starRating === stars)
          .map(({ pricePerNight }) => pricePerNight);
        return prices.reduce((sum, price) => sum + price, 0) / prices.length;
      });
      expect(means).toEqual([...means].sort((a, b) => a - b));
    }
  });

  it("are luxurious and dear in St. Barts, and modest in Minot", () => {
    const [barts, minot] = [search("SBH"), search("MOT")];
    expect(barts.filter(({ starRating }) => starRating >= 4).length).toBeGreaterThan(barts.length / 2);
    for (const { starRating, pricePerNight } of barts)
      expect(pricePerNight).toBeGreaterThan(starRating === 5 ? 90_000 : 30_000);
    for (const { starRating, pricePerNight } of minot) {
      expect(starRating).toBeLessThanOrEqual(3);
      expect(pricePerNight).toBeLessThan(25_000);
    }
  });

  it("have check-in and check-out times, and a position near the centre or their airport", () => {
    for (const code of ["LON", "NYC", "SBH", "MOT", "SVO", "NRT", "AKL"]) {
      for (const offer of search(code)) {
        expect(offer.checkInTime).toMatch(/^1[4-6]:00$/);
        expect(offer.checkOutTime).toMatch(/^1[0-2]:00$/);
        const { latitude = 0, longitude = 0 } = offer;
        const { airports } = places.require(offer.cityCode, "cityCode");
        const nearest = Math.min(...airports.map((airport) => places.distanceKm({ latitude, longitude }, airport)));
        expect(nearest, offer.hotelName).toBeLessThan(/Airport/.test(offer.hotelName) ? 4 : 45);
      }
    }
  });

  it("are expensive in Zurich and cheap in Hanoi", () => {
    const middle = (code: string) => search(code).at(10)?.pricePerNight as number;
    expect(middle("ZRH")).toBeGreaterThan(2.5 * middle("HAN"));
  });
});

describe("a hotel stay", () => {
  it("is cheaper at the weekend in a business city and more expensive in a resort", () => {
    const total = (code: string, checkIn: string) =>
      [0, 7, 14, 21, 28, 35].reduce((sum, days) => {
        const first = addDays(checkIn, days);
        return (
          sum + search(code, { checkIn: first, checkOut: addDays(first, 2) }).reduce((all, { price }) => all + price, 0)
        );
      }, 0);
    expect(total("CHI", "2026-09-08")).toBeGreaterThan(total("CHI", "2026-09-11"));
    expect(total("MIA", "2026-09-08")).toBeLessThan(total("MIA", "2026-09-11"));
  });

  it("takes more rooms for more guests", () => {
    const rooms = (guests: number) => search("DEN", { guests, sortBy: "name" }).map((offer) => offer.rooms);
    expect(new Set(rooms(2))).toEqual(new Set([1]));
    expect(new Set(rooms(10))).toEqual(new Set([3]));
    expect(Math.max(...search("TYO", { guests: 10 }).map((offer) => offer.rooms))).toBe(5);
  });

  it("depends on the days left only with a configured clock", () => {
    const at = (date: string) =>
      createHotels({ seed: "fixed", clock: frozenClock(Date.parse(`${date}T12:00:00Z`)), places });
    const sum = (world: ReturnType<typeof createHotels>) =>
      world.searchHotels(query("PAR")).offers.reduce((total, { price }) => total + price, 0);
    expect(sum(at("2026-12-14"))).toBeGreaterThan(sum(at("2026-03-01")));
    const early = createHotels({ seed: "fixed", clock: { now: () => 0, configured: false }, places });
    expect(sum(early)).toBe(sum(hotels));
  });
});

describe("sorting and filtering of hotels", () => {
  it("sorts by price, stars or name and cuts at the limit", () => {
    const prices = search("PAR").map(({ price }) => price);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    const names = search("PAR", { sortBy: "name" }).map(({ hotelName }) => hotelName);
    expect(names).toEqual([...names].sort());
    expect(search("PAR", { maxResults: 5 }).map(({ price }) => price)).toEqual(prices.slice(0, 5));
  });

  it("states the highest rating if the filter leaves no hotels", () => {
    const answer = hotels.searchHotels(query("LKN", { minStars: 5 }));
    expect(answer.offers).toEqual([]);
    expect(answer.reason).toMatch(/Leknes \(LKN\).*highest rating there is [34]/);
    for (const { starRating } of search("PAR", { minStars: 4 })) expect(starRating).toBeGreaterThanOrEqual(4);
  });
});

describe("a hotel id that no search returned", () => {
  const refused = (id: string): Failure => {
    try {
      hotels.quoteHotel(id);
    } catch (error) {
      return error as Failure;
    }
    throw new Error(`${id} was quoted`);
  };

  it.each([
    "",
    "H-",
    "F-BA175-20261215-Y",
    "C-ZE-LAX-LAX-202612151000-202612181000-ICAR-30",
    "H-LONHH99-20261215-20261218-2",
    "H-LONZZ01-20261215-20261218-2",
    "H-QQQHH01-20261215-20261218-2",
    "H-LONHH01-20260230-20260303-2",
    "H-LONHH01-20261218-20261215-2",
    "H-LONHH01-20261215-20261218-11",
    "H-LONHH01-20261215-20261218-02",
    "H-__proto__-20261215-20261218-2",
  ])("is refused: %s", (id) => {
    const failure = refused(id);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.kind).toBe("not_found");
    expect(failure.details).toMatchObject({ field: "hotelId", hint: expect.any(String) });
  });

  it("from the flights server is recognised", () => {
    expect(refused("off_0000AEdGRhtp5AUUdJqW").details.hint).toMatch(/offer of the flights server/);
  });

  it("is refused at any length, and shortened in the error", () => {
    const failure = refused(`H-${"9".repeat(1_000_000)}`);
    expect(failure.kind).toBe("not_found");
    expect(String(failure.details.value)).toHaveLength(60);
  });

  it("is refused if one character of a valid id is changed, unless the result is also valid", () => {
    const real = search("LON").map(({ id }) => id);
    fc.assert(
      fc.property(fc.constantFrom(...real), fc.nat(30), fc.string({ minLength: 1, maxLength: 1 }), (id, at, letter) => {
        const changed = id.slice(0, at) + letter + id.slice(at + 1);
        try {
          expect(hotels.quoteHotel(changed).id).toBe(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
      { numRuns: cases(200), seed: 3 },
    );
  });
});

const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

describe("all rooms and rates of a hotel", () => {
  const CITIES = ["LON", "NYC", "LKN", "TYO", "DPS", "YVR"];
  const RATES = ["ADV", "LNG", "MBR", "AAA", "BAR", "PKG", "BBR"];

  const everywhere = () =>
    CITIES.flatMap((code) =>
      [1, 4].flatMap((guests) =>
        [3, 9].flatMap((nights) =>
          search(code, { guests, checkIn: "2027-03-10", checkOut: addDays("2027-03-10", nights) }).map((hotel) => ({
            hotel,
            rates: hotels.hotelRates(hotel.id),
          })),
        ),
      ),
    );

  it("have ids of their own, at which they are quoted", () => {
    for (const { hotel, rates } of everywhere().filter((_, i) => i % 7 === 0)) {
      for (const rate of rates) {
        expect(rate.id).toMatch(new RegExp(`^${hotel.id}-[BDS][14]${rate.rateCode}$`));
        expect(hotels.quoteHotel(rate.id)).toEqual(rate);
        expect(hotels.hotelRates(rate.id)).toEqual(rates);
      }
    }
    expect(() => hotels.quoteHotel(`${search("LON")[0]?.id}-B1ZZZ`)).toThrow(Failure);
  });

  it("include what a search shows at the same price, unless something better costs as much", () => {
    for (const { hotel, rates } of everywhere()) {
      const same = rates.filter(({ price }) => price === hotel.price);
      expect(same.length).toBeGreaterThan(0);
      if (hotel.status === "available") expect(same.every(({ status }) => status === "available")).toBe(true);
    }
  });

  const grouped = <T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> => {
    const groups = new Map<string, T[]>();
    for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
    return groups;
  };

  it("rise from the prepaid rate to the one with most included, and from room to room", () => {
    let rooms = 0;
    for (const { rates } of everywhere()) {
      expect(rates.map(({ price }) => price)).toEqual(rates.map(({ price }) => price).sort((a, b) => a - b));
      const byRoom = grouped(rates, ({ id }) => id.slice(-5, -3));
      const byRate = grouped(rates, ({ rateCode }) => rateCode);
      rooms = Math.max(rooms, byRoom.size);
      for (const own of byRoom.values()) {
        const ranks = own.map(({ rateCode }) => RATES.indexOf(rateCode));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(new Set(own.map(({ price }) => price)).size).toBe(own.length);
      }
      for (const own of byRate.values()) {
        const tiers = own.map(({ id }) => "BDS".indexOf(id.at(-5) as string));
        expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
        expect(new Set(own.map(({ roomType }) => roomType)).size).toBe(own.length);
      }
    }
    expect(rooms).toBe(3);
  });

  it("stay in the price bands of the United States", () => {
    for (const code of ["NYC", "LAX", "BRW"]) {
      for (const { id, starRating } of search(code)) {
        const [low, high] = US_BANDS.get(starRating) as readonly number[];
        for (const { pricePerNight, rooms } of hotels.hotelRates(id)) {
          expect(pricePerNight / rooms).toBeGreaterThanOrEqual(low as number);
          expect(pricePerNight / rooms).toBeLessThanOrEqual(high as number);
        }
      }
    }
  });

  it("say what a cancellation costs as data, from which the sentence is written", () => {
    for (const { rates } of everywhere()) {
      for (const { refundable, cancelFees, cancellationPolicy, price, pricePerNight, checkInDate } of rates) {
        if (!refundable) {
          expect(cancelFees).toEqual([{ fee: price }]);
          expect(cancellationPolicy).toMatch(/^Non-refundable/);
          continue;
        }
        const [free, late, last] = cancelFees;
        expect(free).toEqual({ fee: 0 });
        expect(late?.from).toMatch(/^\d{4}-\d\d-\d\dT18:00:00[+-]\d\d:\d\d$/);
        expect(cancellationPolicy).toContain(`until 18:00 local time on ${late?.from?.slice(0, 10)};`);
        expect(late?.fee).toBe(cancellationPolicy.includes("one night") ? pricePerNight : price);
        if (last)
          expect(last).toEqual({ from: expect.stringContaining(`${addDays(checkInDate, 1)}T00:00`), fee: price });
      }
    }
  });
});

describe("the rooms for sale", () => {
  const stay = (code: string, changes: Partial<Omit<HotelQuery, "city">> = {}) =>
    search(code, changes).map((hotel) => ({ hotel, items: hotels.roomStock(hotel) }));

  it("are one item for each night, in a bucket for each month", () => {
    const [one] = stay("LON", { checkIn: "2027-01-30", checkOut: "2027-02-02", guests: 2 });
    const { hotel, items = [] } = one ?? expect.fail("no hotel");
    expect(items.map(({ key }) => key)).toEqual([
      `hotel:${hotel.hotelCode}-202701#30-B1`,
      `hotel:${hotel.hotelCode}-202701#31-B1`,
      `hotel:${hotel.hotelCode}-202702#01-B1`,
    ]);
    expect(hotels.roomBuckets(hotel)).toEqual([`hotel:${hotel.hotelCode}-202701`, `hotel:${hotel.hotelCode}-202702`]);
    expect(items[0]).toMatchObject({ units: 1, about: hotel.id, name: expect.stringContaining(hotel.hotelName) });
    expect(hotels.roomStock(hotel)).toEqual(items);
  });

  it("are enough for the largest party wherever a stay is available", () => {
    for (const code of ["LON", "NYC", "LKN", "MLE", "TYO", "BRW", "DPS"]) {
      for (const guests of [1, 2, 3, 10]) {
        for (const { hotel, items } of stay(code, { guests })) {
          for (const { forSale, units } of items) {
            expect(units).toBe(hotel.rooms);
            expect(forSale).toBeGreaterThanOrEqual(units);
          }
        }
      }
    }
  });

  it("are those of the room in the id", () => {
    for (const { id } of search("LON").slice(0, 5)) {
      for (const rate of hotels.hotelRates(id)) {
        for (const { key } of hotels.roomStock(rate)) expect(key.slice(-2)).toBe(rate.id.slice(-5, -3));
      }
    }
  });

  it("are more in the large hotels of large cities", () => {
    const mean = (code: string): number => {
      const counts = stay(code, { checkIn: "2027-03-01", checkOut: "2027-03-31" }).flatMap(({ items }) =>
        items.map(({ forSale }) => forSale),
      );
      return counts.reduce((sum, count) => sum + count, 0) / counts.length;
    };
    expect(mean("LON")).toBeGreaterThan(10);
    expect(mean("LON")).toBeGreaterThan(1.5 * mean("BRW"));
  });
});

describe("the same seed", () => {
  const PINNED: Readonly<Record<string, string>> = {
    "LON 2026-12-15 2026-12-18 2": "3f2ef597ac63",
    "NYC 2026-07-03 2026-07-05 1": "ac4a1919dfc5",
    "TYO 2027-04-01 2027-04-08 4": "18af1267e17e",
    "PAR 2026-09-28 2026-10-02 2": "3c60b0e5a3b7",
    "DEN 2026-12-31 2027-01-01 10": "ce0514f43093",
    "DPS 2026-08-10 2026-08-24 2": "61eb2e5ad31c",
    "LKN 2026-06-20 2026-06-23 3": "7a0e2ad4fd19",
    "ZRH 2027-01-18 2027-01-22 1": "59119146d04a",
    "HAN 2026-11-05 2026-11-12 2": "bca9d83f4bd3",
    "SYD 2026-12-29 2027-01-02 2": "4cdc75647ec1",
    "GRU 2027-02-12 2027-02-17 5": "7e42694c3b09",
    "CPT 2026-10-10 2026-10-11 2": "d39326c2088b",
    "DXB 2027-07-01 2027-07-04 2": "eaec5e65eb34",
    "YVR 2026-05-15 2026-05-18 6": "a74c14da0c02",
    "MUC 2026-09-21 2026-09-24 1": "cd8f879575ff",
    "HNL 2027-03-06 2027-03-13 4": "fb414e0c536b",
    "REK 2026-12-22 2026-12-26 2": "576f1c886f70",
    "BRW 2026-06-01 2026-06-02 1": "0ccac40dc03a",
    "PUJ 2027-01-09 2027-01-16 2": "29cbe1b03281",
    "DEL 2026-10-20 2026-11-20 3": "bf06d8473bc3",
  };

  it.each(Object.entries(PINNED))("always gives the same hotels: %s", (asked, pinned) => {
    const [code = "", checkIn = "", checkOut = "", guests] = asked.split(" ");
    const found = search(code, { checkIn, checkOut, guests: Number(guests) });
    // Their sentences are pinned.
    expect(digest(found.map(({ cancelFees: _fees, ...hotel }) => hotel))).toBe(pinned);
  });
});
