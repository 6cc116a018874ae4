import { describe, expect, it } from "vitest";
import { amountOf, durationOf, wallClock } from "./wire-format.ts";

describe("Duffel's formats", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [99, "0.99"],
    [12_340, "123.40"],
    [-2_500, "-25.00"],
  ])("write %i cents as %s", (cents, text) => expect(amountOf(cents)).toBe(text));

  it.each([
    [0, "PT0M"],
    [45, "PT45M"],
    [60, "PT1H"],
    [425, "PT7H5M"],
    [1_440, "P1D"],
    [1_560, "P1DT2H"],
    [3_001, "P2DT2H1M"],
  ])("write %i minutes as %s", (minutes, text) => expect(durationOf(minutes)).toBe(text));

  it("write a local time without its offset", () =>
    expect(wallClock("2026-12-15T08:00:00-05:00")).toBe("2026-12-15T08:00:00"));
});
