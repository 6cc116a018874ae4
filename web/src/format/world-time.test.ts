import { afterEach, describe, expect, it } from "vitest";
import { setWorldTime, worldTime } from "./world-time.ts";

const HERE = Date.parse("2026-11-16T10:00:00Z");

describe("the time of the world", () => {
  afterEach(() => setWorldTime(""));

  it("is ours until the server says another, and goes on from there", () => {
    expect(worldTime(HERE).toISOString()).toBe("2026-11-16T10:00:00.000Z");
    setWorldTime("2031-03-01T09:00:00Z", HERE);
    expect(worldTime(HERE + 60_000).toISOString()).toBe("2031-03-01T09:01:00.000Z");
  });

  it("is ours where the server says nothing that is a time", () => {
    setWorldTime("soon", HERE);
    expect(worldTime(HERE).getTime()).toBe(HERE);
  });
});
