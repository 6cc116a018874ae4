import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../../test/fixtures/cases.ts";
import { createSlidingWindow } from "./sliding-window.ts";

const windowMs = 60_000;
const sliding = createSlidingWindow({ limit: 100, windowMs });

describe("a sliding window", () => {
  it("weights the previous window by the part of it that is still covered", () => {
    expect(sliding.estimate(10, 80, 5, 10 * windowMs)).toBe(85);
    expect(sliding.estimate(10, 80, 5, 10.25 * windowMs)).toBe(65);
    expect(sliding.estimate(10, 80, 5, 11 * windowMs - 1)).toBe(6);
    expect(sliding.estimate(10, 0, 5, 10.25 * windowMs)).toBe(5);
  });

  it("allows requests up to the limit and rejects the next", () => {
    expect(sliding.judge(10, 0, 100, 10.5 * windowMs)).toEqual({
      allowed: true,
      limit: 100,
      remaining: 0,
      resetAt: 11 * windowMs,
      current: 100,
      retryAfter: 0,
    });
    expect(sliding.judge(10, 0, 101, 10.5 * windowMs)).toMatchObject({ allowed: false, remaining: 0, current: 101 });
  });

  it("rejects no request because of a rounding error", () => {
    for (let elapsed = 0; elapsed < windowMs; elapsed += 600) {
      const faded = 100 - elapsed / 600;
      expect(sliding.judge(10, 100, 100 - faded, 10 * windowMs + elapsed).allowed).toBe(true);
    }
  });

  it("uses the window of the request when the answer arrives after it has ended", () => {
    expect(sliding.judge(10, 500, 100, 11 * windowMs + 5)).toMatchObject({ allowed: true, current: 100 });
  });

  it("returns the first whole second after which a request would be allowed, even in a later window", () => {
    const counts = fc.record({
      limit: fc.integer({ min: 1, max: 300 }),
      previous: fc.integer({ min: 0, max: 2_000 }),
      count: fc.integer({ min: 1, max: 2_000 }),
      elapsed: fc.integer({ min: 0, max: windowMs - 1 }),
    });
    fc.assert(
      fc.property(counts, ({ limit, previous, count, elapsed }) => {
        const one = createSlidingWindow({ limit, windowMs });
        const passesAt = (instant: number): boolean => {
          const later = one.at(instant) - 10;
          if (later === 0) return one.estimate(10, previous, count + 1, instant) <= limit;
          return one.estimate(10 + later, later === 1 ? count : 0, 1, instant) <= limit;
        };
        const start = 10 * windowMs + elapsed;
        const { allowed, retryAfter, resetAt } = one.judge(10, previous, count, start);
        if (allowed) {
          expect([retryAfter, resetAt]).toEqual([0, 11 * windowMs]);
        } else {
          expect(resetAt - start).toBe(retryAfter * 1000);
          expect(passesAt(start + retryAfter * 1000)).toBe(true);
          if (retryAfter > 1) expect(passesAt(start + (retryAfter - 1) * 1000)).toBe(false);
        }
      }),
      { numRuns: cases(200) },
    );
  });
});
