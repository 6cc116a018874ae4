import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../../../test/fixtures/cases.ts";
import { isShort, trimResult } from "./trim-result.ts";

const LIMITS = { maxBytes: 1_000, maxItems: 5, maxString: 100 };
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("trimResult", () => {
  it("returns a result that fits unchanged and does not keep it", async () => {
    const data = { rooms: [1, 2, 3] };
    const result = await trimResult(data, { ...LIMITS, keep: () => Promise.reject(new Error("It was kept.")) });
    expect(result).toEqual({ data });
    expect(result.data).toBe(data);
  });

  it("shortens lists and texts and reports it", async () => {
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
      hint: "rooms shows 5 of 20 entries. 1 long text is cut. The whole result is at taxiway://results/1; or request less at a time.",
    });
    expect(kept.map((json) => JSON.parse(json))).toEqual([data]);
  });

  it.each<[what: string, data: unknown]>([
    ["many long texts", Array.from({ length: 5 }, () => ({ a: "ü".repeat(99), b: "x".repeat(99), c: "y".repeat(90) }))],
    ["lists in lists", Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => "a word of some length"))],
    ["a single text", "x".repeat(100_000)],
    ["many members", Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member ${n}`, { n }]))],
    ["emoji", { text: "\u{1f600}".repeat(500) }],
  ])("shortens until it fits: %s", async (_what, data) => {
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

  it("keeps an empty result empty", async () => {
    expect(await trimResult(null, LIMITS)).toEqual({ data: null });
    expect(await trimResult(undefined, LIMITS)).toEqual({ data: undefined });
  });
});

const SMALL = { maxBytes: 600, maxItems: 5, maxString: 40 };

describe("isShort", () => {
  it("is true only for results that need no trimming", async () => {
    let short = 0;
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (data) => {
        if (!isShort(data, SMALL)) return;
        short++;
        expect(await trimResult(data, SMALL)).toEqual({ data });
      }),
      { numRuns: cases(300), seed: 1 },
    );
    expect(short).toBeGreaterThan(cases(100));
  });

  it.each<[what: string, data: unknown]>([
    ["a long text", { text: "x".repeat(41) }],
    ["a long list", { list: [1, 2, 3, 4, 5, 6] }],
    ["many texts", Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`name${index}`, "x".repeat(30)]))],
    ["characters that JSON writes with six", Array(4).fill("\u0001".repeat(30))],
    ["many numbers", Array(5).fill(Array(5).fill(-1e-300 / 3))],
    ["great depth", JSON.parse("[".repeat(40) + "]".repeat(40))],
    ["long names", { ["n".repeat(200)]: 1 }],
  ])("is false for %s", (_, data) => {
    expect(isShort(data, SMALL)).toBe(false);
  });

  it("is true for ordinary results", () => {
    expect(isShort({ rooms: Array(5).fill({ code: "A1", price: 1 }) }, { ...SMALL, maxBytes: 50_000 })).toBe(true);
    expect(isShort(null, SMALL)).toBe(true);
  });
});
