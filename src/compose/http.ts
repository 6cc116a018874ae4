import type { IncomingMessage } from "node:http";
import { adminCheck } from "../access/admin-token.ts";
import type { Config } from "../cli/config.ts";
import { createAdminApi } from "../console/admin/create-admin-api.ts";
import { bookingRoutes } from "../console/bookings/booking-routes.ts";
import { invocationRoutes } from "../console/invocations/invocation-routes.ts";
import { toolRoutes } from "../console/registry/tool-routes.ts";
import type { Dispatcher } from "../mcp/protocol/dispatcher.ts";
import { type CallReport, outcomeOf } from "../mcp/protocol/tools.ts";
import { createClientSessions } from "../mcp/sessions/client-sessions.ts";
import { createDerivedSessions } from "../mcp/sessions/derived-sessions.ts";
import { createEventLog } from "../mcp/sessions/event-log.ts";
import { createAdminEndpoint, MOST_ADMIN_BYTES } from "../mcp/transports/http/admin-endpoint.ts";
import { createCapacity } from "../mcp/transports/http/capacity.ts";
import { type HttpServer, type Page, serveHttp } from "../mcp/transports/http/http.ts";
import { createAnswering, type HttpContext } from "../mcp/transports/http/http-context.ts";
import { createJsonPosts } from "../mcp/transports/http/json-posts.ts";
import { always, createMcpEndpoint, type ServersAt } from "../mcp/transports/http/mcp-endpoint.ts";
import { createOriginPolicy } from "../mcp/transports/http/origin-policy.ts";
import type { SourceNow } from "../mcp/transports/http/places.ts";
import { CONNECTORS, FLIGHTS } from "../mcp/transports/http/reach.ts";
import { createRpcEndpoint } from "../mcp/transports/http/rpc-endpoint.ts";
import { createSandboxEndpoint } from "../mcp/transports/http/sandbox-endpoint.ts";
import { DEFAULT_TENANT, keys } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Workers } from "../platform/cluster/workers.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { createClientAddress } from "../platform/limits/client-address.ts";
import { isLoopbackClient } from "../platform/limits/loopback-client.ts";
import { createRateLimiter } from "../platform/limits/rate-limiter.ts";
import { createHealth } from "../platform/telemetry/health.ts";
import { observeStore } from "../platform/telemetry/observed-store.ts";
import { PROMETHEUS_CONTENT_TYPE } from "../platform/telemetry/prometheus-text.ts";
import { requestIdOf, traceIdOf } from "../platform/telemetry/request-id.ts";
import { type StoreWrites, watchWrites } from "../platform/telemetry/store-writes.ts";
import { createTaxiwayMetrics } from "../platform/telemetry/taxiway-metrics.ts";
import { createTracing } from "../platform/telemetry/tracing.ts";
import { announceBooking } from "../servers/gds/gds-server.ts";
import { composeAccess } from "./access.ts";
import { invocationOf, type RecordedCall } from "./call-record.ts";
import { watchConnectorSteps } from "./connector-steps.ts";
import { composeConnectors, openInvocations } from "./connectors.ts";
import { composeConsole, watchCalls } from "./console.ts";
import { composeFlights } from "./flights.ts";
import { compose, type Taxiway } from "./house.ts";
import { composeToolbox } from "./toolbox.ts";

/** Taxiway over HTTP, listening. */
export interface RemoteTaxiway {
  readonly taxiway: Taxiway;
  readonly port: number;
  /** Paths that MCP servers are at, the default one first. */
  readonly paths: readonly string[];
  /** An MCP server of the default tenant, by name. Rejects if there is none. */
  server(name: string): Promise<Dispatcher>;
  close(): Promise<void>;
}

export interface RemoteOptions {
  readonly version: string;
  readonly log: Log;
  /** The other processes on the same port. */
  readonly workers?: Workers | undefined;
  /** Its holder may register tools. */
  readonly adminToken: string;
}

/** What all calls of tools are counted and logged as that are not there: anybody can send any name. */
const UNKNOWN = "unknown";

export const composeHttp = async (config: Config, options: RemoteOptions): Promise<RemoteTaxiway> => {
  const { version, workers } = options;
  const { http, clock } = config;
  const watch = watchCalls(version, options.log);
  const { log } = watch;
  const keysRequired = config.auth.kind === "keys";
  const originPolicy = createOriginPolicy({ ...http, keysRequired, isToken: adminCheck(options.adminToken) });
  let server: HttpServer | undefined;
  const here = () => ({ stdio: config.transport === "both" ? 1 : 0, http: server?.connections() ?? 0 });

  const admission = createAdmission({ requests: http.maxRequests, streams: http.maxStreams });
  // A line that nobody reads is not worth putting together on the path of every request.
  const isLogged = config.logLevel === "debug" || config.logLevel === "info";
  const isChatty = (): boolean => isLogged || watch.isWatched();
  const tracing = createTracing(config.logLevel === "debug");
  let writes: StoreWrites | undefined;
  const metrics = createTaxiwayMetrics({
    version,
    connections: () => here().http,
    streams: () => admission.streams,
    requestsInFlight: () => admission.requests,
    sessions: () => sessions.counts(),
    bookings: () => store.count(keys.bookingsTotal),
    storeWritable: () => writes?.current().writable,
  });

  // Without keys there is nobody to answer for.
  const answersForCalls = config.auth.kind === "keys";
  /** `counted` is what everybody may read of the tool's name; the log is the operator's. */
  const observed = (server: string, counted: string, { tool, outcome, milliseconds, context }: CallReport): void => {
    metrics.toolCall(server, tool.unknown ? UNKNOWN : counted, outcome, milliseconds / 1000);
    if (!isChatty()) return;
    const { requestId, caller } = context;
    const called = tool.unknown ? UNKNOWN : tool.name;
    const facts = { requestId, tool: called, outcome, milliseconds: rounded(milliseconds) };
    log.info("call", { ...facts, sessionId: caller.sessionId });
  };
  const record = (server: string, report: RecordedCall): void =>
    invocations.append(report.context.caller.tenant, invocationOf(server, version, report));
  const observing =
    (server: string) =>
    (report: CallReport, counted = report.tool.name): void => {
      observed(`taxiway-${server}`, counted, report);
      watch.calls.note(server, report);
      if (answersForCalls) record(server, report);
    };

  const taxiway = await compose(config, {
    version,
    log,
    channel: workers?.channel,
    watch(plain) {
      writes = watchWrites(plain, { log, storeNow: clock.now });
      return observeStore(writes.store, { metrics, log, tracing });
    },
    observe: observing("gds"),
  });
  const core = await taxiway.open();
  const { store, bus } = core;
  const invocations = openInvocations(config, core, log);
  const steps = watchConnectorSteps(invocations);
  const flights = composeFlights(config, { version, log, core, observe: observing("flights") });
  const toolbox = await composeToolbox(config, {
    ...{ version, log, core },
    observe: observing("toolbox"),
    // In the registry's own shape.
    observeCall: ({ call, ...report }, counted) => {
      const outcome = outcomeOf(report.thrown, call.signal.aborted);
      metrics.toolCall("taxiway-toolbox", counted, outcome, report.milliseconds / 1000);
      watch.calls.note("toolbox", { ...report, outcome, context: call });
      if (answersForCalls) record("toolbox", { ...report, outcome, context: call });
    },
    onMismatch: metrics.resultMismatch,
  });
  const sessions = createClientSessions({
    ...{ store, bus, clock, log },
    timeoutMs: config.sessionTimeoutMs,
    lastingMs: config.bookingTtlMs,
    connectionTtlMs: http.connectionTtlMs,
  });
  // Read ahead, for an outage of the store that begins before the first caller needs it.
  core.secret().catch(() => undefined);
  const derived = createDerivedSessions(core.secret);
  const events = createEventLog({ store, bus, clock, log });
  const rateLimiter = http.rateLimit && createRateLimiter({ store, log, ...http.rateLimit, storeNow: clock.now });
  const answering = createAnswering(originPolicy.openOrigins);
  const capacity = createCapacity(admission);

  const health = createHealth({
    store,
    writability: () => writes?.current() ?? { writable: true },
    version,
    sessions: () => sessions.counts(),
    connections: async () => (workers ? workers.connections(here()) : here()),
  });
  const metricsText = async (): Promise<string> =>
    metrics.text(workers ? await workers.snapshots(await metrics.snapshot()) : undefined);
  const metricsAnswer = async () => ({ status: 200, body: await metricsText(), type: PROMETHEUS_CONTENT_TYPE });
  workers?.answer({ connections: here, snapshot: metrics.snapshot });

  const pages = new Map<string, Page>([
    [
      "/health",
      {
        unlimited: true,
        // A Prometheus scraper names its format; so both usual ways to configure one work.
        answer: (request) =>
          /openmetrics|text\/plain;\s*version=/.test(request.headers.accept ?? "") ? metricsAnswer() : health.check(),
      },
    ],
    ["/metrics", { unlimited: true, answer: metricsAnswer }],
  ]);

  const posts = createJsonPosts({ answering, log, maxBodyBytes: http.maxBodyBytes, trace: tracing.run });
  const access = await composeAccess(config, { core, log, adminToken: options.adminToken });
  const shared = { answering, posts, capacity, door: access.door };
  const mcp = (servers: ServersAt) => createMcpEndpoint({ ...shared, servers, sessions, derived, events, bus });
  const gds = mcp(always(taxiway.dispatcher));
  const endpoints = new Map([
    ["/mcp", gds],
    ["/mcp/gds", gds],
    ["/mcp/flights", mcp(always(flights.dispatcher))],
    ["/mcp/toolbox", mcp({ scope: () => "toolbox", find: (_, { tenant }) => part(toolbox.of(tenant), "dispatcher") })],
    [
      "/rpc",
      createRpcEndpoint({ ...shared, scope: "toolbox", rpcOf: ({ tenant }) => part(toolbox.of(tenant), "rpc") }),
    ],
  ]);
  const mounted = { ...shared, maxBodyBytes: http.maxBodyBytes, trace: tracing.run };
  const connectors = await composeConnectors(config, {
    ...{ core, invocations: steps.invocations, log },
    observe: (tenant, { name, scope = name }) => {
      // Everybody may read metrics; what a tenant calls its connectors is its own business.
      const isShown = tenant === DEFAULT_TENANT && config.auth.kind === "none";
      return (report) => {
        observed(isShown ? name : "taxiway-connectors", isShown ? report.tool.name : "any", report);
        watch.calls.note(scope, report, steps.of(report));
      };
    },
  });
  const webConsole = composeConsole(config, {
    ...{ version, watch, taxiway, core, flights, toolbox, connectors, access, sessions, health },
    ...{
      adminToken: options.adminToken,
      http: { ...shared, trace: tracing.run },
      port: () => server?.port ?? http.port,
    },
    alone: workers === undefined && config.store.kind !== "valkey",
  });
  const admin = createAdminApi({
    routes: [
      ...[...access.routes, ...connectors.routes, ...invocationRoutes(invocations), ...webConsole.routes],
      ...toolRoutes({ toolboxOf: toolbox.of, version, mostBytes: http.maxBodyBytes }),
      ...bookingRoutes({
        ...core.services,
        onChange(tenant, booking) {
          if (taxiway.gds.changes) announceBooking(taxiway.gds.changes, tenant, booking);
        },
      }),
    ],
    log,
  });
  const atAdmin = { ...mounted, path: "/admin", maxBodyBytes: MOST_ADMIN_BYTES, door: webConsole.door };
  const isUnlimited = ({ socket, headers }: IncomingMessage): boolean =>
    http.rateLimit?.sparesLoopback === true && isLoopbackClient(socket.remoteAddress, headers);
  const sandboxed = {
    ...mounted,
    limitedAddress: ({ request, client }: HttpContext) =>
      rateLimiter === undefined || isUnlimited(request) ? undefined : client,
  };
  const mounts = new Map([
    ...webConsole.mounts(createAdminEndpoint({ ...atAdmin, api: admin })),
    ["/mcp", mcp({ scope: connectorNamed, find: (path, { tenant }) => connectors.find(tenant, connectorNamed(path)) })],
    ["/duffel", createSandboxEndpoint({ ...sandboxed, path: "/duffel", sandbox: flights.sandbox })],
    ["/capcorn", createSandboxEndpoint({ ...sandboxed, path: "/capcorn", sandbox: connectors.capcornSandbox })],
  ]);

  const sources = new Map<string, SourceNow>([
    [FLIGHTS, config.duffel ? "live" : "sandbox"],
    // Without keys everything is the default tenant's; with keys it is the key that opens it.
    [CONNECTORS, (path: string) => connectors.sourceOf(DEFAULT_TENANT, connectorNamed(path))],
  ]);
  server = await serveHttp({
    ...{
      host: http.host,
      port: http.port,
      endpoints,
      mounts,
      sources,
      originPolicy,
      answering,
      rateLimiter,
      capacity,
      log,
    },
    pages: { has: (path) => pages.has(path), get: (path) => pages.get(path) ?? access.page(path) },
    clientAddress: createClientAddress(http.trustedProxies, (peer) =>
      log.warn("X-Forwarded-For is ignored: it comes from a peer that is not a trusted proxy", {
        peer,
        hint: "If this is your proxy, add it to TAXIWAY_TRUSTED_PROXIES. Until then all its clients share one address, one rate limit and one count of failed attempts.",
      }),
    ),
    isUnlimited,
    requestId: requestIdOf,
    trace: tracing.run,
    observe({ request, response, id, address, refused }, route, milliseconds) {
      const { statusCode: status } = response;
      metrics.httpRequest(request.method ?? "", route, status, milliseconds / 1000);
      if (refused === "rate limit") metrics.rateLimited();
      else if (refused !== undefined) metrics.shed(refused);
      if (!isChatty()) return;
      const traceId = traceIdOf(request.headers["traceparent"] as string | undefined);
      const facts = {
        requestId: id,
        method: request.method,
        route,
        status,
        milliseconds: rounded(milliseconds),
        address,
      };
      log.info("request", traceId === undefined ? facts : { ...facts, traceId });
    },
  });

  const own = new Map([
    ["gds", taxiway.dispatcher],
    ["flights", flights.dispatcher],
    ["toolbox", toolbox.dispatcher],
  ]);
  return {
    taxiway,
    server: async (name) => own.get(name) ?? connectors.named(name),
    port: server.port,
    paths: [...endpoints.keys(), ...connectors.builtIn.map((name) => `/mcp/${name}`)],
    async close() {
      await Promise.all([connectors.endDocuments(), server?.close()]);
      await webConsole.close();
      admission.close();
      health.close();
      metrics.close();
      await rateLimiter?.close();
      await events.close();
      await sessions.close();
      await access.close();
      await invocations.flush();
      await connectors.close();
      await toolbox.close();
      await flights.close();
      await taxiway.close();
    },
  };
};

/** At once, if the whole is there already. */
const part = <Whole, Name extends keyof Whole>(
  whole: Whole | Promise<Whole>,
  name: Name,
): Whole[Name] | Promise<Whole[Name]> => (whole instanceof Promise ? whole.then((later) => later[name]) : whole[name]);

/** The end of its path. */
const connectorNamed = (path: string): string => path.slice("/mcp/".length);

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
