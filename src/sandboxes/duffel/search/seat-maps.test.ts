import { describe, expect, it } from "vitest";
import { CABINS } from "../../../model/flight.ts";
import { cabinLayout } from "./seat-maps.ts";

describe("the cabin layout", () => {
  it("matches the aisles and the approximate seat count of the aircraft", () => {
    expect(cabinLayout({ body: "narrow", seats: 200 }, "economy")).toMatchObject({
      sections: ["ABC", "DEF"],
      rows: 32,
    });
    expect(cabinLayout({ body: "wide", seats: 365 }, "economy").sections).toHaveLength(3);
    expect(cabinLayout({ body: "wide", seats: 365 }, "business").sections).toEqual(["A", "DG", "K"]);
    expect(cabinLayout({ body: "turboprop", seats: 70 }, "economy")).toMatchObject({ sections: ["AC", "DF"] });
  });

  it("has overwing exits in a long economy cabin only, and at least two rows in every cabin", () => {
    for (const body of ["wide", "narrow", "regional", "turboprop", "small"] as const) {
      for (const cabin of CABINS) {
        const { rows, exitBehind, sections } = cabinLayout({ body, seats: body === "small" ? 9 : 120 }, cabin);
        expect(rows).toBeGreaterThan(1);
        expect(new Set(sections.join("")).size).toBe(sections.join("").length);
        if (exitBehind !== undefined) expect([cabin, exitBehind < rows]).toEqual(["economy", true]);
      }
    }
    expect(cabinLayout({ body: "small", seats: 9 }, "economy").exitBehind).toBeUndefined();
  });
});
