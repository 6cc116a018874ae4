import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/model/failure.ts";
import { says, startDuffelServer } from "../../../fixtures/duffel/duffel-server.ts";
import {
  errorAnswer,
  manyOffers,
  OFFER_REQUEST_ID,
  offer,
  offerList,
  offerRequest,
} from "../../../fixtures/duffel/offers.ts";
import { openShop } from "./shops.ts";

const ONE_WAY = { origin: "SFO", destination: "CDG", departure_date: "2025-05-10" } as const;

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Failure);
  return thrown as Failure;
};

describe("a flight search at Duffel", () => {
  it("sends Duffel's format and reads the fifty cheapest offers", async () => {
    const duffel = await startDuffelServer(says(201, offerRequest()), says(200, offerList([offer()])));
    const { shop } = openShop(`${duffel.url}/`);
    await shop.search({
      ...ONE_WAY,
      adults: 2,
      children: 1,
      infants: 1,
      cabin_class: "business",
      max_connections: 1,
      departure_time: { after: "06:00", before: "12:00" },
    });
    const [created, listed] = duffel.arrived;
    expect(created).toMatchObject({
      method: "POST",
      path: "/air/offer_requests",
      body: {
        data: {
          slices: [{ ...ONE_WAY, departure_time: { from: "06:00", to: "12:00" } }],
          passengers: [{ type: "adult" }, { type: "adult" }, { age: 1 }, { age: 8 }],
          cabin_class: "business",
          max_connections: 1,
        },
      },
    });
    expect(created?.query.get("return_offers")).toBe("false");
    expect(Number(created?.query.get("supplier_timeout"))).toBeGreaterThanOrEqual(2000);
    expect(Number(created?.query.get("supplier_timeout"))).toBeLessThan(10_000);
    expect(created?.headers).toMatchObject({
      "duffel-version": "v2",
      "content-type": "application/json",
      accept: "application/json",
    });
    expect(created?.headers["accept-encoding"]).toContain("gzip");
    expect(listed).toMatchObject({ method: "GET", path: "/air/offers" });
    expect(Object.fromEntries(listed?.query ?? [])).toEqual({
      offer_request_id: OFFER_REQUEST_ID,
      sort: "total_amount",
      limit: "50",
      max_connections: "1",
    });
  });

  it("returns a simple one-way flight", async () => {
    const { time_zone: _a, ...sfo } = offer({ slices: [[SFO_CDG]] }).slices[0]?.segments[0]?.origin ?? {};
    const { time_zone: _b, ...cdg } = offer({ slices: [[SFO_CDG]] }).slices[0]?.segments[0]?.destination ?? {};
    const found = offer({ id: "off_00009htYpSCXrwaB9DnUm0", total: "920.00", slices: [[SFO_CDG]] });
    const [slice] = found.slices;
    Object.assign(slice ?? {}, { duration: "PT10H30M" });
    Object.assign(slice?.segments[0] ?? {}, { origin: sfo, destination: cdg });
    const duffel = await startDuffelServer(says(200, { data: { offers: [found] } }));
    const { shop } = openShop(duffel.url);
    const answer = await shop.search({ ...ONE_WAY, adults: 1, cabin_class: "business" });
    expect(answer).toMatchObject({ source: "live", cached: false, warnings: [] });
    expect(answer.options).toHaveLength(1);
    expect(answer.options[0]).toMatchObject({
      id: "off_00009htYpSCXrwaB9DnUm0",
      airline: "BA",
      flight_number: "112",
      departure: { date: "2025-05-10", time: "08:00" },
      arrival: { date: "2025-05-11", time: "08:30" },
      duration_minutes: 630,
      stops: 0,
      price: { amount: 920, currency: "USD" },
    });
  });

  it("returns both slices of a round trip, the first one flattened", async () => {
    const back = {
      from: "CDG",
      to: "SFO",
      departing: "2025-05-17T10:00:00",
      arriving: "2025-05-17T12:30:00",
      number: "113",
    };
    const duffel = await startDuffelServer(says(201, offerRequest([offer({ slices: [[SFO_CDG], [back]] })])));
    const { shop } = openShop(duffel.url);
    const { options } = await shop.search({ ...ONE_WAY, return_date: "2025-05-17", adults: 1, cabin_class: "economy" });
    expect(duffel.arrived[0]?.body.data.slices).toEqual([
      { origin: "SFO", destination: "CDG", departure_date: "2025-05-10" },
      { origin: "CDG", destination: "SFO", departure_date: "2025-05-17" },
    ]);
    expect(options[0]).toMatchObject({
      flight_number: "112",
      origin: { code: "SFO" },
      departure: { date: "2025-05-10" },
    });
    expect(options[0]?.slices.map(({ origin, departure }) => [origin.code, departure.date])).toEqual([
      ["SFO", "2025-05-10"],
      ["CDG", "2025-05-17"],
    ]);
    expect(options[0]?.slices[1]?.duration_minutes).toBe(11 * 60 + 30);
  });

  it("reads 229 offers in 1.5 MB, gzipped, and keeps the fifty cheapest", async () => {
    const offers = manyOffers(229);
    const body = JSON.stringify(offerRequest(offers));
    expect(body.length).toBeGreaterThan(1_400_000);
    const duffel = await startDuffelServer(says(201, gzipSync(body), { "content-encoding": "gzip" }));
    const { shop } = openShop(duffel.url);
    const { options, warnings } = await shop.search(ONE_WAY);
    const amounts = options.map(({ total }) => total.amount);
    expect(amounts).toHaveLength(50);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    expect(amounts[0]).toBe(772.5);
    expect(warnings).toEqual(["179 more expensive offers were left out."]);
  });

  it("omits offers it cannot parse, and says how many", async () => {
    const broken = [
      null,
      7,
      {},
      { ...offer(), id: "../../etc" },
      { ...offer(), total_amount: 12 },
      { ...offer(), slices: [{}] },
    ];
    const duffel = await startDuffelServer(says(200, { data: { offers: [...broken, offer()] } }));
    const { options, warnings } = await openShop(duffel.url).shop.search(ONE_WAY);
    expect(options).toHaveLength(1);
    expect(warnings).toEqual(["6 offers were left out: they could not be understood."]);
  });

  it("of a multi-city trip is one request", async () => {
    const duffel = await startDuffelServer(
      says(201, offerRequest([offer({ slices: [[SFO_CDG], [SFO_CDG], [SFO_CDG]] })])),
    );
    const { shop } = openShop(duffel.url);
    const slices = [
      { origin: "SFO", destination: "LHR", departure_date: "2025-05-10" },
      { origin: "CDG", destination: "DUB", departure_date: "2025-05-14" },
      { origin: "DUB", destination: "SFO", departure_date: "2025-05-14" },
    ];
    const { options } = await shop.searchMultiCity({ slices, child_ages: [12, 4] });
    expect(duffel.arrived[0]?.body.data).toMatchObject({
      slices,
      passengers: [{ type: "adult" }, { age: 4 }, { age: 12 }],
    });
    expect(options[0]?.slices).toHaveLength(3);
  });
});

describe("an error in a flight search", () => {
  it("with an airport names its field", async () => {
    const duffel = await startDuffelServer(
      says(400, {
        errors: [
          {
            type: "validation_error",
            code: "invalid_airport_code",
            title: "Invalid Airport Code",
            message: "The airport code 'XXX' is not valid",
          },
        ],
      }),
    );
    const { shop, lines } = openShop(duffel.url);
    const failure = await failureOf(shop.search({ ...ONE_WAY, origin: "XXX" }));
    expect(failure.kind).toBe("invalid");
    expect(failure.message).toBe("Airport code XXX not found. Please check spelling.");
    expect(failure.details).toMatchObject({ field: "origin", value: "XXX", hint: expect.any(String) });
    expect(duffel.arrived).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({
      event: "Tool invocation failed",
      tool: "flights-mcp",
      operation: "search_flights",
      status: "error",
      errorType: "invalid",
      errorMessage: failure.message,
    });
  });

  it.each([
    ["/slices/0/departure_date", "departure_date", "2025-05-10"],
    ["/data/slices/1/departure_date", "return_date", "2025-05-12"],
    ["slices[0].destination", "destination", "CDG"],
    ["cabin_class", "cabin_class", "first"],
    ["/passengers/1/age", "child_ages", [9]],
  ])("at Duffel's %s is reported for the argument %s", async (pointer, field, value) => {
    const source = { field: pointer.split("/").at(-1), pointer };
    const duffel = await startDuffelServer(
      says(422, errorAnswer("validation_error", "validation_format", "is wrong", source)),
    );
    const request = {
      ...ONE_WAY,
      return_date: "2025-05-12",
      cabin_class: "first",
      children: 1,
      child_ages: [9],
    } as const;
    const failure = await failureOf(openShop(duffel.url).shop.search(request));
    expect(failure).toMatchObject({ kind: "invalid", details: { field, value } });
    expect(failure.message).toContain("is wrong");
  });

  it("in a multi-city trip names the slice", async () => {
    const source = { field: "origin", pointer: "/slices/1/origin" };
    const duffel = await startDuffelServer(says(422, errorAnswer("validation_error", 400, "is unknown", source)));
    const slices = [ONE_WAY, { origin: "QQQ", destination: "SFO", departure_date: "2025-05-12" }];
    const failure = await failureOf(openShop(duffel.url).shop.searchMultiCity({ slices }));
    expect(failure.details).toMatchObject({ field: "slices[1].origin", value: "QQQ" });
  });

  it("in Taxiway's own headers is not blamed on the caller", async () => {
    const duffel = await startDuffelServer(
      says(400, errorAnswer("invalid_request_error", "unsupported_version", "Too old")),
    );
    const failure = await failureOf(openShop(duffel.url).shop.search(ONE_WAY));
    expect(failure).toMatchObject({ kind: "unavailable", details: { retryable: false } });
  });

  it("is reported without a call if it is known before", async () => {
    const duffel = await startDuffelServer(says(500, {}));
    const { shop } = openShop(duffel.url);
    const failure = await failureOf(shop.search({ ...ONE_WAY, departure_date: "2025-02-30" }));
    expect(failure.details).toMatchObject({ field: "departure_date", value: "2025-02-30" });
    expect(duffel.arrived).toEqual([]);
  });
});

describe("a search without flights", () => {
  it("returns an empty list with a reason, and a log line", async () => {
    const duffel = await startDuffelServer(says(200, { data: { offers: [] } }));
    const { shop, lines } = openShop(duffel.url);
    const answer = await shop.search({ ...ONE_WAY, max_connections: 0 });
    expect(answer.options).toEqual([]);
    expect(answer.reason).toMatch(/^No flights found from SFO to CDG on 2025-05-10 with at most 0 connections\./);
    expect(lines.find(({ event }) => event === "No flights found")).toMatchObject({
      origin: "SFO",
      destination: "CDG",
      date: "2025-05-10",
    });
    expect(duffel.arrived).toHaveLength(1);
  });

  it("is accepted as empty only if the offer request is empty too", async () => {
    const duffel = await startDuffelServer(
      says(201, offerRequest()),
      says(200, offerList([])),
      says(200, offerRequest([])),
    );
    const { shop, hours } = openShop(duffel.url);
    expect((await shop.search(ONE_WAY)).options).toEqual([]);
    expect(duffel.arrived.map(({ path }) => path)).toEqual([
      "/air/offer_requests",
      "/air/offers",
      `/air/offer_requests/${OFFER_REQUEST_ID}`,
    ]);
    expect(hours.waits).toEqual([]);
  });
});

describe("a Duffel offer", () => {
  it("is read again each time", async () => {
    const duffel = await startDuffelServer(
      says(200, { data: offer({ total: "500.00" }) }),
      says(200, { data: offer({ total: "540.00" }) }),
    );
    const { shop } = openShop(duffel.url);
    const id = offer().id;
    expect((await shop.offer(id)).option.total.amount).toBe(500);
    expect((await shop.offer(id)).option.total.amount).toBe(540);
    expect(duffel.arrived[0]).toMatchObject({ method: "GET", path: `/air/offers/${id}` });
  });

  it.each([
    [404, errorAnswer("invalid_request_error", "not_found", "There is none")],
    [422, errorAnswer("invalid_state_error", "offer_no_longer_available", "Sold out")],
  ])("that is gone (%i) is not found", async (status, body) => {
    const duffel = await startDuffelServer(says(status, body));
    const failure = await failureOf(openShop(duffel.url).shop.offer("off_00009htYpSCXrwaB9DnUm0"));
    expect(failure.kind).toBe("not_found");
    expect(failure.details.hint).toContain("refresh: true");
  });

  it.each(["F-AA100-20261215-JFKLHR-Y", "off_../orders", "off_a?b", ""])(
    "is not requested with the id '%s'",
    async (id) => {
      const duffel = await startDuffelServer(says(500, {}));
      expect((await failureOf(openShop(duffel.url).shop.offer(id))).kind).toBe("invalid");
      expect(duffel.arrived).toEqual([]);
    },
  );
});

const SFO_CDG = {
  from: "SFO",
  to: "CDG",
  departing: "2025-05-10T08:00:00",
  arriving: "2025-05-11T08:30:00",
  number: "112",
};
