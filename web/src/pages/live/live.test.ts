import { describe, expect, it } from "vitest";
import type { LiveCall } from "../../../../src/console/contract.ts";
import { MAX_CALLS, NO_CALLS, paused, resumed, withCalls, withLoaded } from "./call-feed.ts";
import { filtered, filterIn, serversIn, toolsIn } from "./call-filter.tsx";
import { waterfall } from "./call-panel.tsx";
import { minutesShown, type RatePoint, recentlyDropped, SHOWN_MS, segmentsOf, withRates } from "./rate-history.ts";
import { linearScale, logScale } from "./rate-plots.tsx";

const call = (number: number, given: Partial<LiveCall> = {}): LiveCall => ({
  id: String(number),
  at: new Date(number * 1_000).toISOString(),
  server: "gds",
  tool: "searchFlights",
  tenant: "default",
  session_id: "0636dd32",
  outcome: "ok",
  milliseconds: 12,
  correlation_id: "c",
  ...given,
});
const ids = (calls: readonly LiveCall[]): string => calls.map(({ id }) => id).join(" ");

describe("the call feed", () => {
  it("is newest first, without duplicates, including earlier calls", () => {
    const feed = withLoaded(withCalls(NO_CALLS, [call(3), call(4)]), [call(3), call(2), call(1)]);
    expect(ids(feed.shown)).toBe("4 3 2 1");
  });

  it("orders calls of the same moment by arrival, last first", () => {
    const at = new Date(5_000).toISOString();
    const feed = withCalls(withCalls(NO_CALLS, [call(1, { at }), call(2, { at })]), [call(3, { at }), call(4, { at })]);
    expect(ids(feed.shown)).toBe("4 3 2 1");
  });

  it("keeps at most 1,000 calls", () => {
    const feed = withCalls(
      withCalls(NO_CALLS, [call(0)]),
      Array.from({ length: MAX_CALLS }, (_, index) => call(index + 1)),
    );
    expect(feed.shown).toHaveLength(MAX_CALLS);
    expect(feed.shown.at(-1)?.id).toBe("1");
  });

  it("holds new calls back while paused, counts them, and adds them on resume", () => {
    const still = withCalls(withCalls(paused(withCalls(NO_CALLS, [call(1)])), [call(2), call(3)]), [call(4)]);
    expect(ids(still.shown)).toBe("1");
    expect(still.receivedWhilePaused).toBe(3);
    const going = resumed(still);
    expect(ids(going.shown)).toBe("4 3 2 1");
    expect(going).toMatchObject({ paused: false, receivedWhilePaused: 0, waiting: [] });
  });

  it("counts all calls received while paused, even if not all are kept", () => {
    const many = Array.from({ length: MAX_CALLS + 5 }, (_, index) => call(index));
    const still = withCalls(paused(NO_CALLS), many);
    expect(still.receivedWhilePaused).toBe(MAX_CALLS + 5);
    expect(still.waiting).toHaveLength(MAX_CALLS);
  });
});

describe("the filter", () => {
  const calls = [
    call(4, { tool: "bookFlight", outcome: "refused" }),
    call(3, { server: "toolbox", tool: "weather", outcome: "defect" }),
    call(2, { session_id: "ffff0000" }),
    call(1, { outcome: "input_required" }),
  ];

  it.each([
    [{}, "4 3 2 1"],
    [{ server: "toolbox" }, "3"],
    [{ tool: "bookFlight" }, "4"],
    [{ outcome: "failed" }, "4 3"],
    [{ outcome: "input_required" }, "1"],
    [{ session: " ffff" }, "2"],
    [{ server: "gds", outcome: "defect" }, ""],
  ])("applies %j", (query, expected) => {
    expect(ids(filtered(calls, filterIn(query as Record<string, string>)))).toBe(expected);
  });

  it("offers everything called so far, and the current selection", () => {
    expect(serversIn(calls, filterIn({ server: "capcorn" }))).toEqual(["capcorn", "gds", "toolbox"]);
    expect(toolsIn(calls, filterIn({ server: "toolbox" }))).toEqual(["weather"]);
  });
});

describe("the rate history", () => {
  const point = (receivedAt: number, dropped = 0, p50_ms = 10): RatePoint => ({
    calls_per_minute: 60,
    errors_per_minute: 0,
    p50_ms,
    p99_ms: 100,
    dropped,
    receivedAt,
  });

  it("drops samples older than the plots", () => {
    const points = withRates(withRates(withRates([], point(0)), point(1_000)), point(SHOWN_MS + 5_500));
    expect(points.map(({ receivedAt }) => receivedAt)).toEqual([1_000, SHOWN_MS + 5_500]);
  });

  it("fills the plot from the first minute on", () => {
    expect(minutesShown([])).toBe(1);
    expect(minutesShown([point(0), point(59_000)])).toBe(1);
    expect(minutesShown([point(0), point(61_000)])).toBe(2);
    expect(minutesShown([point(0), point(SHOWN_MS + 4_000)])).toBe(5);
  });

  it("interrupts lines where samples are missing or there were no calls", () => {
    const points = [point(0), point(1_000), point(60_000), point(61_000, 0, 0), point(62_000)];
    const pieces = segmentsOf(points, ({ p50_ms }) => (p50_ms > 0 ? p50_ms : undefined));
    expect(pieces.map((piece) => piece.map(({ receivedAt }) => receivedAt))).toEqual([[0, 1_000], [60_000], [62_000]]);
  });

  it("counts recently dropped calls", () => {
    expect(recentlyDropped([point(0, 7), point(15_000, 3), point(20_000, 4)], 20_000)).toBe(7);
  });
});

describe("plot scales", () => {
  it("end at a round number", () => {
    expect(linearScale([3.4]).ticks).toEqual([0, 2.5, 5]);
    expect(linearScale([48]).ticks).toEqual([0, 25, 50]);
    expect(linearScale([]).ticks).toEqual([0, 0.5, 1]);
    expect(linearScale([100]).share(100)).toBe(1);
  });

  it("show milliseconds and seconds together", () => {
    const { share, ticks } = logScale([11, 950]);
    expect(ticks).toEqual([1, 10, 100, 1_000]);
    expect(share(1)).toBe(0);
    expect(share(1_000)).toBeCloseTo(1);
    expect(logScale([]).ticks).toEqual([1, 10]);
    expect(logScale([0.05]).share(0.05)).toBeGreaterThan(0);
  });
});

describe("the waterfall", () => {
  const step = (started_ms: number, milliseconds: number) => ({ step: "http", started_ms, milliseconds });

  it("shows when each step started and how long it took", () => {
    const [first, second] = waterfall([step(0, 20), step(20, 60)], 100);
    expect(first).toMatchObject({ left: 0, width: 0.2 });
    expect(second).toMatchObject({ left: 0.2, width: 0.6 });
  });

  it("stays within bounds, and keeps steps visible that took no time", () => {
    for (const { left, width } of waterfall([step(90, 40), step(130, 0), step(0, 0)], 100)) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(1);
      expect(width).toBeGreaterThan(0);
    }
    expect(waterfall([step(0, 0)], 0)[0]).toMatchObject({ left: 0, width: 0.01 });
  });
});
