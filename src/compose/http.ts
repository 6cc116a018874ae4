import type { IncomingMessage } from "node:http";
import { adminCheck } from "../access/admin-token.ts";
import type { Config } from "../cli/config.ts";
import { baseUrl } from "../cli/start-text.ts";
import { createAdminApi, createBodyLimits } from "../console/admin/create-admin-api.ts";
import { bookingRoutes } from "../console/bookings/booking-routes.ts";
import { createInvocationLog } from "../console/invocations/invocation-log.ts";
import { invocationRoutes } from "../console/invocations/invocation-routes.ts";
import { watchCalls } from "../console/live/watch-calls.ts";
import { createCallRecorder } from "../console/record-calls.ts";
import type { Dispatcher } from "../mcp/protocol/dispatcher.ts";
import { createClientSessions } from "../mcp/sessions/client-sessions.ts";
import { createDerivedSessions } from "../mcp/sessions/derived-sessions.ts";
import { createEventLog } from "../mcp/sessions/event-log.ts";
import { createAdminEndpoint } from "../mcp/transports/http/admin-endpoint.ts";
import { createCapacity } from "../mcp/transports/http/capacity.ts";
import type { CurrentSource, Endpoint } from "../mcp/transports/http/endpoint.ts";
import { type HttpServer, type Page, serveHttp } from "../mcp/transports/http/http.ts";
import { createAnswering, type HttpContext } from "../mcp/transports/http/http-context.ts";
import { createJsonPosts } from "../mcp/transports/http/json-posts.ts";
import { createMcpEndpoint, type ServersAt } from "../mcp/transports/http/mcp-endpoint.ts";
import { createOriginPolicy } from "../mcp/transports/http/origin-policy.ts";
import { NAMED_SERVERS } from "../mcp/transports/http/reach.ts";
import { createRpcEndpoint } from "../mcp/transports/http/rpc-endpoint.ts";
import { createSandboxEndpoint } from "../mcp/transports/http/sandbox-endpoint.ts";
import { createSecretEndpoint } from "../mcp/transports/http/secret-endpoint.ts";
import { DEFAULT_TENANT, keys } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Workers } from "../platform/cluster/workers.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { createClientAddress, isLoopbackClient } from "../platform/limits/client-address.ts";
import { createRateLimiter } from "../platform/limits/rate-limiter.ts";
import { createHealth } from "../platform/telemetry/health.ts";
import { PROMETHEUS_CONTENT_TYPE } from "../platform/telemetry/metrics.ts";
import { createRequestObserver } from "../platform/telemetry/observe-requests.ts";
import { observeStore } from "../platform/telemetry/observed-store.ts";
import { createTracing, requestIdOf } from "../platform/telemetry/request-id.ts";
import { type StoreWrites, watchWrites } from "../platform/telemetry/store-writes.ts";
import { createTaxiwayMetrics } from "../platform/telemetry/taxiway-metrics.ts";
import type { Core, HttpMount, OpenModule } from "../servers/module.ts";
import { openHttpAccess } from "./access.ts";
import { openConsole } from "./console.ts";
import { createLazyCore } from "./core.ts";
import { modulesOf } from "./modules.ts";
import { openServers } from "./servers.ts";

/** Taxiway over HTTP, listening. */
export interface RemoteTaxiway {
  readonly core: Core;
  readonly port: number;
  readonly modules: readonly OpenModule[];
  /** Paths of servers, the default one first. */
  readonly paths: readonly string[];
  /** Finds an MCP server of the default tenant; rejects if there is none. */
  server(name: string): Promise<Dispatcher>;
  close(): Promise<void>;
}

export interface RemoteOptions {
  readonly version: string;
  readonly log: Log;
  /** The other processes on the same port. */
  readonly workers?: Workers | undefined;
  readonly adminToken: string;
}

export const serveTaxiway = async (config: Config, options: RemoteOptions): Promise<RemoteTaxiway> => {
  const { version, workers, adminToken } = options;
  const { http, clock } = config;
  const keysRequired = config.auth.kind === "keys";
  let server: HttpServer | undefined;
  let writes: StoreWrites | undefined;

  // Telemetry comes first: everything else reports to it.
  const watch = watchCalls(version, options.log);
  const { log } = watch;
  const isLogged = config.logLevel === "debug" || config.logLevel === "info";
  const isWanted = (): boolean => isLogged || watch.isWatched();
  const tracing = createTracing(config.logLevel === "debug");
  const admission = createAdmission({ requests: http.maxRequests, streams: http.maxStreams });
  const connections = () => ({ stdio: config.transport === "both" ? 1 : 0, http: server?.connections() ?? 0 });
  const metrics = createTaxiwayMetrics({
    version,
    connections: () => connections().http,
    streams: () => admission.streams,
    requestsInFlight: () => admission.requests,
    sessions: () => sessions.counts(),
    bookings: () => core.store.count(keys.bookingsTotal),
    storeWritable: () => writes?.current().writable,
  });

  const lazyCore = createLazyCore(config, {
    log,
    channel: workers?.channel,
    watch(store) {
      writes = watchWrites(store, { log, storeNow: clock.now });
      return observeStore(writes.store, { metrics, log, tracing });
    },
  });
  const core = await lazyCore.open();
  const { store, bus } = core;
  const invocations = createInvocationLog({ store, clock, log, version, keepMs: config.invocationsKeptMs });
  const recorder = createCallRecorder({ metrics, live: watch.calls, invocations, log, isWanted, keysRequired });
  const servers = await openServers(config, modulesOf(config), {
    version,
    log,
    core: lazyCore,
    invocations: () => invocations,
    address: () => http.publicUrl?.replace(/\/$/, "") ?? baseUrl({ ...http, port: server?.port ?? http.port }),
    ...recorder,
  });
  const { modules, fixed, tenantServers } = servers;

  const sessionParts = {
    ...{ store, bus, clock, log },
    timeoutMs: config.sessionTimeoutMs,
    lastingMs: config.bookingTtlMs,
    connectionTtlMs: http.connectionTtlMs,
  };
  const sessions = createClientSessions(sessionParts);
  /** Of the clients at secret paths. */
  const apart = createClientSessions({ ...sessionParts, counted: false });
  // Read ahead, in case the store becomes unavailable before the first caller needs it.
  core.secret().catch(() => undefined);
  const derived = createDerivedSessions(core.secret);
  const events = createEventLog({ store, bus, clock, log });
  const rateLimiter = http.rateLimit && createRateLimiter({ store, log, ...http.rateLimit, storeNow: clock.now });
  const perSecret =
    http.rateLimit &&
    createRateLimiter({
      ...{ store, log, ...http.rateLimit, storeNow: clock.now },
      limit: http.rateLimit.limit * TIMES_THE_LIMIT,
      keyPrefix: "secret:",
    });
  const health = createHealth({
    store,
    writability: () => writes?.current() ?? { writable: true },
    version,
    sessions: () => sessions.counts(),
    connections: async () => (workers ? workers.connections(connections()) : connections()),
    problems: async () =>
      (await Promise.all(modules.map((module) => module.health?.()))).filter((problem) => problem !== undefined),
  });
  workers?.answer({ connections, snapshot: metrics.snapshot });

  const originPolicy = createOriginPolicy({ ...http, keysRequired, isToken: adminCheck(adminToken) });
  const answering = createAnswering(originPolicy.openOrigins);
  const capacity = createCapacity(admission);
  const posts = createJsonPosts({ answering, log, maxBodyBytes: http.maxBodyBytes, trace: tracing.run });
  const access = await openHttpAccess(config, { core, adminToken, log });
  const shared = { answering, posts, capacity, authentication: access };
  const mounted = { ...shared, maxBodyBytes: http.maxBodyBytes };
  const isUnlimited = ({ socket, headers }: IncomingMessage): boolean =>
    http.rateLimit?.sparesLoopback === true && isLoopbackClient(socket.remoteAddress, headers);

  const console = openConsole(config, {
    version,
    core,
    servers,
    watch,
    access,
    adminToken,
    sessions,
    health,
    http: shared,
    port: () => server?.port ?? http.port,
    isAlone: workers === undefined && config.store.kind !== "valkey",
  });
  const routes = [
    ...access.routes,
    ...modules.flatMap(({ adminRoutes = [] }) => adminRoutes),
    ...invocationRoutes(invocations),
    ...console.routes,
    ...bookingRoutes(core.services),
  ];
  const admin = createAdminEndpoint({
    ...shared,
    path: "/admin",
    maxBodyBytes: createBodyLimits(routes),
    authentication: console.authentication,
    api: createAdminApi({ routes, log }),
  });

  const mcpServices = { ...shared, sessions, derived, events, bus };
  const mcp = (serversAt: ServersAt) => createMcpEndpoint({ ...mcpServices, servers: serversAt });
  const endpointOf = (mount: HttpMount): Endpoint => {
    if ("secrets" in mount) {
      const { path, secrets } = mount;
      return createSecretEndpoint({ ...mcpServices, ...secrets, path, sessions: apart, rateLimiter, perSecret });
    }
    return "sandbox" in mount
      ? createSandboxEndpoint({
          ...mounted,
          path: mount.path,
          sandbox: mount.sandbox,
          limitedAddress: ({ request, client }: HttpContext) =>
            rateLimiter === undefined || isUnlimited(request) ? undefined : client,
        })
      : createRpcEndpoint({ ...shared, scope: mount.scope, rpcOf: ({ tenant }) => mount.rpc(tenant) });
  };

  const mounts = modules.flatMap((module) => module.mounts ?? []).map((mount) => [mount, endpointOf(mount)] as const);
  const fixedEndpoints = [...fixed.keys()].map(
    (name) =>
      [`/mcp/${name}`, mcp({ scope: () => name, find: (_, { tenant }) => servers.find(tenant, name) })] as const,
  );
  const named = mcp({ scope: nameIn, find: (path, { tenant }) => servers.find(tenant, nameIn(path)) });
  const endpoints = new Map<string, Endpoint>([
    ...fixedEndpoints.filter(([path]) => path === DEFAULT_PATH).map(([, endpoint]) => ["/mcp", endpoint] as const),
    ...fixedEndpoints,
    ...mounts.filter(([mount]) => "rpc" in mount).map(([{ path }, endpoint]) => [path, endpoint] as const),
  ]);
  const below = new Map<string, Endpoint>([
    ...console.mounts(admin),
    ["/mcp", named],
    ...mounts.filter(([mount]) => !("rpc" in mount)).map(([{ path }, endpoint]) => [path, endpoint] as const),
  ]);
  const sources = new Map<string, CurrentSource>([
    ...[...fixed].map(([name, { source = "live" }]) => [`/mcp/${name}`, source] as const),
    ...mounts.map(([mount]) => [mount.path, ("sandbox" in mount && mount.source) || "live"] as const),
    // Without keys there is one tenant; with keys, only the holder of a valid key gets past the origin policy.
    [NAMED_SERVERS, async (path: string) => (await tenantServers?.sourceOf(DEFAULT_TENANT, nameIn(path))) ?? "live"],
  ]);

  const metricsAnswer = async () => ({
    status: 200,
    body: await metrics.text(workers ? await workers.snapshots(await metrics.snapshot()) : undefined),
    type: PROMETHEUS_CONTENT_TYPE,
  });
  const pages = new Map<string, Page>([
    [
      "/health",
      {
        unlimited: true,
        // A Prometheus scraper names its format, so it may be pointed at either path.
        answer: ({ headers }) =>
          /openmetrics|text\/plain;\s*version=/.test(headers.accept ?? "") ? metricsAnswer() : health.check(),
      },
    ],
    ["/metrics", { unlimited: true, answer: metricsAnswer }],
  ]);

  server = await serveHttp({
    host: http.host,
    port: http.port,
    endpoints,
    mounts: below,
    sources,
    pages,
    otherPage: access.page,
    originPolicy,
    answering,
    rateLimiter,
    capacity,
    log,
    clientAddress: createClientAddress(http.trustedProxies, (peer) =>
      log.warn("X-Forwarded-For is ignored: it comes from a peer that is not a trusted proxy", {
        peer,
        hint: "If this is your proxy, add it to TAXIWAY_TRUSTED_PROXIES. Until then all its clients share one address, one rate limit and one count of failed attempts.",
      }),
    ),
    isUnlimited,
    requestId: requestIdOf,
    trace: tracing.run,
    observe: createRequestObserver({ metrics, log, isWanted }),
  });

  return {
    core,
    modules,
    server: servers.named,
    port: server.port,
    paths: [...endpoints.keys(), ...(tenantServers?.builtIn ?? []).map((name) => `/mcp/${name}`)],
    async close() {
      await Promise.all([...modules.map((module) => module.stop?.()), server?.close()]);
      await console.close();
      admission.close();
      health.close();
      metrics.close();
      await rateLimiter?.close();
      await perSecret?.close();
      await events.close();
      await sessions.close();
      await apart.close();
      await access.close();
      await invocations.flush();
      await servers.close();
      await lazyCore.close();
    },
  };
};

const DEFAULT_PATH = "/mcp/gds";
/** Rate-limit multiplier for secret paths, counted by path: a harness plays many runs from one address. */
const TIMES_THE_LIMIT = 30;

const nameIn = (path: string): string => path.slice("/mcp/".length);
