import { describe, expect, it, vi } from "vitest";
import { createTenantCache, type TenantResource } from "./tenant-cache.ts";

const MINUTE = 60_000;

const start = (most = 2) => {
  const time = { now: 0 };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  /** What was done, in its order. */
  const story: string[] = [];
  const needed = new Set<string>();
  const open = vi.fn(async (tenant: string): Promise<TenantResource<{ readonly tenant: string }>> => {
    story.push(`open ${tenant}`);
    return {
      value: { tenant },
      isInUse: () => needed.has(tenant),
      close: async () => void story.push(`close ${tenant}`),
    };
  });
  const held = createTenantCache({ open, log, most, timers: { now: () => time.now } });
  return { held, open, story, needed, time, log };
};

describe("what every tenant has its own of", () => {
  it("is opened for the first who asks, once, and is there at once for the next", async () => {
    const { held, story } = start();
    expect(story).toEqual([]);
    const [one, two] = [held.of("acme"), held.of("acme")];
    expect(await one).toBe(await two);
    expect(held.of("acme")).toBe(await one);
    expect(await held.of("other")).toEqual({ tenant: "other" });
    expect(story).toEqual(["open acme", "open other"]);
    await held.close();
    expect(story).toEqual(["open acme", "open other", "close acme", "close other"]);
  });

  it("is tried again by the next who asks when it could not be opened", async () => {
    const { held, open } = start();
    open.mockRejectedValueOnce(new Error("away"));
    const both = [held.of("acme"), held.of("acme")];
    for (const each of both) await expect(each).rejects.toThrow("away");
    expect(await held.of("acme")).toEqual({ tenant: "acme" });
    await held.close();
  });

  it("is closed when there are too many, the one first that nobody asked for longest, and opened again when needed", async () => {
    const { held, story, time } = start();
    await held.of("a");
    await held.of("b");
    time.now += 20 * MINUTE;
    held.of("a");
    time.now += 11 * MINUTE;
    await held.of("c");
    expect(story).toEqual(["open a", "open b", "open c", "close b"]);
    await held.of("b");
    expect(story.slice(4)).toEqual(["open b", "close a"]);
    await held.close();
  });

  it("stays as long as somebody may still be at work with it, or waits for news from it", async () => {
    const { held, story, time, needed } = start(1);
    needed.add("kept");
    await held.of("kept");
    time.now += 60 * MINUTE;
    await held.of("busy");
    time.now += 10 * MINUTE;
    await held.of("new");
    expect(story).toEqual(["open kept", "open busy", "open new"]);
    time.now += 1;
    await held.of("newer");
    expect(story.slice(3)).toEqual(["open newer", "close busy"]);
    needed.delete("kept");
    time.now += 11 * MINUTE;
    await held.of("newest");
    expect(story.slice(5)).toEqual(["open newest", "close kept", "close new", "close newer"]);
    await held.close();
  });

  it("is closed also if it was still being opened, and not opened any more", async () => {
    const { held, story, open } = start();
    const opening = held.of("acme");
    await held.close();
    expect(await opening).toEqual({ tenant: "acme" });
    expect(story).toEqual(["open acme", "close acme"]);
    await expect(held.of("acme")).rejects.toThrow();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("may fail to close, which is told and harms nobody", async () => {
    const { held, open, log } = start();
    open.mockResolvedValueOnce({
      value: { tenant: "bad" },
      isInUse: () => false,
      close: () => Promise.reject(new Error("stuck")),
    });
    await held.of("bad");
    await held.close();
    expect(log.warn.mock.calls).toEqual([[expect.any(String), { tenant: "bad", error: "Error: stuck" }]]);
  });
});
