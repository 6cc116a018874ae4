import { afterEach, describe, expect, it, vi } from "vitest";
import { createTaxiwayMetrics, type Readings, type TaxiwayMetrics } from "./taxiway-metrics.ts";

let metrics: TaxiwayMetrics;
const start = (readings: Partial<Readings> = {}): TaxiwayMetrics => {
  metrics = createTaxiwayMetrics({
    version: "1.2.3",
    connections: () => 3,
    streams: () => 2,
    requestsInFlight: () => 1,
    sessions: async () => ({ active: 4, total: 9 }),
    bookings: async () => 12,
    storeWritable: () => true,
    ...readings,
  });
  return metrics;
};
afterEach(() => {
  metrics.close();
  vi.useRealTimers();
});

const lines = async (): Promise<string[]> => (await metrics.text()).split("\n");

describe("the metrics", () => {
  it("count tool calls by server, tool and outcome, with their durations", async () => {
    start();
    metrics.toolCall("gds", "searchFlights", "ok", 0.002);
    metrics.toolCall("gds", "searchFlights", "ok", 20);
    metrics.toolCall("gds", "bookFlight", "refused", 0.0004);
    const text = await lines();
    expect(text).toContain('taxiway_tool_calls_total{server="gds",tool="searchFlights",outcome="ok"} 2');
    expect(text).toContain('taxiway_tool_calls_total{server="gds",tool="bookFlight",outcome="refused"} 1');
    expect(text).toContain('taxiway_tool_call_duration_seconds_bucket{server="gds",tool="bookFlight",le="0.0005"} 1');
    expect(text).toContain('taxiway_tool_call_duration_seconds_bucket{server="gds",tool="searchFlights",le="10"} 1');
    expect(text).toContain('taxiway_tool_call_duration_seconds_count{server="gds",tool="searchFlights"} 2');
  });

  it("show whether the store is writable; the worst of several processes counts", async () => {
    start();
    expect(await lines()).toContain("taxiway_store_writable 1");
    const own = await metrics.snapshot();
    metrics.close();
    start({ storeWritable: () => false });
    expect(await lines()).toContain("taxiway_store_writable 0");
    const both = await metrics.text([own, await metrics.snapshot()]);
    expect(both).toContain("\ntaxiway_store_writable 0\n");
    metrics.close();
    start({ storeWritable: () => undefined });
    expect(await metrics.text()).not.toContain("taxiway_store_writable");
  });

  it("count requests by method, route and status", async () => {
    start();
    metrics.httpRequest("POST", "/mcp", 200, 0.003);
    metrics.httpRequest("POST", "/mcp", 429, 0.001);
    const text = await lines();
    expect(text).toContain('taxiway_http_requests_total{method="POST",route="/mcp",status="200"} 1');
    expect(text).toContain('taxiway_http_requests_total{method="POST",route="/mcp",status="429"} 1');
    expect(text).toContain('taxiway_http_request_duration_seconds_count{route="/mcp"} 2');
  });

  it("count rejected requests and store operations", async () => {
    start();
    metrics.rateLimited();
    metrics.shed("requests");
    metrics.storeOperation("put", 0.01, false);
    metrics.storeOperation("put", 0.01, true);
    const text = await lines();
    expect(text).toContain("taxiway_rate_limited_total 1");
    expect(text).toContain('taxiway_shed_total{reason="requests"} 1');
    expect(text).toContain('taxiway_store_operation_duration_seconds_count{operation="put"} 2');
    expect(text).toContain('taxiway_store_errors_total{operation="put"} 1');
  });

  it("show connections, streams, sessions, bookings, the version and the process itself", async () => {
    start();
    const text = await lines();
    for (const line of [
      "taxiway_http_connections 3",
      "taxiway_http_streams 2",
      "taxiway_http_requests_in_flight 1",
      'taxiway_sessions{state="active"} 4',
      'taxiway_sessions{state="total"} 9',
      "taxiway_bookings_total 12",
      'taxiway_build_info{version="1.2.3"} 1',
    ]) {
      expect(text).toContain(line);
    }
    for (const name of [
      "process_cpu_seconds_total",
      "process_resident_memory_bytes",
      "process_start_time_seconds",
      "nodejs_heap_used_bytes",
      "nodejs_heap_total_bytes",
      "nodejs_external_memory_bytes",
    ]) {
      expect(Number(text.find((line) => line.startsWith(`${name} `))?.split(" ")[1])).toBeGreaterThan(0);
    }
    expect(text.filter((line) => line.startsWith('taxiway_event_loop_lag_seconds{quantile="'))).toHaveLength(4);
  });

  it("have one series for all unknown tools, routes and methods", async () => {
    start();
    metrics.toolCall("gds", undefined, "refused", 0.001);
    metrics.httpRequest("GET", undefined, 404, 0.001);
    metrics.httpRequest("BREW", undefined, 404, 0.001);
    const text = await lines();
    expect(text).toContain('taxiway_tool_calls_total{server="gds",tool="other",outcome="refused"} 1');
    expect(text).toContain('taxiway_http_requests_total{method="GET",route="other",status="404"} 1');
    expect(text).toContain('taxiway_http_requests_total{method="other",route="other",status="404"} 1');
  });

  it("stay bounded when there are endless names", async () => {
    start();
    for (let i = 0; i < 5_000; i++) {
      metrics.toolCall("gds", `tool${i}`, "ok", 0.001);
      metrics.httpRequest("GET", `/${i}`, 200, 0.001);
    }
    const text = await lines();
    expect(text.filter((line) => line.startsWith("taxiway_http_requests_total{")).length).toBeLessThan(300);
    expect(text.filter((line) => line.startsWith("taxiway_tool_call_duration_seconds_count{")).length).toBeLessThan(
      300,
    );
    expect(text).toContain('taxiway_tool_calls_total{server="gds",tool="other",outcome="ok"} 4750');
  });

  it("are not summed where all processes read from one store", async () => {
    start();
    metrics.rateLimited();
    const one = await metrics.snapshot();
    const text = (await metrics.text([one, one])).split("\n");
    expect(text).toContain("taxiway_rate_limited_total 2");
    expect(text).toContain("taxiway_http_connections 6");
    expect(text).toContain('taxiway_sessions{state="total"} 9');
    expect(text).toContain("taxiway_bookings_total 12");
    expect(text).toContain('taxiway_build_info{version="1.2.3"} 1');
  });

  it("omit values that the store does not return in time, then show the last known ones", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate"] });
    let tell: (count: number) => void = () => undefined;
    start({
      bookings: () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
      sessions: () => Promise.reject(new Error("away")),
    });
    const scrape = async (): Promise<string> => {
      const text = metrics.text();
      await vi.advanceTimersByTimeAsync(101);
      return text;
    };
    const first = await scrape();
    expect(first).toContain("taxiway_http_connections 3");
    expect(first).not.toMatch(/taxiway_bookings_total|taxiway_sessions/);
    tell(5);
    await vi.advanceTimersByTimeAsync(0);
    expect(await scrape()).toContain("taxiway_bookings_total 5");
  });
});
