import { expect, it, vi } from "vitest";
import { createRegistry } from "./metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";

it("measures event loop lag beyond the resolution of the monitor since the last scrape", () => {
  const delays = {
    enable: vi.fn(),
    disable: vi.fn(),
    reset: vi.fn(),
    percentile: (percentile: number) => (percentile === 100 ? 120_000_000 : 19_000_000),
  };
  const watchDelays = vi.fn(() => delays);
  const registry = createRegistry();
  const stop = registerProcessMetrics(registry, watchDelays);
  expect(watchDelays).toHaveBeenCalledWith({ resolution: 20 });
  expect(delays.enable).toHaveBeenCalled();

  const lag = registry.snapshot().find(({ name }) => name === "taxiway_event_loop_lag_seconds");
  const byQuantile = Object.fromEntries(lag?.series.map(({ labels, value }) => [labels[0], value]) ?? []);
  expect(byQuantile).toEqual({ "0.5": 0, "0.9": 0, "0.99": 0, "1": expect.closeTo(0.1) });
  expect(delays.reset).toHaveBeenCalledTimes(1);

  stop();
  expect(delays.disable).toHaveBeenCalled();
});
