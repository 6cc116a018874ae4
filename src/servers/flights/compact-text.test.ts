import { describe, expect, it } from "vitest";
import { type OfferOverrides, offer, type WireOffer } from "../../../test/fixtures/duffel/offers.ts";
import { compactOffer, compactSearch } from "./compact-text.ts";
import { normaliseOffer } from "./duffel/normalise-offers.ts";
import type { FlightOption } from "./flight-option.ts";
import type { FlightSearchAnswer } from "./flight-shop.ts";
import { leanOffer } from "./lean-option.ts";
import { searchAnswer, type View } from "./search-answer.ts";

const option = (overrides: OfferOverrides = {}, change: (wire: WireOffer) => void = () => undefined): FlightOption => {
  const wire = offer(overrides);
  change(wire);
  return normaliseOffer(wire) as FlightOption;
};

const found = (options: readonly FlightOption[], more: Partial<FlightSearchAnswer> = {}): FlightSearchAnswer => ({
  ...{ source: "sandbox", operationId: "o1", fetchedAt: Date.parse("2025-04-01T09:00:00.123Z"), cached: false },
  ...{ warnings: [], options, ...more },
});

const searched = (answer: FlightSearchAnswer, wanted: Partial<View> = {}): string =>
  compactSearch(searchAnswer(answer, { detail: "lean", max_results: 10, further: "return", ...wanted }));

const there = { from: "SFO", to: "DUB", departing: "2025-05-10T17:00:00", arriving: "2025-05-11T11:20:00" };
const on = { from: "DUB", to: "CDG", departing: "2025-05-11T13:05:00", arriving: "2025-05-11T15:50:00", number: "7" };
const back = { from: "CDG", to: "SFO", departing: "2025-05-17T10:00:00", arriving: "2025-05-17T12:30:00" };

const LINE =
  "British Airways | BA112 LHR 2025-05-10T11:00 > JFK 2025-05-10T13:55, 7h55, direct | Economy Basic, not refundable, 1 checked bag | " +
  "500.00 USD | until 2025-04-01T09:30:00Z | offer_id off_0000AEdGRhtp5AUUdJ0000";
const COUNT = "1 offer, cheapest first, for all travellers and the whole trip.";
const SOURCE = "Source: sandbox, 2025-04-01T09:00:00Z";
const NEXT = "Next: get_offer with the offer_id of one, before its price is promised.";

describe("the compact text of a search", () => {
  it("has one line per offer, then the next step", () => {
    expect(searched(found([option()]))).toBe([LINE, `${COUNT} ${SOURCE}. ${NEXT}`].join("\n"));
  });

  it("is the same for lean and full options", () => {
    const answer = found([option(), option({ slices: [[there, on], [back]] })]);
    expect(searched(answer, { detail: "full" })).toBe(searched(answer));
  });

  it("shows both directions of a round trip, and the place and length of connections", () => {
    expect(searched(found([option({ slices: [[there, on], [back]] })]))).toContain(
      " | BA112+BA7 SFO 2025-05-10T17:00 > CDG 2025-05-11T15:50, 13h50, via DUB 1h45 / " +
        "BA112 CDG 2025-05-17T10:00 > SFO 2025-05-17T12:30, 11h30, direct | ",
    );
  });

  it("shows the weight of bags, and omits what the airline does not say", () => {
    const checked_baggage = { included: true, weight: 25, unit: "kg" };
    const weighed = option({}, (wire) =>
      Object.assign(wire.slices[0]?.segments[0] ?? {}, { baggage: { checked_baggage } }),
    );
    expect(searched(found([weighed]))).toContain("| Economy Basic, not refundable, 1 checked bag of 25 kg |");
    const silent = option({}, (wire) => {
      Object.assign(wire, { conditions: null });
      Object.assign(wire.slices[0]?.segments[0] ?? {}, { passengers: null });
    });
    expect(searched(found([silent]))).toContain("direct | Economy Basic | 500.00 USD |");
  });

  it("begins with warnings, and ends with the number of offers left out", () => {
    const three = Array.from({ length: 3 }, () => option());
    const lines = searched(found(three, { warnings: ["Mind the gap."] }), { max_results: 2 }).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe("Note: Mind the gap.");
    expect(lines[3]).toMatch(/^2 offers, .* 1 more: max_results \(at most 50\), or a narrower search\. Source/);
  });

  it("shows its age, and the reason for an empty result", () => {
    expect(searched(found([option()], { cached: true }))).toContain(`${SOURCE}, cached. `);
    expect(searched(found([option()], { cached: true, staleSeconds: 5 }))).toContain(`${SOURCE}, stale. `);
    expect(searched(found([], { reason: "No flights found.", warnings: ["Mind the gap."] }))).toBe(
      `Note: Mind the gap.\nNo flights found. ${SOURCE}.`,
    );
  });
});

describe("the compact text of an offer", () => {
  const about = { source: "live", fetched_at: "2025-04-01T09:00:00Z" } as const;

  it("has every flight, the conditions and the expiry", () => {
    const stop = {
      airport: { iata_code: "DUB" },
      arriving_at: "2025-05-10T12:00:00",
      departing_at: "2025-05-10T12:40:00",
    };
    const whole = option({ slices: [[there, { ...on, operating: "AF" }]] }, (wire) =>
      Object.assign(wire.slices[0]?.segments[0] ?? {}, { stops: [stop] }),
    );
    expect(compactOffer({ ...about, warnings: ["Mind the gap."], offer: leanOffer(whole) }).split("\n")).toEqual([
      "Note: Mind the gap.",
      expect.stringMatching(/^British Airways \| BA112\+BA7 SFO .* \| offer_id off_0000AEdGRhtp5AUUdJ0000$/),
      "BA112 SFO 2025-05-10T17:00 > DUB 2025-05-11T11:20, 10h20, Boeing 777-300ER, lands in DUB",
      "BA7 DUB 2025-05-11T13:05 > CDG 2025-05-11T15:50, 1h45, operated by Air France, Boeing 777-300ER",
      "Economy Basic, changeable, 1 cabin bag, 100.00 USD of it tax, 460 kg CO2",
      "Source: live, 2025-04-01T09:00:00Z. Can be had until 2025-04-01T09:30:00Z; after that, search again with refresh: true.",
    ]);
    expect(compactOffer({ ...about, offer: whole })).toBe(compactOffer({ ...about, offer: leanOffer(whole) }));
  });
});
