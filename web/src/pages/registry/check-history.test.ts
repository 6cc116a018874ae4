import { describe, expect, test } from "vitest";
import { historyBars, historySummary } from "./check-history.tsx";

const check = (status: string, response_time_ms: number | null) => ({
  at: "2026-11-16T12:00:00Z",
  status,
  response_time_ms,
});
const SIZE = { width: 100, height: 20, max: 10 };

describe("the check history", () => {
  test("shows the response time as height, and full height for no response", () => {
    const bars = historyBars([check("healthy", 50), check("healthy", 100), check("unavailable", null)], SIZE);
    expect(bars.map(({ height }) => height)).toEqual([11.5, 20, 20]);
    expect(bars.map(({ y }) => y)).toEqual([8.5, 0, 0]);
  });

  test("shows the newest checks at the right edge, as many as fit", () => {
    const few = historyBars([check("healthy", 1), check("degraded", 2)], SIZE);
    expect(few.map(({ x }) => x)).toEqual([80, 90]);
    const many = historyBars(
      Array.from({ length: 25 }, (_, index) => check(`state ${index}`, 1)),
      SIZE,
    );
    expect(many).toHaveLength(10);
    expect(many.at(-1)).toMatchObject({ x: 90, status: "state 24" });
  });

  test("summarizes the checks in words", () => {
    expect(historySummary([])).toBe("No checks yet.");
    expect(historySummary([check("healthy", 38)])).toBe("1 check: 1 healthy. The last one took 38 ms.");
    expect(historySummary([check("degraded", 9), check("healthy", 8), check("healthy", null)])).toBe(
      "3 checks: 2 healthy, 1 degraded. The last one got no response.",
    );
  });
});
