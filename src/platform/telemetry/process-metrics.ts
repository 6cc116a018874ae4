import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "./metrics.ts";

type EventLoopDelays = Pick<IntervalHistogram, "enable" | "disable" | "reset" | "percentile">;

const LAG_RESOLUTION_MS = 20;
const LAG_QUANTILES = [0.5, 0.9, 0.99, 1];

/** What Node says about this process, read when somebody looks. Returns what ends the watch over the event loop. */
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
      help: "How late the event loop ran its timers since the last look, by quantile.",
      type: "gauge",
      merge: "max",
      label: "quantile",
    },
    () => {
      // What is recorded is the time from tick to tick, so a loop that is never late shows the resolution itself.
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
  gauge("nodejs_external_memory_bytes", "Memory outside the heap that JavaScript objects hold.", () => {
    return process.memoryUsage().external;
  });

  return () => delays.disable();
};
