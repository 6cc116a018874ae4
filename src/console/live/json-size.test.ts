import { describe, expect, it } from "vitest";
import { jsonSize, outputSize } from "./json-size.ts";

const FLIGHTS = {
  count: 3,
  flights: Array.from({ length: 30 }, (_, index) => ({
    id: `F-${index}`,
    price: 12_345,
    stops: ["FRA", "CDG"],
    left: null,
  })),
};

describe("the estimated JSON size", () => {
  it.each([["x"], [1], [null], [true], [{}], [[]], [FLIGHTS], [{ deep: { deeper: ["text", { a: 1 }] } }]])(
    "is about that of its JSON: %j",
    (value) => {
      const length = JSON.stringify(value).length;
      expect(jsonSize(value, 100_000)).toBeGreaterThanOrEqual(length * 0.8 - 2);
      expect(jsonSize(value, 100_000)).toBeLessThanOrEqual(length * 1.5 + 5);
      expect(Math.abs(outputSize(value, 100_000) - jsonSize(value, 100_000))).toBeLessThan(60);
    },
  );

  it("exceeds the maximum without looking at the rest of a large value", () => {
    let looked = 0;
    const endless = Array.from({ length: 100_000 }, () => ({
      get text() {
        looked++;
        return "x".repeat(100);
      },
    }));
    expect(jsonSize(endless, 1_000)).toBeGreaterThan(1_000);
    expect(looked).toBeLessThan(20);
    expect(outputSize({ list: endless }, 1_000)).toBeGreaterThan(1_000);
    expect(jsonSize("x".repeat(5_000), 1_000)).toBeGreaterThan(1_000);
  });

  it("of a frozen list is computed once", () => {
    let looked = 0;
    const list = Object.freeze([
      {
        get text() {
          looked++;
          return "x";
        },
      },
    ]);
    const first = outputSize({ list }, 1_000);
    expect(outputSize({ list }, 1_000)).toBe(first);
    expect(looked).toBe(1);
    outputSize({ list: [...list] }, 1_000);
    expect(looked).toBe(2);
  });
});
