import { describe, expect, it } from "vitest";
import { sparkPoints } from "./spark.tsx";

describe("sparkPoints", () => {
  it("scales from zero to the maximum", () => {
    expect(sparkPoints([0, 10], 102, 24)).toBe("1.0,22.0 101.0,2.0");
    expect(sparkPoints([5], 100, 20)).toBe("");
    expect(sparkPoints([0, 0], 102, 24)).toBe("1.0,22.0 101.0,22.0");
  });
});
