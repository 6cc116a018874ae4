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

describe("the tenant cache", () => {
  it("opens a resource once and then returns it synchronously", async () => {
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

  it("retries after opening failed", async () => {
    const { held, open } = start();
    open.mockRejectedValueOnce(new Error("away"));
    const both = [held.of("acme"), held.of("acme")];
    for (const each of both) await expect(each).rejects.toThrow("away");
    expect(await held.of("acme")).toEqual({ tenant: "acme" });
    await held.close();
  });

  it("closes the least recently used resources above the limit and reopens them on demand", async () => {
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

  it("keeps resources that are in use or were used recently", async () => {
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

  it("closes a resource that is still opening, and opens none after closing", async () => {
    const { held, story, open } = start();
    const opening = held.of("acme");
    await held.close();
    expect(await opening).toEqual({ tenant: "acme" });
    expect(story).toEqual(["open acme", "close acme"]);
    await expect(held.of("acme")).rejects.toThrow();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("logs a resource that fails to close", async () => {
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
