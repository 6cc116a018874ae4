import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

describe("the edit distance", () => {
  it.each([
    ["london", "london", 0],
    ["lodnon", "london", 1],
    ["lonon", "london", 1],
    ["londonn", "london", 1],
    ["lindon", "london", 1],
    ["fransisko", "francisco", 2],
    ["ab", "ba", 1],
    ["", "ab", 2],
  ])("from '%s' to '%s' is %i", (a, b, expected) => {
    expect(editDistance(a, b, 2)).toBe(expected);
    expect(editDistance(b, a, 2)).toBe(expected);
  });

  it("stops counting above the limit", () => {
    expect(editDistance("tokyo", "zurich", 2)).toBe(3);
    expect(editDistance("a", "abcdef", 2)).toBe(3);
  });
});
