import { describe, expect, it } from "vitest";
import { trimResult } from "./trim-result.ts";

const LIMITS = { maxBytes: 1_000, maxItems: 5, maxString: 100 };
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("a result", () => {
  it("that fits is left as it is, and kept nowhere", async () => {
    const data = { rooms: [1, 2, 3] };
    const result = await trimResult(data, { ...LIMITS, keep: () => Promise.reject(new Error("It was kept.")) });
    expect(result).toEqual({ data });
    expect(result.data).toBe(data);
  });

  it("has its lists and texts cut, and says so", async () => {
    const data = { rooms: Array.from({ length: 20 }, (_, n) => n), note: "x".repeat(150), nested: { list: [1] } };
    const kept: string[] = [];
    const { data: shown, trimmed } = await trimResult(data, {
      ...LIMITS,
      keep: async (json) => {
        kept.push(json);
        return "taxiway://results/1";
      },
    });
    expect(shown).toEqual({ rooms: [0, 1, 2, 3, 4], note: `${"x".repeat(99)}…`, nested: { list: [1] } });
    expect(trimmed).toEqual({
      truncated: true,
      total: sizeOf(data),
      uri: "taxiway://results/1",
      hint: "rooms shows 5 of 20 entries. 1 long text is cut. The whole is at taxiway://results/1; or ask for less at a time.",
    });
    expect(kept.map((json) => JSON.parse(json))).toEqual([data]);
  });

  it.each<[what: string, data: unknown]>([
    ["many long texts", Array.from({ length: 5 }, () => ({ a: "ü".repeat(99), b: "x".repeat(99), c: "y".repeat(90) }))],
    ["lists in lists", Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => "a word of some length"))],
    ["a single text", "x".repeat(100_000)],
    ["many members", Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member ${n}`, { n }]))],
    ["emoji", { text: "\u{1f600}".repeat(500) }],
  ])("becomes shorter until it fits: %s", async (_what, data) => {
    const { data: shown, trimmed } = await trimResult(data, LIMITS);
    expect(sizeOf(shown)).toBeLessThanOrEqual(LIMITS.maxBytes);
    expect(Array.isArray(shown)).toBe(Array.isArray(data));
    expect(trimmed).toMatchObject({
      truncated: true,
      total: sizeOf(data),
      hint: expect.stringMatching(/less at a time\.$/),
    });
    expect(JSON.stringify(shown)).not.toMatch(/\\ud8/);
  });

  it("that is nothing stays nothing", async () => {
    expect(await trimResult(null, LIMITS)).toEqual({ data: null });
    expect(await trimResult(undefined, LIMITS)).toEqual({ data: undefined });
  });
});
