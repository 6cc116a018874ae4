import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWriteBehind } from "./write-behind.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("the write-behind queue", () => {
  it("writes in batches and returns failed items with the reason", async () => {
    let [underWay, most] = [0, 0];
    const behind = createWriteBehind(
      async (item: number) => {
        most = Math.max(most, ++underWay);
        await Promise.resolve();
        underWay -= 1;
        if (item % 100 === 7) throw new Error("away");
      },
      { maxRestMs: 1_000 },
    );
    const failed = await behind.write(Array.from({ length: 250 }, (_, item) => item));
    expect(failed.map(({ item }) => item)).toEqual([7, 107, 207]);
    expect(failed[0]?.reason).toEqual(new Error("away"));
    expect(most).toBe(100);
  });

  it("rests nine times as long as the writing took, up to a limit", async () => {
    const behind = createWriteBehind(async (ms: number) => vi.advanceTimersByTime(ms), { maxRestMs: 1_000 });
    expect(behind.restUntil()).toBe(0);
    await behind.write([20]);
    expect(behind.restUntil() - performance.now()).toBe(180);
    await behind.write([500]);
    expect(behind.restUntil() - performance.now()).toBe(1_000);
  });
});
