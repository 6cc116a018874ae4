import { describe, expect, it } from "vitest";
import { passK } from "./pass-k.ts";

const means = (...tasks: readonly (readonly [passed: number, runs: number])[]) =>
  passK(tasks.map(([passed, runs]) => ({ passed, runs }))).map(({ mean }) => Number(mean.toFixed(6)));

describe("pass^k", () => {
  it("is the share of choices of k runs that all passed, averaged over tasks", () => {
    expect(means([3, 4])).toEqual([0.75, 0.5, 0.25, 0]);
    expect(means([4, 4], [2, 4])).toEqual([0.75, 0.583333, 0.5, 0.5]);
  });

  it("agrees with counting the choices one by one", () => {
    const runs = [true, true, false, true, false, true];
    const choices = (k: number, from = 0): boolean[][] =>
      k === 0 ? [[]] : runs.slice(from).flatMap((run, i) => choices(k - 1, from + i + 1).map((rest) => [run, ...rest]));
    for (const { k, mean } of passK([{ passed: 4, runs: 6 }])) {
      const all = choices(k);
      expect(mean).toBeCloseTo(all.filter((chosen) => chosen.every(Boolean)).length / all.length, 12);
    }
  });

  it("uses the tasks that have enough runs for each k, and none without runs", () => {
    expect(means([2, 2], [0, 1])).toEqual([0.5, 1]);
    expect(passK([])).toEqual([]);
    expect(passK([{ passed: 0, runs: 0 }])).toEqual([]);
  });

  it("has an interval that contains the mean, and narrows with more tasks", () => {
    const width = (count: number) => {
      const [first] = passK(Array.from({ length: count }, () => ({ passed: 1, runs: 1 })));
      expect(first?.mean).toBe(1);
      expect(first?.high).toBeCloseTo(1, 12);
      return 1 - (first?.low ?? 0);
    };
    expect(width(10)).toBeCloseTo(0.2775, 3);
    expect(width(100)).toBeLessThan(width(10));
  });
});
