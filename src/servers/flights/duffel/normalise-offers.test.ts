import { describe, expect, it } from "vitest";
import { type OfferOverrides, offer, type WireOffer } from "../../../../test/fixtures/duffel/offers.ts";
import { outputErrors } from "../../../mcp/tools/call-tool.ts";
import { FlightOption } from "../flight-option.ts";
import { normaliseOffer, normaliseOffers } from "./normalise-offers.ts";

type Loose = Record<string, unknown>;

const normalised = (
  overrides: OfferOverrides = {},
  change: (wire: WireOffer) => void = () => undefined,
): FlightOption => {
  const wire = offer(overrides);
  change(wire);
  const option = normaliseOffer(wire as Loose);
  if (option === undefined) throw new Error("the offer was dropped");
  return option;
};

const firstSegment = (wire: WireOffer): Loose => wire.slices[0]?.segments[0] as Loose;

const CONNECTION: OfferOverrides = {
  slices: [
    [
      {
        from: "SFO",
        to: "DUB",
        departing: "2025-05-10T17:00:00",
        arriving: "2025-05-11T11:20:00",
        airline: "EI",
        number: "60",
      },
      {
        from: "DUB",
        to: "CDG",
        departing: "2025-05-11T13:05:00",
        arriving: "2025-05-11T15:50:00",
        airline: "EI",
        operating: "BA",
        number: "524",
      },
    ],
  ],
};

describe("a normalised offer", () => {
  it("has every field, with amounts as numbers", () => {
    expect(normalised()).toMatchObject({
      id: "off_0000AEdGRhtp5AUUdJ0000",
      offer_id: "off_0000AEdGRhtp5AUUdJ0000",
      airline: "BA",
      airline_name: "British Airways",
      flight_number: "112",
      origin: { code: "LHR", name: "Heathrow Airport" },
      destination: { code: "JFK", name: "John F. Kennedy International Airport" },
      departure: { date: "2025-05-10", time: "11:00", datetime: "2025-05-10T11:00:00" },
      arrival: { date: "2025-05-10", time: "13:55", datetime: "2025-05-10T13:55:00" },
      duration_minutes: 475,
      stops: 0,
      aircraft_type: "Boeing 777-300ER",
      baggage: { checked: { included: true, quantity: 1 }, cabin: { included: true, quantity: 1 } },
      price: { amount: 500, currency: "USD" },
      tax: { amount: 100, currency: "USD" },
      total: { amount: 500, currency: "USD" },
      emissions_kg: 460,
      expires_at: "2025-04-01T09:30:00Z",
      direct: true,
      refundable: false,
      changeable: true,
    });
  });

  it("matches its schema, complete and with only the required fields", async () => {
    const sparse = normalised({}, (wire) => {
      Object.assign(wire, {
        tax_amount: null,
        tax_currency: null,
        total_emissions_kg: null,
        conditions: null,
        passengers: null,
        owner: {},
      });
      Object.assign(firstSegment(wire), { aircraft: null, passengers: null, stops: null, operating_carrier: null });
    });
    expect(sparse).toMatchObject({
      tax: null,
      aircraft_type: null,
      refundable: null,
      baggage: { checked: { included: null } },
    });
    for (const option of [normalised(), normalised(CONNECTION), sparse]) {
      expect(await outputErrors(FlightOption, option)).toBeUndefined();
    }
  });

  it("has the place of a connection and the operating airline", () => {
    const option = normalised(CONNECTION);
    expect(option).toMatchObject({ stops: 1, direct: false, duration_minutes: 13 * 60 + 50 });
    expect(option.stop_details).toEqual([{ airport_code: "DUB", arrival_time: "11:20", departure_time: "13:05" }]);
    expect(option.slices[0]?.segments).toMatchObject([
      { airline: "EI", flight_number: "60" },
      { airline: "EI", flight_number: "524", operating_airline: "BA", operating_airline_name: "British Airways" },
    ]);
    expect(option.slices[0]?.segments[0]).not.toHaveProperty("operating_airline");
  });

  it("is direct with a technical stop, and has its place", () => {
    const stop = {
      id: "sto_1",
      airport: { iata_code: "DUB" },
      arriving_at: "2025-05-10T12:00:00",
      departing_at: "2025-05-10T12:40:00",
    };
    const option = normalised({}, (wire) => Object.assign(firstSegment(wire), { stops: [stop] }));
    expect(option).toMatchObject({ direct: true, stops: 0 });
    expect(option.slices[0]?.segments[0]?.technical_stops).toEqual([
      { airport_code: "DUB", arrival_time: "12:00", departure_time: "12:40" },
    ]);
  });

  it("includes only bags that every traveller with a seat has", () => {
    const bags =
      (...counts: readonly number[]) =>
      (wire: WireOffer) => {
        const travellers = firstSegment(wire)["passengers"] as Loose[];
        for (const [index, quantity] of counts.entries()) {
          Object.assign(travellers[index] ?? {}, { baggages: quantity === 0 ? [] : [{ type: "checked", quantity }] });
        }
      };
    expect(normalised({ passengers: ["adult", "adult"] }, bags(2, 1)).baggage.checked).toEqual({
      included: true,
      quantity: 1,
    });
    expect(normalised({ passengers: ["adult", "child"] }, bags(1, 0)).baggage.checked).toEqual({
      included: false,
      quantity: 0,
    });
    expect(normalised({ passengers: ["adult", "infant_without_seat"] }, bags(1, 0)).baggage.checked.included).toBe(
      true,
    );
    expect(normalised({}, bags(1)).baggage.cabin).toEqual({ included: false, quantity: 0 });
  });

  it("includes only bags that every flight of the trip allows", () => {
    const way = { from: "LHR", to: "JFK", departing: "2025-05-10T11:00:00", arriving: "2025-05-10T13:55:00" };
    const checked = (...flights: readonly Loose[]) =>
      normalised({ slices: flights.map(() => [way]) }, (wire) => {
        for (const [index, change] of flights.entries()) {
          const segment = wire.slices[index]?.segments[0] as Loose;
          const { quantity, ...others } = change;
          Object.assign(segment, others);
          if (quantity === undefined) continue;
          Object.assign((segment["passengers"] as Loose[])[0] ?? {}, { baggages: [{ type: "checked", quantity }] });
        }
      }).baggage.checked;
    const kilograms = (weight: number) => ({ baggage: { checked_baggage: { included: true, weight, unit: "kg" } } });
    expect(checked({ quantity: 2 }, { quantity: 1 })).toEqual({ included: true, quantity: 1 });
    expect(checked({ quantity: 1 }, { quantity: 0 })).toEqual({ included: false, quantity: 0 });
    expect(checked({ quantity: 1 }, { passengers: null })).toEqual({ included: null });
    expect(checked({ passengers: null }, { quantity: 0 })).toEqual({ included: false, quantity: 0 });
    expect(checked({ quantity: 1, ...kilograms(30) }, { quantity: 1, ...kilograms(20) })).toEqual({
      ...{ included: true, quantity: 1, weight_kg: 20 },
    });
  });

  it("reads weights from the older format", () => {
    const baggage = {
      checked_baggage: { included: true, weight: 50, unit: "lb" },
      cabin_baggage: { included: true, weight: 8, unit: "kg" },
    };
    const option = normalised({}, (wire) => {
      const { marketing_carrier_flight_number: number, ...rest } = firstSegment(wire);
      (wire.slices[0]?.segments as unknown as Loose[])[0] = {
        ...rest,
        flight_number: number,
        passengers: undefined,
        baggage,
      };
    });
    expect(option.flight_number).toBe("112");
    expect(option.baggage).toEqual({
      checked: { included: true, weight_kg: 22.7 },
      cabin: { included: true, weight_kg: 8 },
    });
  });

  it("combines pieces and weight, without a weight for a bag that is not included", () => {
    const checked = (quantity: number) =>
      normalised({}, (wire) => {
        const segment = firstSegment(wire);
        Object.assign(segment, { baggage: { checked_baggage: { included: true, weight: 25, unit: "kg" } } });
        Object.assign((segment["passengers"] as Loose[])[0] ?? {}, { baggages: [{ type: "checked", quantity }] });
      }).baggage.checked;
    expect(checked(1)).toEqual({ included: true, quantity: 1, weight_kg: 25 });
    expect(checked(0)).toEqual({ included: false, quantity: 0 });
  });

  it("removes invisible characters from names", () => {
    const name = `Nice\u202e Air\u0000ways\n\u{e0041} ${"x".repeat(500)}`;
    const option = normalised({}, (wire) => Object.assign(wire.owner, { name }));
    expect(option.airline_name).toMatch(/^Nice {2}Air ways/);
    expect(option.airline_name).toHaveLength(100);
  });

  it.each<[string, (wire: WireOffer) => void]>([
    ["no id", (wire) => Object.assign(wire, { id: undefined })],
    ["an ID with a path", (wire) => Object.assign(wire, { id: "off_/../orders" })],
    ["a price that is a number", (wire) => Object.assign(wire, { total_amount: 500 })],
    ["a price that is negative", (wire) => Object.assign(wire, { total_amount: "-5.00" })],
    ["an invalid price", (wire) => Object.assign(wire, { total_amount: "NaN" })],
    ["an invalid currency", (wire) => Object.assign(wire, { total_currency: "dollars" })],
    ["an invalid expiry", (wire) => Object.assign(wire, { expires_at: "soon" })],
    ["no slices", (wire) => Object.assign(wire, { slices: [] })],
    ["slices that are not a list", (wire) => Object.assign(wire, { slices: "LHR" })],
    ["a slice too many", (wire) => Object.assign(wire, { slices: Array.from({ length: 7 }, () => wire.slices[0]) })],
    [
      "more flights than a ticket allows",
      (wire) =>
        Object.assign(wire, {
          slices: [8, 8, 1].map((count) => ({
            ...wire.slices[0],
            segments: Array.from({ length: count }, () => firstSegment(wire)),
          })),
        }),
    ],
    [
      "a flight that is none among flights",
      (wire) => Object.assign(wire.slices[0] ?? {}, { segments: [firstSegment(wire), null] }),
    ],
    ["a flight from nowhere", (wire) => Object.assign(firstSegment(wire), { origin: { iata_code: "lhr" } })],
    [
      "a flight without a number",
      (wire) =>
        Object.assign(firstSegment(wire), {
          marketing_carrier_flight_number: "",
          operating_carrier_flight_number: null,
        }),
    ],
    [
      "a flight without an airline",
      (wire) => Object.assign(firstSegment(wire), { marketing_carrier: null, operating_carrier: {} }),
    ],
    ["a flight without a time", (wire) => Object.assign(firstSegment(wire), { arriving_at: "later" })],
  ])("is dropped with %s", (_, change) => {
    const wire = offer();
    change(wire);
    expect(normaliseOffer(wire as Loose)).toBeUndefined();
    expect(normaliseOffers([wire, offer({ id: "off_good" })])).toMatchObject({
      broken: 1,
      options: [{ id: "off_good" }],
    });
  });
});

describe("normalised offers", () => {
  it("are sorted by price, the most frequent currency first", () => {
    const prices = [
      ["9.00", "USD"],
      ["300.00", "GBP"],
      ["20.10", "GBP"],
      ["100.00", "GBP"],
    ] as const;
    const { options } = normaliseOffers(prices.map(([total, currency], at) => offer({ total, currency }, at)));
    expect(options.map(({ total }) => `${total.amount} ${total.currency}`)).toEqual([
      "20.1 GBP",
      "100 GBP",
      "300 GBP",
      "9 USD",
    ]);
  });

  it("tolerate any JSON value", () => {
    const values = [
      null,
      true,
      0,
      "",
      [],
      {},
      [[]],
      { slices: null },
      { total_amount: "1.00", total_currency: "USD", slices: [{ segments: {} }] },
    ];
    expect(normaliseOffers(values)).toMatchObject({ options: [], broken: values.length });
    for (const field of Object.keys(offer())) {
      for (const value of values) normaliseOffers([{ ...offer(), [field]: value }]);
    }
    for (const field of Object.keys(firstSegment(offer()))) {
      for (const value of values) {
        const wire = offer();
        Object.assign(firstSegment(wire), { [field]: value });
        normaliseOffers([wire]);
      }
    }
  });
});
