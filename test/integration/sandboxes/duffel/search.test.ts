import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  BACK,
  CALLER,
  carrierOf,
  cents,
  DATE,
  journey,
  NOW,
  type Offer,
  refused,
  searching,
  startSandbox,
} from "./sandbox-fixture.ts";

const ID = (prefix: string) => new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`);

const sandbox = startSandbox();
const { search, offersOf } = searching(sandbox);
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

describe("an offer request", () => {
  it("returns the search and its offers in Duffel's format", async () => {
    const { status, body } = await search(journey(["LHR", "JFK", DATE]));
    expect(status).toBe(201);
    const { data } = body;
    expect(data).toMatchObject({ live_mode: false, created_at: "2026-11-16T12:00:00.000Z", cabin_class: "economy" });
    expect(data.id).toMatch(ID("orq"));
    expect(data.slices[0]).toMatchObject({
      origin_type: "airport",
      origin: { iata_code: "LHR", city: { iata_code: "LON" } },
      departure_date: DATE,
    });
    expect(data.offers.length).toBeGreaterThan(5);
    for (const offer of data.offers) {
      expect(offer.id).toMatch(ID("off"));
      for (const amount of [offer.base_amount, offer.tax_amount, offer.total_amount])
        expect(amount).toMatch(/^\d+\.\d\d$/);
      expect(cents(offer.base_amount) + cents(offer.tax_amount)).toBe(cents(offer.total_amount));
      expect(Number(offer.total_emissions_kg)).toBeGreaterThan(100);
      expect(offer.expires_at).toBe("2026-11-16T12:30:00.000Z");
      expect(offer.passengers).toEqual(data.passengers);
      const [segment] = offer.slices[0].segments;
      expect(segment.departing_at).toMatch(/^2026-12-15T\d\d:\d\d:00$/);
      expect(offer.slices[0].duration).toMatch(/^P(\d+D)?(T(\d+H)?(\d+M)?)?$/);
      expect(segment.aircraft.iata_code).toMatch(/^[0-9A-Z]{3}$/);
      expect(segment.passengers[0].passenger_id).toBe(data.passengers[0].id);
    }
    const totals = data.offers.map((offer: { total_amount: string }) => cents(offer.total_amount));
    expect(totals).toEqual([...totals].sort((a: number, b: number) => a - b));
  });

  it("has offers of Duffel Airways, whatever the route, the cabin and the number of slices", async () => {
    const trips = [
      journey(["LHR", "JFK", DATE]),
      journey(["LHR", "CDG", DATE], ["CDG", "LHR", BACK]),
      { ...journey(["SBH", "LKN", DATE]), cabin_class: "business" },
    ];
    for (const trip of trips) {
      const offers: readonly Offer[] = await offersOf(trip);
      const test = offers.filter(({ owner }) => owner.iata_code === "ZZ");
      expect(test.length).toBeGreaterThan(0);
      for (const { slices } of test) {
        for (const { marketing_carrier } of slices.flatMap(({ segments }) => segments)) {
          expect(marketing_carrier.iata_code).toBe("ZZ");
        }
      }
      const { flightIds } = await sandbox.offers.find((test[0] as Offer).id);
      expect(flightIds).toHaveLength(trip.slices.length);
    }
  });

  it("has offers of every cabin if it names none, each slice in the same cabin", async () => {
    for (const { cabin_class: _economy, ...trip } of [
      journey(["LHR", "JFK", DATE]),
      journey(["LHR", "JFK", DATE], ["JFK", "LHR", BACK]),
    ]) {
      const { body } = await search(trip);
      expect(body.data.cabin_class).toBeNull();
      const { offers, id } = body.data;
      expect(offers).toHaveLength(50);
      const cabins = offers.map(({ slices }: Offer) => {
        const own = slices.flatMap(({ segments }) => segments.flatMap(({ passengers }) => passengers[0]?.cabin_class));
        expect(new Set(own).size).toBe(1);
        return own[0];
      });
      expect(new Set(cabins)).toEqual(new Set(["economy", "premium_economy", "business", "first"]));
      const totals = offers.map((offer: Offer) => cents(offer.total_amount));
      expect(totals).toEqual([...totals].sort((a: number, b: number) => a - b));
      const all = (await sandbox.get(`/air/offers?offer_request_id=${id}&limit=200`)).body.data;
      const known = new Set(all.map((offer: Offer) => offer.id));
      for (const offer of offers) expect(known).toContain(offer.id);
    }
  });

  it("finds the same flights as the GDS, each bookable for exactly its price", async () => {
    const own = startSandbox();
    const wish = journey(["LHR", "CDG", DATE], ["CDG", "LHR", BACK]);
    const data = { ...wish, passengers: [{ type: "adult" }, { age: 7 }, { age: 1 }] };
    const { body } = await own.post("/air/offer_requests", data);
    const book = own.offers;
    for (const offer of [body.data.offers[0], body.data.offers.at(-1)]) {
      const found = await book.find(offer.id);
      expect(found).toMatchObject({ party: { adults: 1, children: 1, infants: 1 }, offerRequestId: body.data.id });
      expect(cents(offer.total_amount)).toBe(found.total);
      const { booking } = await own.travel.bookFlight(
        {
          flightIds: found.flightIds,
          expectedTotal: found.total,
          contactEmail: "ana@example.com",
          passengers: [
            { type: "adult", firstName: "Ana", lastName: "Silva" },
            { type: "child", firstName: "Bo", lastName: "Silva" },
            { type: "infant", firstName: "Cy", lastName: "Silva" },
          ],
        },
        CALLER,
      );
      expect(booking.pnr).toMatch(/^TEST-/);
    }
    await own.close();
  });

  it("returns the fifty cheapest offers, and the list of offers has all of them in pages", async () => {
    const own = startSandbox();
    const { body } = await own.post("/air/offer_requests", journey(["LHR", "CDG", DATE], ["CDG", "LHR", BACK]));
    const { id, offers } = body.data;
    expect(offers).toHaveLength(50);
    expect((await own.get(`/air/offer_requests/${id}`)).body.data.offers).toEqual(offers);
    const list = `/air/offers?offer_request_id=${id}`;
    const first = (await own.get(list)).body;
    expect(first.data).toEqual(offers);
    const more = (await own.get(`${list}&after=${first.meta.after}`)).body.data;
    expect(cents(more[0].total_amount)).toBeGreaterThanOrEqual(cents(offers.at(-1).total_amount));
    await own.close();
  });

  it("can be read and listed only by its own account", async () => {
    const own = startSandbox();
    const made = await own.post("/air/offer_requests?return_offers=false", journey(["FRA", "MAD", DATE]));
    expect(made.body.data).not.toHaveProperty("offers");
    const again = await own.get(`/air/offer_requests/${made.body.data.id}`);
    expect(again.body.data).toMatchObject(made.body.data);
    expect(again.body.data.offers.length).toBeGreaterThan(0);
    await own.post("/air/offer_requests", journey(["MAD", "FRA", DATE]));
    const list = await own.get("/air/offer_requests?limit=1");
    expect(list.body.data[0].slices[0].origin.iata_code).toBe("MAD");
    const rest = await own.get(`/air/offer_requests?limit=1&after=${list.body.meta.after}`);
    expect(rest.body.data).toEqual([made.body.data]);
    const other = { headers: { authorization: "Bearer other" } };
    expect((await own.get(`/air/offer_requests/${made.body.data.id}`, other)).status).toBe(404);
    expect((await own.get("/air/offer_requests", other)).body.data).toEqual([]);
    expect((await own.get(`/air/offers/${again.body.data.offers[0].id}`, other)).status).toBe(404);
    await own.close();
  });

  it("respects cities, cabins, connections and times of day", async () => {
    const city = await search(journey(["NYC", "LON", DATE]));
    expect(city.body.data.slices[0]).toMatchObject({ origin_type: "city", destination: { iata_code: "LON" } });
    const airports = city.body.data.offers.map((offer: Offer) => offer.slices[0]?.origin.iata_code);
    expect(new Set(airports).size).toBeGreaterThan(1);

    const business = await offersOf({ ...journey(["LHR", "JFK", DATE]), cabin_class: "business" });
    expect(business[0].slices[0].segments[0].passengers[0]).toMatchObject({
      cabin_class: "business",
      cabin: { name: "business", amenities: { wifi: { available: true }, power: { available: true } } },
    });
    const nonstop = await offersOf({ ...journey(["BOS", "ATH", DATE]), max_connections: 0 });
    expect(nonstop.every((offer: Offer) => offer.slices[0]?.segments.length === 1)).toBe(true);

    const wish = journey(["LHR", "JFK", DATE]);
    const [slice] = wish.slices;
    const morning = { ...slice, departure_time: { from: "06:00", to: "12:00" }, arrival_time: null };
    const early: readonly Offer[] = await offersOf({ ...wish, slices: [morning] });
    expect(early.length).toBeGreaterThan(0);
    for (const { slices } of early) {
      const time = slices[0]?.segments[0]?.departing_at.slice(11, 16) as string;
      expect(time >= "06:00" && time <= "12:00").toBe(true);
    }
    const never = { ...slice, arrival_time: { from: "00:00", to: "00:01" } };
    expect(await offersOf({ ...wish, slices: [never] })).toEqual([]);
  });

  it("accepts ages, types and fare types of passengers, and returns their type", async () => {
    const passengers = [
      { type: "adult", given_name: "Amelia", family_name: "Earhart" },
      { age: 14 },
      { age: 5 },
      { age: 0 },
      { fare_type: "contract_bulk_child", age: 9 },
      { type: "child" },
    ];
    const { body } = await search({ ...journey(["LHR", "JFK", DATE]), passengers });
    expect(body.data.passengers.map((one: { type: string; age: number }) => [one.type, one.age])).toEqual([
      ["adult", null],
      ["adult", 14],
      ["child", 5],
      ["infant_without_seat", 0],
      ["child", 9],
      ["child", null],
    ]);
    expect(body.data.passengers[0]).toMatchObject({ given_name: "Amelia", family_name: "Earhart" });
    for (const { id } of body.data.passengers) expect(id).toMatch(ID("pas"));
    const infant = body.data.offers[0].slices[0].segments[0].passengers[3];
    expect(infant.baggages).toEqual([]);
  });

  it("has the weight of included bags: of all together or of each piece, as the airline counts", async () => {
    const segmentsOf = async (...route: readonly [string, string]) =>
      (await offersOf(journey([...route, DATE]))).flatMap(({ slices }: Offer) => slices[0]?.segments ?? []);
    const weighed = (await segmentsOf("SIN", "BKK")).filter(({ baggage }: { baggage?: unknown }) => baggage);
    expect(weighed.length).toBeGreaterThan(0);
    for (const { baggage, passengers } of weighed) {
      expect(baggage.checked_baggage).toMatchObject({ included: true, weight: expect.any(Number), unit: "kg" });
      expect(passengers[0].baggages).toContainEqual({ type: "checked", quantity: 1 });
    }
    const counted = [...(await segmentsOf("LHR", "JFK")), ...(await segmentsOf("JFK", "LAX"))];
    const pieces = counted.map(({ baggage, passengers }: Pick<(typeof weighed)[0], "baggage" | "passengers">) => {
      const checked = passengers[0].baggages.some(({ type }: { type: string }) => type === "checked");
      expect(baggage !== undefined).toBe(checked);
      return baggage?.checked_baggage.weight;
    });
    expect(new Set(pieces)).toEqual(new Set([undefined, 23]));
  });

  it("combines up to six slices for one price, mostly of one airline, within the time limit", async () => {
    const offers: readonly Offer[] = await offersOf(
      journey(["LHR", "JFK", DATE], ["JFK", "LAX", "2026-12-18"], ["LAX", "LHR", BACK]),
    );
    expect(offers.length).toBeGreaterThan(20);
    expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length);
    for (const { slices } of offers)
      expect(slices.map(({ origin }) => origin.iata_code)).toEqual(["LHR", "JFK", "LAX"]);
    const { id } = (await search(journey(["LHR", "JFK", DATE], ["JFK", "LHR", BACK]))).body.data;
    const returns: readonly Offer[] = (await sandbox.get(`/air/offers?offer_request_id=${id}&limit=200`)).body.data;
    const same = returns.filter(({ slices }) => new Set(slices.map((slice) => carrierOf(slice))).size === 1);
    expect(same.length).toBeGreaterThan(returns.length / 3);
    const six = ["LHR", "CDG", "FRA", "VIE", "FCO", "ATH", "LHR"];
    const round = six.slice(1).map((to, i) => [six[i] as string, to, `2026-12-${15 + i}`] as const);
    expect((await offersOf(journey(...round))).length).toBeGreaterThan(0);
  });

  it("can be held unless the airline is low-cost or departure is near", async () => {
    const far: readonly Offer[] = await offersOf(journey(["LHR", "JFK", DATE]));
    expect(far[0]?.payment_requirements).toEqual({
      requires_instant_payment: false,
      payment_required_by: "2026-11-19T12:00:00.000Z",
      price_guarantee_expires_at: "2026-11-18T12:00:00.000Z",
    });
    const near: readonly Offer[] = await offersOf(journey(["LHR", "JFK", "2026-11-20"]));
    expect(near.every((offer) => offer.payment_requirements.requires_instant_payment)).toBe(true);
    const cheap: readonly Offer[] = await offersOf(journey(["STN", "DUB", DATE]));
    const ryanair = cheap.filter(({ owner }) => owner.iata_code === "FR");
    expect(ryanair.length).toBeGreaterThan(0);
    expect(ryanair.every((offer) => offer.payment_requirements.requires_instant_payment)).toBe(true);
  });

  it.each<[string, object, string, string]>([
    ["no slices", { slices: [] }, "validation_format", "/slices"],
    ["slices missing", { slices: undefined }, "validation_required", "/slices"],
    ["slices that are none", { slices: "LHR-JFK" }, "validation_format", "/slices"],
    ["a slice that is none", { slices: ["LHR-JFK"] }, "validation_format", "/slices/0"],
    ["seven slices", { slices: Array(7).fill(slice()) }, "validation_format", "/slices"],
    ["no origin", { slices: [slice({ origin: undefined })] }, "validation_required", "/slices/0/origin"],
    ["a number for an origin", { slices: [slice({ origin: 7 })] }, "validation_format", "/slices/0/origin"],
    ["an unknown place", { slices: [slice({ destination: "XXX" })] }, "invalid_airport_code", "/slices/0/destination"],
    ["the same place", { slices: [slice({ destination: "LHR" })] }, "validation_inclusion", "/slices/0/destination"],
    [
      "a place and its city",
      { slices: [slice({ destination: "LON" })] },
      "validation_inclusion",
      "/slices/0/destination",
    ],
    ["no date", { slices: [slice({ departure_date: null })] }, "validation_required", "/slices/0/departure_date"],
    [
      "no such date",
      { slices: [slice({ departure_date: "2026-02-30" })] },
      "validation_format",
      "/slices/0/departure_date",
    ],
    [
      "a date in the past",
      { slices: [slice({ departure_date: "2026-11-15" })] },
      "validation_inclusion",
      "/slices/0/departure_date",
    ],
    [
      "a date too far",
      { slices: [slice({ departure_date: "2028-01-01" })] },
      "validation_inclusion",
      "/slices/0/departure_date",
    ],
    [
      "dates out of order",
      { slices: [slice(), slice({ origin: "JFK", destination: "LHR", departure_date: "2026-12-01" })] },
      "validation_inclusion",
      "/slices/1/departure_date",
    ],
    [
      "half a window",
      { slices: [slice({ departure_time: { from: "08:00" } })] },
      "validation_required",
      "/slices/0/departure_time/to",
    ],
    [
      "a strange time",
      { slices: [slice({ arrival_time: { from: "8", to: "25:00" } })] },
      "validation_format",
      "/slices/0/arrival_time/from",
    ],
    [
      "a window backwards",
      { slices: [slice({ arrival_time: { from: "12:00", to: "08:00" } })] },
      "validation_inclusion",
      "/slices/0/arrival_time/to",
    ],
    ["no passengers", { passengers: [] }, "validation_format", "/passengers"],
    ["a passenger without a type", { passengers: [{}] }, "validation_required", "/passengers/0/type"],
    ["a strange kind", { passengers: [{ type: "dog" }] }, "validation_inclusion", "/passengers/0/type"],
    ["a kind and an age", { passengers: [{ type: "adult", age: 30 }] }, "validation_inclusion", "/passengers/0/type"],
    ["half an age", { passengers: [{ age: 1.5 }] }, "validation_format", "/passengers/0/age"],
    [
      "a strange fare type",
      { passengers: [{ fare_type: "pilot" }] },
      "validation_inclusion",
      "/passengers/0/fare_type",
    ],
    ["a child alone", { passengers: [{ age: 5 }] }, "validation_inclusion", "/passengers"],
    ["ten seats", { passengers: Array(10).fill({ type: "adult" }) }, "validation_inclusion", "/passengers"],
    [
      "two infants for one",
      { passengers: [{ type: "adult" }, { age: 0 }, { age: 1 }] },
      "validation_inclusion",
      "/passengers",
    ],
    [
      "a name too long",
      { passengers: [{ type: "adult", given_name: "A".repeat(21) }] },
      "validation_format",
      "/passengers/0/given_name",
    ],
    [
      "a strange account",
      { passengers: [{ type: "adult", loyalty_programme_accounts: [{ airline_iata_code: "British" }] }] },
      "validation_format",
      "/passengers/0/loyalty_programme_accounts/0/airline_iata_code",
    ],
    ["a strange cabin", { cabin_class: "roof" }, "validation_inclusion", "/cabin_class"],
    ["three connections", { max_connections: 3 }, "validation_inclusion", "/max_connections"],
  ])("rejects %s with a pointer", async (_what, part, code, pointer) => {
    const { status, body } = await search({ ...journey(["LHR", "JFK", DATE]), ...part });
    expect([body.errors[0].type, body.errors[0].code, body.errors[0].source]).toEqual([
      "validation_error",
      code,
      { field: pointer.slice(pointer.lastIndexOf("/") + 1), pointer },
    ]);
    expect(status).toBe(code === "invalid_airport_code" ? 400 : 422);
  });

  it("reports an unknown airport as Duffel's clients expect it", async () => {
    const { body } = await search(journey(["XXX", "CDG", DATE]));
    expect(body.errors[0]).toMatchObject({
      type: "validation_error",
      code: "invalid_airport_code",
      title: "Invalid Airport Code",
      message: "The airport code 'XXX' is not valid",
    });
  });

  it("can return only the request, and takes true or false as switches", async () => {
    const wish = journey(["LHR", "JFK", DATE]);
    const itineraries = await sandbox.post("/air/offer_requests?view=itineraries", wish);
    expect(refused(itineraries)).toEqual([400, "invalid_request_error", "unavailable_feature"]);
    expect((await sandbox.post("/air/offer_requests?view=offers&supplier_timeout=1", wish)).status).toBe(201);
    expect((await sandbox.post("/air/offer_requests?return_offers=maybe", wish)).status).toBe(422);
  });
});

describe("a repeated Duffel search", () => {
  it("gets the same bytes from another process", async () => {
    const routes = [
      [["LHR", "JFK", DATE]],
      [["LHR", "DXB", DATE]],
      [
        ["FRA", "SIN", DATE],
        ["SIN", "FRA", BACK],
      ],
    ] as const;
    const child = fileURLToPath(new URL("search-child.ts", import.meta.url));
    const run = async (zone: string) => {
      const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, TZ: zone } };
      return (await promisify(execFile)(process.execPath, ["--import", "tsx", child, JSON.stringify(routes)], options))
        .stdout;
    };
    const [one, other] = [await run("Asia/Tokyo"), await run("America/New_York")];
    expect(JSON.parse(one)).toHaveLength(9);
    expect(one === other).toBe(true);
  });

  it("at another time differs only in ids and times", async () => {
    const [early, late] = await Promise.all(
      [NOW, NOW + 5_000].map(async (instant) => {
        const own = startSandbox({ clock: { now: () => instant, configured: true } });
        const { text } = await own.post("/air/offer_requests", journey(["LHR", "JFK", DATE]));
        await own.close();
        return text;
      }),
    );
    const bare = (text: string | undefined) =>
      text
        ?.replace(/"(orq|off|pas|sli|seg)_[0-9A-Za-z]{22}"/g, '"id"')
        .replace(/2026-11-1\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "time");
    expect(early).not.toBe(late);
    expect(bare(early)).toBe(bare(late));
  });
});

/** A slice with one invalid field. */
function slice(part: object = {}): object {
  return { origin: "LHR", destination: "JFK", departure_date: DATE, ...part };
}
