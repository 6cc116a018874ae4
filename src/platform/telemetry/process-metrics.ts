import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "./metrics.ts";

type EventLoopDelays = Pick<IntervalHistogram, "enable" | "disable" | "reset" | "percentile">;

const LAG_RESOLUTION_MS = 20;
const LAG_QUANTILES = [0.5, 0.9, 0.99, 1];

/** Registers metrics of this process. Returns a function that stops monitoring the event loop. */
export const registerProcessMetrics = (
  registry: Registry,
  watchDelays: (options: { resolution: number }) => EventLoopDelays = monitorEventLoopDelay,
): (() => void) => {
  const gauge = (name: string, help: string, read: () => number): void =>
    registry.reading({ name, help, type: "gauge", merge: "sum" }, read);

  const delays = watchDelays({ resolution: LAG_RESOLUTION_MS });
  delays.enable();
  registry.reading(
    {
      name: "taxiway_event_loop_lag_seconds",
      help: "Event loop lag since the last scrape, by quantile.",
      type: "gauge",
      merge: "max",
      label: "quantile",
    },
    () => {
      // The histogram records the time between ticks, so without lag it shows the resolution.
      const lag = (quantile: number): number =>
        Math.max(0, delays.percentile(quantile * 100) / 1e9 - LAG_RESOLUTION_MS / 1000);
      const lags = Object.fromEntries(LAG_QUANTILES.map((quantile) => [quantile, lag(quantile)]));
      delays.reset();
      return lags;
    },
  );

  registry.reading(
    {
      name: "process_cpu_seconds_total",
      help: "CPU time spent, in user and system mode.",
      type: "counter",
      merge: "sum",
    },
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  );
  registry.reading(
    {
      name: "process_start_time_seconds",
      help: "Start of the process, in seconds since the epoch.",
      type: "gauge",
      merge: "min",
    },
    () => performance.timeOrigin / 1000,
  );
  gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
  gauge("nodejs_heap_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
  gauge("nodejs_heap_total_bytes", "JavaScript heap reserved.", () => process.memoryUsage().heapTotal);
  const external = () => process.memoryUsage().external;
  gauge("nodejs_external_memory_bytes", "Memory outside the heap that JavaScript objects hold.", external);

  return () => delays.disable();
};
