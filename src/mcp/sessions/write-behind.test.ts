import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWriteBehind } from "./write-behind.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("what is written behind the caller's back", () => {
  it("is written a batch at a time, and what fails is handed back with the reason", async () => {
    let [underWay, most] = [0, 0];
    const behind = createWriteBehind(
      async (item: number) => {
        most = Math.max(most, ++underWay);
        await Promise.resolve();
        underWay -= 1;
        if (item % 100 === 7) throw new Error("away");
      },
      { longestRestMs: 1_000 },
    );
    const failed = await behind.write(Array.from({ length: 250 }, (_, item) => item));
    expect(failed.map(({ item }) => item)).toEqual([7, 107, 207]);
    expect(failed[0]?.reason).toEqual(new Error("away"));
    expect(most).toBe(100);
  });

  it("rests nine times as long as it took, up to a limit", async () => {
    const behind = createWriteBehind(async (ms: number) => vi.advanceTimersByTime(ms), { longestRestMs: 1_000 });
    expect(behind.restUntil()).toBe(0);
    await behind.write([20]);
    expect(behind.restUntil() - performance.now()).toBe(180);
    await behind.write([500]);
    expect(behind.restUntil() - performance.now()).toBe(1_000);
  });
});
