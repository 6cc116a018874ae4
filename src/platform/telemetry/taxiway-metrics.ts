import { withTimeout } from "../../model/with-timeout.ts";
import { createLastKnown } from "./last-known.ts";
import { createRegistry, mergeSnapshots, prometheusText, type Registry, type Snapshot } from "./metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";

const OUTCOMES = ["ok", "refused", "unavailable", "defect", "cancelled", "input_required"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Taxiway's metrics. Names must not come from clients: pass undefined for unknown tools and routes. */
export interface TaxiwayMetrics {
  toolCall(server: string, tool: string | undefined, outcome: Outcome, seconds: number): void;
  httpRequest(method: string, route: string | undefined, status: number, seconds: number): void;
  /** Counts a tool result that did not match the tool's registered schema. */
  resultMismatch(tool: string): void;
  rateLimited(): void;
  shed(reason: string): void;
  storeOperation(operation: string, seconds: number, failed: boolean): void;
  /** Includes the event loop lag since the last snapshot. */
  snapshot(): Promise<Snapshot>;
  /** Formats the merged snapshots for Prometheus; default: a snapshot of this process. */
  text(snapshots?: readonly Snapshot[]): Promise<string>;
  close(): void;
}

export interface Readings {
  readonly version: string;
  connections(): number;
  streams(): number;
  requestsInFlight(): number;
  sessions(): Promise<{ readonly active: number; readonly total: number }>;
  /** All bookings ever made by all processes on the store. */
  bookings(): Promise<number>;
  /** Undefined until the store is open. */
  storeWritable(): boolean | undefined;
}

export const createTaxiwayMetrics = (readings: Readings): TaxiwayMetrics => {
  const registry = createRegistry();

  const toolCalls = registry.counter({
    name: "taxiway_tool_calls_total",
    help: "Tool calls by outcome.",
    labels: ["server", "tool", "outcome"],
  });
  const toolDurations = registry.histogram({
    name: "taxiway_tool_call_duration_seconds",
    help: "Duration of tool calls.",
    labels: ["server", "tool"],
    bounds: CALL_SECONDS,
  });
  const tools = remembered(OTHER, (server) =>
    remembered(OTHER, (tool) => ({
      duration: toolDurations(server, tool),
      outcomes: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, toolCalls(server, tool, outcome)])) as Record<
        Outcome,
        ReturnType<typeof toolCalls>
      >,
    })),
  );

  const resultMismatches = registry.counter({
    name: "taxiway_result_mismatches_total",
    help: "Results of registered tools that did not match the tool's schema.",
    labels: ["tool"],
  });
  const mismatches = remembered(OTHER, (tool) => resultMismatches(tool));

  const httpRequests = registry.counter({
    name: "taxiway_http_requests_total",
    help: "HTTP requests by method, route and status.",
    labels: ["method", "route", "status"],
  });
  const httpDurations = registry.histogram({
    name: "taxiway_http_request_duration_seconds",
    help: "Duration of HTTP requests, from the request's headers to the end of the response.",
    labels: ["route"],
    bounds: CALL_SECONDS,
  });
  const routes = remembered(OTHER, (route) => ({
    duration: httpDurations(route),
    answers: remembered(OTHER, (method) => {
      const known = METHODS.has(method) ? method : OTHER;
      return remembered(0, (status) => httpRequests(known, route, String(status)));
    }),
  }));

  const rateLimited = registry.counter({
    name: "taxiway_rate_limited_total",
    help: "Requests rejected by a rate limit.",
    labels: [],
  })();
  const shedRequests = registry.counter({
    name: "taxiway_shed_total",
    help: "Requests rejected under load, by the limit that was reached.",
    labels: ["reason"],
  });
  const shedReasons = remembered(OTHER, (reason) => shedRequests(reason));

  const storeDurations = registry.histogram({
    name: "taxiway_store_operation_duration_seconds",
    help: "Duration of store operations.",
    labels: ["operation"],
    bounds: STORE_SECONDS,
  });
  const storeErrors = registry.counter({
    name: "taxiway_store_errors_total",
    help: "Failed store operations.",
    labels: ["operation"],
  });
  const operations = remembered(OTHER, (operation) => ({
    duration: storeDurations(operation),
    errors: storeErrors(operation),
  }));

  const sessions = createLastKnown(readings.sessions);
  const bookings = createLastKnown(readings.bookings);
  registerServiceReadings(registry, readings, sessions.current, bookings.current);
  const stopWatching = registerProcessMetrics(registry);

  const snapshot = async (): Promise<Snapshot> => {
    await withTimeout(STORE_PATIENCE_MS, Promise.all([sessions.refresh(), bookings.refresh()]), undefined);
    return registry.snapshot();
  };

  return {
    resultMismatch: (tool) => mismatches(tool).add(),
    toolCall(server, tool, outcome, seconds) {
      const series = tools(server)(tool ?? OTHER);
      series.outcomes[outcome].add();
      series.duration.observe(seconds);
    },
    httpRequest(method, route, status, seconds) {
      const series = routes(route ?? OTHER);
      series.answers(method)(status).add();
      series.duration.observe(seconds);
    },
    rateLimited: () => rateLimited.add(),
    shed: (reason) => shedReasons(reason).add(),
    storeOperation(operation, seconds, failed) {
      const series = operations(operation);
      series.duration.observe(seconds);
      if (failed) series.errors.add();
    },
    snapshot,
    text: async (snapshots) => prometheusText(mergeSnapshots(snapshots ?? [await snapshot()])),
    close: stopWatching,
  };
};

const OTHER: string = "other";
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH"]);
const CALL_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STORE_SECONDS = [0.00001, 0.0001, ...CALL_SECONDS];
const STORE_PATIENCE_MS = 100;
const MOST_NAMES = 250;

/** Bounds the number of series: names beyond the limit are counted as `other`. */
const remembered = <Name, Value>(other: Name, create: (name: Name) => Value): ((name: Name) => Value) => {
  const kept = new Map<Name, Value>();
  return function find(name): Value {
    const found = kept.get(name);
    if (found !== undefined) return found;
    if (kept.size >= MOST_NAMES && name !== other) return find(other);
    const value = create(name);
    kept.set(name, value);
    return value;
  };
};

const registerServiceReadings = (
  registry: Registry,
  { version, connections, streams, requestsInFlight, storeWritable }: Readings,
  sessions: () => { readonly active: number; readonly total: number } | undefined,
  bookings: () => number | undefined,
): void => {
  const gauge = (name: string, help: string, read: () => number): void =>
    registry.reading({ name, help, type: "gauge", merge: "sum" }, read);
  gauge("taxiway_http_connections", "Open HTTP connections.", connections);
  gauge("taxiway_http_streams", "Open event streams.", streams);
  gauge("taxiway_http_requests_in_flight", "HTTP requests in progress.", requestsInFlight);

  registry.reading(
    {
      name: "taxiway_sessions",
      help: "Sessions in the store, in total and active within the last five minutes.",
      type: "gauge",
      merge: "max",
      label: "state",
    },
    () => {
      const counts = sessions();
      return counts && { active: counts.active, total: counts.total };
    },
  );
  registry.reading(
    {
      name: "taxiway_bookings_total",
      help: "Bookings made by all processes on the store.",
      type: "counter",
      merge: "max",
    },
    bookings,
  );
  registry.reading(
    {
      name: "taxiway_store_writable",
      help: "1 while the store accepts writes, 0 while they fail or hang.",
      type: "gauge",
      merge: "min",
    },
    () => {
      const writable = storeWritable();
      return writable === undefined ? undefined : Number(writable);
    },
  );
  registry.reading(
    { name: "taxiway_build_info", help: "The running version.", type: "gauge", merge: "max", label: "version" },
    () => ({ [version]: 1 }),
  );
};
