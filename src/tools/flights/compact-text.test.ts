import { describe, expect, it } from "vitest";
import { offer } from "../../../test/fixtures/duffel/offers.ts";
import { normaliseOffer } from "../../suppliers/duffel/normalise-offers.ts";
import type { FlightOption } from "../../suppliers/flight-option.ts";
import { compactOffer, compactSearch } from "./compact-text.ts";
import type { SearchAnswer } from "./search-answer.ts";

const option = (wish: Parameters<typeof offer>[0] = {}): FlightOption => normaliseOffer(offer(wish)) as FlightOption;
const answer = (options: readonly FlightOption[], more: Partial<SearchAnswer> = {}): SearchAnswer => ({
  source: "sandbox",
  operation_id: "o1",
  fetched_at: "2025-04-01T09:00:00.000Z",
  cached: false,
  result_count: options.length,
  options,
  ...more,
});

describe("compact text", () => {
  it("has for an offer what is needed to choose it and to read it again", () => {
    expect(compactSearch(answer([option()]))).toBe(
      "British Airways | BA112 LHR 2025-05-10 11:00 > JFK 2025-05-10 13:55 7h55 direct | checked bag | not refundable | " +
        "500.00 USD | until 2025-04-01T09:30:00.000000Z | id off_0000AEdGRhtp5AUUdJ0000\n" +
        "sandbox, of 2025-04-01T09:00:00.000Z",
    );
  });

  it("has both ways of a round trip, and where flights are changed", () => {
    const there = { from: "SFO", to: "DUB", departing: "2025-05-10T17:00:00", arriving: "2025-05-11T11:20:00" };
    const on = {
      from: "DUB",
      to: "CDG",
      departing: "2025-05-11T13:05:00",
      arriving: "2025-05-11T15:50:00",
      number: "7",
    };
    const back = { from: "CDG", to: "SFO", departing: "2025-05-17T10:00:00", arriving: "2025-05-17T12:30:00" };
    const text = compactOffer({ ...answer([]), offer: option({ slices: [[there, on], [back]] }) });
    expect(text).toContain(
      "BA112+BA7 SFO 2025-05-10 17:00 > CDG 2025-05-11 15:50 13h50 via DUB / BA112 CDG 2025-05-17 10:00",
    );
  });

  it("says how old an answer is, and why there is none", () => {
    expect(compactSearch(answer([option()], { cached: true }))).toMatch(/, cached$/);
    expect(compactSearch(answer([option()], { cached: true, stale: true }))).toMatch(/, stale$/);
    expect(compactSearch(answer([], { reason: "No flights found.", warnings: ["Mind the gap."] }))).toBe(
      "No flights found.\nNote: Mind the gap.\nsandbox, of 2025-04-01T09:00:00.000Z",
    );
  });
});
