import { describe, expect, it } from "vitest";
import { createCallRates, ratesOf, tallyIn } from "./rates.ts";

const NOW = 1_800_000_000_000;

describe("the call rates", () => {
  it("count the calls and errors of the last minute", () => {
    const rates = createCallRates();
    for (let second = 0; second < 120; second++) rates.note("acme", NOW + second * 1_000, 1, second % 10 === 0);
    const { calls_per_minute, errors_per_minute } = ratesOf([rates.of("acme", NOW + 119_000)]);
    expect(calls_per_minute).toBeGreaterThanOrEqual(60);
    expect(calls_per_minute).toBeLessThanOrEqual(65);
    expect(errors_per_minute).toBe(6);
    expect(rates.of("acme", NOW + 300_000)).toEqual({ calls: 0, errors: 0, durations: [] });
  });

  it("are counted per tenant and for all tenants", () => {
    const rates = createCallRates();
    for (const tenant of ["acme", "acme", "other"]) rates.note(tenant, NOW, 1, false);
    expect([rates.of("acme", NOW).calls, rates.of("unknown", NOW).calls, rates.of(undefined, NOW).calls]).toEqual([
      2, 0, 3,
    ]);
  });

  it("report durations to within a tenth, from microseconds to minutes", () => {
    for (const ms of [0.001, 0.05, 0.7, 3, 42, 999, 30_000, 120_000]) {
      const rates = createCallRates();
      for (let i = 0; i < 99; i++) rates.note("acme", NOW, ms, false);
      const { p50_ms, p99_ms } = ratesOf([rates.of("acme", NOW)]);
      expect(p50_ms).toBe(p99_ms);
      expect(Math.abs(p50_ms - Math.max(ms, 0.0109)) / Math.max(ms, 0.0109)).toBeLessThan(0.1);
    }
  });

  it("are summed over nodes before percentiles are computed", () => {
    const [fast, slow] = [createCallRates(), createCallRates()];
    for (let i = 0; i < 98; i++) fast.note("acme", NOW, 1, false);
    for (let i = 0; i < 2; i++) slow.note("acme", NOW, 1_000, true);
    const rates = ratesOf([fast.of("acme", NOW), slow.of("acme", NOW)]);
    expect(rates).toMatchObject({ calls_per_minute: 100, errors_per_minute: 2 });
    expect(rates.p50_ms).toBeLessThan(1.2);
    expect(rates.p99_ms).toBeGreaterThan(900);
    expect(ratesOf([])).toEqual({ calls_per_minute: 0, errors_per_minute: 0, p50_ms: 0, p99_ms: 0 });
  });

  it("are kept for a thousand tenants at most", () => {
    const rates = createCallRates();
    for (let i = 0; i < 1_500; i++) rates.note(`tenant-${i}`, NOW, 1, false);
    expect(rates.of(undefined, NOW).calls).toBe(1_000);
    expect(rates.of("tenant-1499", NOW).calls).toBe(1);
  });

  it("of another node are ignored if they are malformed", () => {
    expect(tallyIn({ calls: 1, errors: 0, durations: [3, 1] })).toEqual({ calls: 1, errors: 0, durations: [3, 1] });
    for (const sent of [undefined, null, "x", {}, { calls: 1, errors: 0, durations: ["x"] }, { calls: "1" }]) {
      expect(tallyIn(sent as never)).toBeUndefined();
    }
  });
});
