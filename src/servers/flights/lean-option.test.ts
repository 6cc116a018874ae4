import { describe, expect, it } from "vitest";
import { offer, type SegmentInput } from "../../../test/fixtures/duffel/offers.ts";
import { normaliseOffer } from "./duffel/normalise-offers.ts";
import type { FlightOption } from "./flight-option.ts";
import { leanOffer, leanOption } from "./lean-option.ts";

const out: SegmentInput = {
  ...{ from: "SFO", to: "CDG", departing: "2025-05-10T08:00:00", arriving: "2025-05-11T08:30:00" },
};
const back: SegmentInput = {
  ...{ from: "CDG", to: "SFO", departing: "2025-05-17T10:00:00", arriving: "2025-05-17T12:30:00" },
  ...{ airline: "AF", operating: "EI", number: "84" },
};
const option = (...slices: readonly SegmentInput[]): FlightOption =>
  normaliseOffer(offer({ total: "920.00", slices: slices.map((slice) => [slice]) })) as FlightOption;

const LEAN = {
  id: "off_0000AEdGRhtp5AUUdJ0000",
  offer_id: "off_0000AEdGRhtp5AUUdJ0000",
  airline: "BA",
  flight_number: "112",
  departure: { airport: "SFO", date: "2025-05-10", time: "08:00" },
  arrival: { airport: "CDG", date: "2025-05-11", time: "08:30" },
  duration_minutes: 930,
  stops: 0,
  direct: true,
  fare_brand: "Economy Basic",
  price: { amount: 920, currency: "USD" },
  expires_at: "2025-04-01T09:30:00Z",
};
const RETURN = {
  airline: "AF",
  flight_number: "84",
  departure: { airport: "CDG", date: "2025-05-17", time: "10:00" },
  arrival: { airport: "SFO", date: "2025-05-17", time: "12:30" },
  duration_minutes: 690,
  stops: 0,
  operated_by: "Aer Lingus",
};

describe("a lean option", () => {
  it("has the fields by which a traveller compares options", () => {
    expect(leanOption(option(out), "return")).toEqual(LEAN);
  });

  it("has the return of a round trip, or the further flights of a multi-city trip", () => {
    expect(leanOption(option(out, back), "return")).toEqual({ ...LEAN, return: RETURN });
    expect(leanOption(option(out, back), "onward")).toEqual({ ...LEAN, onward: [RETURN] });
  });
});

describe("a lean offer", () => {
  it("has bags, conditions and every flight, with codes instead of names", () => {
    const flight = { duration_minutes: 690, aircraft_type: "Boeing 777-300ER", cabin_class: "economy" };
    const brand = { stops: 0, fare_brand: "Economy Basic" };
    const { airline, direct, price, expires_at, offer_id } = LEAN;
    expect(leanOffer(option(out, back))).toEqual({
      ...{ offer_id, airline, airline_name: "British Airways", direct, refundable: false, changeable: true },
      baggage: { checked: { included: true, quantity: 1 }, cabin: { included: true, quantity: 1 } },
      ...{ price, tax: { amount: 100, currency: "USD" }, emissions_kg: 460, expires_at },
      slices: [
        {
          ...{ ...brand, duration_minutes: 930 },
          segments: [
            {
              ...{ ...flight, duration_minutes: 930, airline: "BA", flight_number: "112" },
              ...{ origin: "SFO", destination: "CDG" },
              ...{ departing_at: "2025-05-10T08:00", arriving_at: "2025-05-11T08:30" },
            },
          ],
        },
        {
          ...{ ...brand, duration_minutes: 690 },
          segments: [
            {
              ...{ ...flight, airline: "AF", operating_airline: "EI", flight_number: "84" },
              ...{ origin: "CDG", destination: "SFO" },
              ...{ departing_at: "2025-05-17T10:00", arriving_at: "2025-05-17T12:30" },
            },
          ],
        },
      ],
    });
  });
});
