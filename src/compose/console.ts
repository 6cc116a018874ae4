import { fileURLToPath } from "node:url";
import type { Config } from "../cli/config.ts";
import { shownSettings } from "../cli/shown-settings.ts";
import { baseUrl } from "../cli/start-text.ts";
import { createConsoleFiles } from "../console/files.ts";
import { redactArguments } from "../console/invocations/redact-arguments.ts";
import { broadcastCalls } from "../console/live/broadcast.ts";
import { callAnswerers, callRoutes } from "../console/live/call-routes.ts";
import { createFeeds } from "../console/live/feeds.ts";
import { createLiveCalls, type LiveCalls } from "../console/live/live-calls.ts";
import { createLogLines } from "../console/live/log-lines.ts";
import { createPeerNodes } from "../console/live/peer-nodes.ts";
import { createSubscribers, type Subscribers } from "../console/live/subscribers.ts";
import { type HealthFacts, overviewRoutes, rateAnswerers } from "../console/overview/overview-routes.ts";
import { placeRoutes } from "../console/overview/place-routes.ts";
import { settingsRoutes } from "../console/overview/settings-routes.ts";
import { serverRoutes } from "../console/servers/server-routes.ts";
import type { ClientSessions } from "../mcp/sessions/client-sessions.ts";
import { createAdminMount } from "../mcp/transports/http/admin-mount.ts";
import type { Capacity } from "../mcp/transports/http/capacity.ts";
import { createConsoleEndpoint } from "../mcp/transports/http/console-endpoint.ts";
import type { Door } from "../mcp/transports/http/door.ts";
import type { Endpoint } from "../mcp/transports/http/endpoint.ts";
import { createEventsEndpoint } from "../mcp/transports/http/events-endpoint.ts";
import { createLoginEndpoint } from "../mcp/transports/http/login-endpoint.ts";
import type { MountOptions } from "../mcp/transports/http/mounted-endpoint.ts";
import type { AdminRoute } from "../model/admin-route.ts";
import { keys } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import { createRateLimiter, type RateLimiter, type RateLimiterOptions } from "../platform/limits/rate-limiter.ts";
import type { Health } from "../platform/telemetry/health.ts";
import { createBookingJournal } from "../travel/booking-journal.ts";
import type { Access } from "./access.ts";
import { consoleServers, happeningsIn, type ServingParts } from "./console-servers.ts";
import { composeLogin } from "./login.ts";

/** What is kept an eye on from the start, before anybody can look. */
export interface CallWatch {
  readonly calls: LiveCalls;
  /** To be used by everybody in the place of the one it was made of. */
  readonly log: Log;
  isWatched(): boolean;
  watchedBy(subscribers: Subscribers): void;
}

export const watchCalls = (version: string, log: Log): CallWatch => {
  let subscribers: Subscribers | undefined;
  const isWatched = (): boolean => subscribers?.isThere() === true;
  const lines = createLogLines(log, isWatched);
  return {
    ...{ log: lines.log, isWatched },
    calls: createLiveCalls({ isWatched, redact: redactArguments, lines, version }),
    watchedBy(somebody) {
      subscribers = somebody;
    },
  };
};

/** Everything that the console needs of the server. */
export interface OpenConsole {
  /** For the admin API. */
  readonly routes: readonly AdminRoute[];
  readonly door: Door;
  /** Where everything is; `api` answers what is no business of the console's alone. */
  mounts(api: Endpoint): readonly (readonly [path: string, endpoint: Endpoint])[];
  close(): Promise<void>;
}

export interface ConsoleParts extends ServingParts {
  readonly version: string;
  readonly watch: CallWatch;
  readonly access: Access;
  readonly adminToken: string;
  readonly sessions: Pick<ClientSessions, "counts" | "countsOf">;
  readonly health: Health;
  readonly http: Omit<MountOptions, "path" | "door" | "maxBodyBytes"> & { readonly capacity: Capacity };
  /** Once it listens. */
  port(): number;
  /** There is no other process on the same store. */
  readonly alone: boolean;
}

const PATH = "/admin";
/** How much more than MCP clients somebody may ask who looks at a page. */
const TIMES_THE_LIMIT = 10;

/** Beside this file in the package; from the sources, wherever the last build put it. */
const PAGE_FOLDERS = ["../console/page/", "../../dist/console/page/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

export const composeConsole = (config: Config, parts: ConsoleParts): OpenConsole => {
  const { version, watch, core, access, adminToken, http, alone } = parts;
  const { store, bus, services } = core;
  const { calls, log } = watch;
  const { node, rates } = calls;

  const subscribers = createSubscribers({ bus, node });
  watch.watchedBy(subscribers);
  const broadcast = broadcastCalls({ calls, subscribers, bus });
  const feeds = createFeeds({ bus, subscribers, happenings: happeningsIn(parts) });
  const answerers = new Map([...callAnswerers(calls), ...rateAnswerers(rates)]);
  const peerNodes = createPeerNodes({ bus, node, alone, answerers });

  const servers = consoleServers(config, parts);
  const base = (): string =>
    config.http.publicUrl?.replace(/\/$/, "") ?? baseUrl({ ...config.http, port: parts.port() });
  const facts = {
    ...{ version, started_at: new Date(performance.timeOrigin).toISOString(), auth: config.auth.kind, baseUrl: base },
    health: () => healthOf(parts.health, config.store.kind),
    sessions: (scope: string | undefined) =>
      scope === undefined ? parts.sessions.counts() : parts.sessions.countsOf(scope),
    bookings: (scope: string | undefined) =>
      scope === undefined ? store.count(keys.bookingsTotal) : createBookingJournal(store).count(scope),
  };
  const routes = [
    ...overviewRoutes({ facts, servers, rates, peerNodes }),
    ...serverRoutes({ servers, version, mostBytes: config.http.maxBodyBytes }),
    ...callRoutes(calls, peerNodes),
    ...placeRoutes({ places: services.places, airlines: services.airlines }),
    ...settingsRoutes(() =>
      shownSettings(config, [
        { label: "Taxiway", value: version },
        { label: "Address", value: base() },
      ]),
    ),
  ];

  const login = composeLogin(config, { access, core, adminToken });
  const events = createEventsEndpoint({ ...http, ...login, open: feeds.open });
  const stopListening = login.onEnd(events.lookAgain);
  const desk = createLoginEndpoint({ ...http, desk: login.desk, path: PATH });
  const page = createConsoleEndpoint({ ...http, files: createConsoleFiles(PAGE_FOLDERS) });
  const limiter = limiterOf(config, { store, log });
  const own = new Map<string, Endpoint>([
    [`${PATH}/login`, desk],
    [`${PATH}/logout`, desk],
    [`${PATH}/events`, events],
  ]);

  return {
    routes,
    door: login.door,
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

/** What somebody does at the console takes nothing away from what the agents at the same address may do. */
const limiterOf = (
  { http: { rateLimit }, clock }: Config,
  parts: Pick<RateLimiterOptions, "store" | "log">,
): RateLimiter | undefined => {
  if (rateLimit === undefined) return undefined;
  const limit = rateLimit.limit * TIMES_THE_LIMIT;
  const limiter = createRateLimiter({ ...parts, ...rateLimit, limit, storeNow: clock.now });
  const apart = (client: string): string => `admin:${client}`;
  return {
    take: (client) => limiter.take(apart(client)),
    look: (client) => limiter.look(apart(client)),
    close: limiter.close,
  };
};

const healthOf = async (health: Health, storage: string): Promise<HealthFacts> => {
  const { body } = await health.check();
  const said = JSON.parse(body) as {
    readonly status: HealthFacts["status"];
    readonly storage: { readonly responseTime: number | null };
    readonly connections: { readonly total: number };
  };
  return { status: said.status, storage, storageMs: said.storage.responseTime, connections: said.connections.total };
};
