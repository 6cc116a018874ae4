import { describe, expect, it } from "vitest";
import { draw, hash } from "./draw.ts";

describe("the seeded random generator", () => {
  it("gives the same numbers for the same words", () => {
    expect(hash("fixed", "JFK", "LAX", 42)).toBe(hash("fixed", "JFK", "LAX", 42));
    expect([draw("a").integer(0, 999), draw("b").integer(0, 999), hash("taxiway")]).toMatchInlineSnapshot(`
      [
        400,
        802,
        2691839652,
      ]
    `);
  });

  it("distinguishes words by their boundaries", () => {
    expect(hash("AB", "C")).not.toBe(hash("A", "BC"));
  });

  it("spreads evenly over its range", () => {
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const n = draw("spread", i).integer(0, 9);
      counts[n] = (counts[n] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
