import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../scripts/world-report/limits.ts";
import { judge, reportWorld } from "../../../scripts/world-report/report.ts";

describe("the report on a thousand searches of the world", { timeout: 120_000 }, () => {
  const held = LIMITS.filter(({ goal }) => goal !== true);
  const verdicts = judge(reportWorld(1000, "report"), held);

  it.each(verdicts)("keeps its limit: $limit.figure", ({ limit, value, cases }) => {
    const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = limit;
    expect(value, cases.join("\n")).toBeGreaterThanOrEqual(least);
    expect(value, cases.join("\n")).toBeLessThanOrEqual(most);
  });
});

describe("a report on the world", () => {
  it("is the same for the same sample, and another for another", () => {
    const figures = (seed: string) => reportWorld(60, seed).map((section) => section.figures);
    const first = figures("one");
    expect(figures("one")).toEqual(first);
    expect(figures("other")).not.toEqual(first);
  });

  it("breaks a limit that a figure is below or above, and one whose figure cannot be computed", () => {
    const sections = [{ title: "", tables: [], figures: { five: 5, none: Number.NaN }, cases: {} }];
    const holds = (limit: { figure: string; least?: number; most?: number }) => judge(sections, [limit])[0]?.holds;
    expect(holds({ figure: "five", least: 5, most: 5 })).toBe(true);
    expect(holds({ figure: "five", least: 6 })).toBe(false);
    expect(holds({ figure: "five", most: 4 })).toBe(false);
    expect(holds({ figure: "none", least: 0 })).toBe(false);
    expect(() => holds({ figure: "six" })).toThrow('The report has no figure "six".');
  });
});
