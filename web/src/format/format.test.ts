import { afterEach, describe, expect, it } from "vitest";
import { money } from "./money.ts";
import { plain, quoted, visible } from "./text.ts";
import { ago, day, duration, setWorldTime, worldTime } from "./time.ts";

describe("times", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");

  it.each([
    ["2026-11-16T11:59:59Z", "just now"],
    ["2026-11-16T11:59:48Z", "12 s ago"],
    ["2026-11-16T11:57:00Z", "3 min ago"],
    ["2026-11-16T09:59:00Z", "2 h ago"],
    ["2026-11-13T12:00:00Z", "3 d ago"],
    ["2026-11-16T12:05:00Z", "in 5 min"],
    ["2026-12-16T11:59:58Z", "in 30 d"],
    ["2024-02-29T12:00:00Z", "29 Feb 2024"],
    ["nonsense", "nonsense"],
  ])("%s is shown as %s", (at, text) => {
    expect(ago(at, now)).toBe(text);
  });

  it.each([
    [0.42, "0.4 ms"],
    [38, "38 ms"],
    [1_240, "1.24 s"],
    [59_940, "59.9 s"],
    [125_000, "2 min 5 s"],
    [11_400_000, "3 h 10 min"],
    [4 * 86_400_000, "4 d"],
  ])("%d milliseconds are shown as %s", (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });

  it("keep a date without a time zone on its day", () => {
    expect(day("2026-12-01")).toBe("01 Dec 2026");
  });
});

describe("money", () => {
  it("converts the smallest unit, which yen do not have", () => {
    expect(money(123_456, "USD")).toBe("$1,234.56");
    expect(money(5_000, "JPY")).toBe("¥5,000");
    expect(money(100, "nonsense")).toBe("1 nonsense");
  });
});

describe("untrusted text", () => {
  it("shows invisible and reordering characters", () => {
    expect(plain("a\u202Egnp.exe\n b\u0000")).toBe("a·gnp.exe b·");
    expect(quoted('a\u202E"\u200B')).toBe('"a\\u202e\\"\\u200b"');
    expect(visible("a\u202Egnp.exe\r\n\tb\u200B")).toBe("a\\u202egnp.exe\r\n\tb\\u200b");
    expect(quoted("Zürich 👩‍✈️")).toBe('"Zürich 👩‍✈️"');
  });
});

const HERE = Date.parse("2026-11-16T10:00:00Z");

describe("the world time", () => {
  afterEach(() => setWorldTime(""));

  it("follows the server's clock", () => {
    expect(worldTime(HERE).toISOString()).toBe("2026-11-16T10:00:00.000Z");
    setWorldTime("2031-03-01T09:00:00Z", HERE);
    expect(worldTime(HERE + 60_000).toISOString()).toBe("2031-03-01T09:01:00.000Z");
  });

  it("falls back to the local clock if the server's time is invalid", () => {
    setWorldTime("soon", HERE);
    expect(worldTime(HERE).getTime()).toBe(HERE);
  });
});
