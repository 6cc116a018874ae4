import { fileURLToPath } from "node:url";
import type { HttpAccess } from "../access/http/authentication.ts";
import { createConsoleLogin } from "../access/http/login.ts";
import type { Config } from "../cli/config.ts";
import { shownSettings } from "../cli/shown-settings.ts";
import { baseUrl } from "../cli/start-text.ts";
import { createConsoleFiles } from "../console/files.ts";
import { broadcastCalls } from "../console/live/broadcast.ts";
import { callAnswerers, callRoutes } from "../console/live/call-routes.ts";
import { createFeeds } from "../console/live/feeds.ts";
import { createPeerNodes } from "../console/live/peer-nodes.ts";
import { createSubscribers } from "../console/live/subscribers.ts";
import type { CallWatch } from "../console/live/watch-calls.ts";
import { createConsoleServers } from "../console/overview/console-servers.ts";
import { overviewRoutes, rateAnswerers } from "../console/overview/overview-routes.ts";
import { placeRoutes } from "../console/overview/place-routes.ts";
import { serverRoutes } from "../console/overview/server-routes.ts";
import type { ClientSessions } from "../mcp/sessions/client-sessions.ts";
import { createAdminMount } from "../mcp/transports/http/admin-endpoint.ts";
import type { Authentication } from "../mcp/transports/http/authentication.ts";
import { createConsoleEndpoint } from "../mcp/transports/http/console-endpoint.ts";
import type { Endpoint, EndpointServices } from "../mcp/transports/http/endpoint.ts";
import { createEventsEndpoint } from "../mcp/transports/http/events-endpoint.ts";
import { createLoginEndpoint } from "../mcp/transports/http/login-endpoint.ts";
import type { AdminRoute } from "../model/admin-route.ts";
import { keys } from "../model/keys.ts";
import { createRateLimiter } from "../platform/limits/rate-limiter.ts";
import type { Health } from "../platform/telemetry/health.ts";
import type { Core } from "../servers/module.ts";
import { createBookingJournal } from "../travel/booking-journal.ts";
import type { Servers } from "./servers.ts";

/** The console's part of the server. */
export interface OpenConsole {
  /** Routes of the admin API. */
  readonly routes: readonly AdminRoute[];
  /** Authentication of the admin API: credentials or the console's cookie. */
  readonly authentication: Authentication;
  /** Endpoints by path; `api` answers every other path of the admin API. */
  mounts(api: Endpoint): readonly (readonly [path: string, endpoint: Endpoint])[];
  close(): Promise<void>;
}

export interface ConsoleParts {
  readonly version: string;
  readonly core: Core;
  readonly servers: Servers;
  readonly watch: CallWatch;
  readonly access: HttpAccess;
  readonly adminToken: string;
  readonly sessions: Pick<ClientSessions, "counts" | "countsOf">;
  readonly health: Health;
  readonly http: EndpointServices;
  /** The port, once the server listens. */
  port(): number;
  /** No other process uses the same store. */
  readonly isAlone: boolean;
}

const PATH = "/admin";
/** Rate-limit multiplier for console users, counted apart from MCP clients at the same address. */
const TIMES_THE_LIMIT = 10;

/** Beside the server in the package; from the sources, where the last build put it. */
const PAGE_FOLDERS = ["../console/page/", "../../dist/console/page/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

export const openConsole = (config: Config, parts: ConsoleParts): OpenConsole => {
  const { version, core, watch, access, http } = parts;
  const { store, bus, services, bookingChanges } = core;
  const { calls, log } = watch;
  const { node, rates } = calls;
  const { publicUrl, rateLimit } = config.http;

  const subscribers = createSubscribers({ bus, node });
  watch.connect(subscribers);
  const servers = createConsoleServers(parts.servers);
  const broadcast = broadcastCalls({ calls, subscribers, bus });
  const feeds = createFeeds({
    bus,
    subscribers,
    bookingChanges,
    onToolsChange: servers.onChange,
    async statusOf(tenant, pnr) {
      const status = (await store.get(keys.booking(tenant, pnr)))?.value["status"];
      return typeof status === "string" ? status : undefined;
    },
  });
  const answerers = new Map([...callAnswerers(calls), ...rateAnswerers(rates)]);
  const peerNodes = createPeerNodes({ bus, node, alone: parts.isAlone, answerers });

  const base = (): string => publicUrl?.replace(/\/$/, "") ?? baseUrl({ ...config.http, port: parts.port() });
  const facts = {
    version,
    started_at: new Date(performance.timeOrigin).toISOString(),
    auth: config.auth.kind,
    baseUrl: base,
    storage: config.store.kind,
    health: async () => (await parts.health.check()).facts,
    sessions: (scope: string | undefined) =>
      scope === undefined ? parts.sessions.counts() : parts.sessions.countsOf(scope),
    bookings: (scope: string | undefined) =>
      scope === undefined ? store.count(keys.bookingsTotal) : createBookingJournal(store).count(scope),
  };
  const settings = () =>
    shownSettings(config, [
      { label: "Taxiway", value: version },
      { label: "Address", value: base() },
    ]);
  const routes = [
    ...overviewRoutes({ facts, settings, servers, rates, peerNodes }),
    ...serverRoutes({ servers, version, mostBytes: config.http.maxBodyBytes }),
    ...callRoutes(calls, peerNodes),
    ...placeRoutes({ places: services.places, airlines: services.airlines }),
  ];

  const login = createConsoleLogin({
    access,
    store,
    bus,
    adminToken: parts.adminToken,
    loginToken: config.loginToken,
    publicUrl,
    storeNow: config.clock.now,
  });
  const { authentication } = login;
  const events = createEventsEndpoint({ ...http, authentication, open: feeds.open });
  const stopListening = login.onEnd(events.checkCredentials);
  const loginEndpoint = createLoginEndpoint({ ...http, logins: login, path: PATH });
  const page = createConsoleEndpoint({ ...http, files: createConsoleFiles(PAGE_FOLDERS) });
  const limiter =
    rateLimit &&
    createRateLimiter({
      store,
      log,
      ...rateLimit,
      limit: rateLimit.limit * TIMES_THE_LIMIT,
      keyPrefix: "admin:",
      storeNow: config.clock.now,
    });
  const own = new Map<string, Endpoint>([
    [`${PATH}/login`, loginEndpoint],
    [`${PATH}/logout`, loginEndpoint],
    [`${PATH}/events`, events],
  ]);

  return {
    routes,
    authentication,
    mounts: (api) => [
      ["/", page],
      ["/assets", page],
      [PATH, createAdminMount({ api, own, limiter, answering: http.answering })],
    ],
    async close() {
      stopListening();
      feeds.close();
      broadcast.close();
      peerNodes.close();
      subscribers.close();
      await limiter?.close();
    },
  };
};
