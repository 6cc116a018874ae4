import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trimResult } from "../results/trim-result.ts";
import { isShort } from "./is-short.ts";

const limits = { maxBytes: 600, maxItems: 5, maxString: 40 };

describe("a result that is short at a glance", () => {
  it("is one of which nothing would be left out", async () => {
    let short = 0;
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (data) => {
        if (!isShort(data, limits)) return;
        short++;
        expect(await trimResult(data, limits)).toEqual({ data });
      }),
      { numRuns: 3_000, seed: 1 },
    );
    expect(short).toBeGreaterThan(1_000);
  });

  it.each<[what: string, data: unknown]>([
    ["a long text", { text: "x".repeat(41) }],
    ["a long list", { list: [1, 2, 3, 4, 5, 6] }],
    ["many texts", Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`name${index}`, "x".repeat(30)]))],
    ["characters that JSON writes with six", Array(4).fill("\u0001".repeat(30))],
    ["many numbers", Array(5).fill(Array(5).fill(-1e-300 / 3))],
    ["great depth", JSON.parse("[".repeat(40) + "]".repeat(40))],
    ["long names", { ["n".repeat(200)]: 1 }],
  ])("is not: %s", (_, data) => {
    expect(isShort(data, limits)).toBe(false);
  });

  it("is what most results are", () => {
    expect(isShort({ rooms: Array(5).fill({ code: "A1", price: 1 }) }, { ...limits, maxBytes: 50_000 })).toBe(true);
    expect(isShort(null, limits)).toBe(true);
  });
});
