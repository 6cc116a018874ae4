import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../cli/config.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../mcp/protocol/dispatcher.ts";
import type { Call, Tool } from "../mcp/tools/tool.ts";
import { loadValidators } from "../mcp/tools/validators.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { OutboundsOptions } from "../platform/outbound/guarded-outbound.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";
import { storeFailure } from "../platform/stores/store-failure.ts";
import type { NewsChannel } from "../platform/stores/worker-bus.ts";
import { type GdsServer, gdsServer } from "../servers/gds/gds-server.ts";

/** The parts, put together. With compose-http.ts the only file that names implementations. */
export interface Taxiway {
  readonly gds: GdsServer;
  readonly dispatcher: Dispatcher;
  /** Loads the world and opens the store, unless a call was faster. Rejects when that cannot be done. */
  open(): Promise<Core>;
  close(): Promise<void>;
}

/** What stands behind the tools, once it is open. */
export type Core = Awaited<ReturnType<typeof openCore>>;

export interface ComposeOptions {
  readonly version: string;
  readonly log: Log;
  /** Measures what goes through the store. */
  watch?(store: Store): Store;
  readonly observe?: DispatcherOptions["observe"];
  /** Between workers of one machine. */
  readonly channel?: NewsChannel | undefined;
}

export const compose = async (config: Config, options: ComposeOptions): Promise<Taxiway> => {
  const { version, log, observe } = options;
  let opening: ReturnType<typeof openCore> | undefined;
  const core = () => {
    opening ??= openCore(config, options, (bus) => {
      gds.changes?.relay({
        publish: (change) => bus.publish(gds.name, change as never),
        listen: (listener) => void bus.listen(gds.name, (change) => listener(change as never)),
      });
    });
    return opening;
  };
  let opened: Core | undefined;
  const services = () => opened?.services ?? core().then((later) => later.services, cannotOpen);
  const plain = gdsServer(services, version, {
    prepare: delayedBy(config.responseDelayMs),
    confirm: config.confirmBookings,
    contractTools: config.contractTools,
  });
  const gds = config.conformanceFixtures ? await withFixtures(plain) : plain;
  const dispatcher = createDispatcher(gds, {
    log,
    toolErrors: config.toolErrors,
    text: config.text,
    sealKey: async () => (await core()).secret(),
    ...(observe && { observe }),
  });
  return {
    gds,
    dispatcher,
    async open() {
      [opened] = await Promise.all([core(), loadValidators()]);
      return opened;
    },
    async close() {
      await (await opening)?.close();
    },
  };
};

/** For a client; the reason, with its paths and addresses, is the operator's. */
const cannotOpen = (cause: unknown): never => {
  throw storeFailure("The store cannot be opened.", {
    carriedOut: false,
    cause,
    hint: "Nothing was changed. The server's log has the reason; start the server again when it is mended.",
  });
};

const withFixtures = async (server: GdsServer): Promise<GdsServer> => {
  const { withConformanceFixtures } = await import("../servers/conformance/conformance-fixtures.ts");
  return withConformanceFixtures(server);
};

/** Imported here and not above: to list the tools, nobody has to wait for the world. */
const openCore = async (
  config: Config,
  { log, watch = (store) => store, channel }: ComposeOptions,
  onBus: (bus: Bus) => void,
) => {
  const { clock, seed } = config;
  const { openStore } = await import("../platform/stores/open-store.ts");
  // First, because LMDB looks at its file in a child process: that runs while the rest is loaded.
  const opening = openStore({ ...config.store, now: clock.now, log });
  opening.catch(() => undefined);
  const [
    { openBus },
    { createSessions },
    { createSharedSecret },
    { loadPlaces },
    { createGeneratedWorld },
    { withTestAirline },
    { createTravel },
    { createOutbounds },
  ] = await Promise.all([
    import("../platform/stores/open-store.ts"),
    import("../mcp/sessions/sessions.ts"),
    import("../mcp/sessions/derived-sessions.ts"),
    import("../travel/world/places.ts"),
    import("../travel/world/world.ts"),
    import("../travel/test-airline.ts"),
    import("../travel/travel.ts"),
    import("../platform/outbound/guarded-outbound.ts"),
  ]);
  const places = loadPlaces();
  const supplier = withTestAirline(createGeneratedWorld({ seed, clock, places }), places);
  const store = watch(await opening);
  for (const warning of store.warnings) log.warn("store setting", { warning });
  const bus = await openBus(config.store, { log, channel });
  onBus(bus);
  const lifetimes = { timeoutMs: config.sessionTimeoutMs, lastingMs: config.bookingTtlMs };
  const sessions = createSessions({ store, clock, log, ...lifetimes });
  const travel = createTravel({ ...config, supplier, places, store, sessions });
  const outbound = createOutbounds({ allow: config.outboundAllow, named: namedAddresses(config) });
  return {
    store,
    bus,
    outbound,
    supplier,
    secret: createSharedSecret(store),
    services: { travel, places, sessions, airlines: supplier.airlines },
    async close() {
      await outbound.close();
      await sessions.close();
      await bus.close();
      await store.close();
    },
  };
};

/** An address that a setting names is allowed for what the setting is about, without a second permission. */
const namedAddresses = ({ toolbox, duffel, connectors, auth: { issuer } }: Config): OutboundsOptions["named"] => ({
  search: toolbox.searchProviders.map(({ url }) => url),
  images: [toolbox.images?.url],
  flights: [duffel?.url],
  proposals: [connectors.proposals?.url],
  issuer: [issuer?.issuer, issuer?.jwksUrl],
});

/** A slow supplier, to rehearse with. A cancelled call stops waiting. */
const delayedBy =
  (ms: number) =>
  (tool: Tool): Tool =>
    ms === 0
      ? tool
      : {
          ...tool,
          run: async (input: never, call: Call) => {
            await sleep(ms, undefined, { signal: call.signal });
            return tool.run(input, call);
          },
        };

/** On stdio there is one caller, and one session as long as the process lives. */
export const stdioCaller = () =>
  ({
    tenant: DEFAULT_TENANT,
    sessionId: randomUUID(),
    transport: "stdio",
    grant: { tenant: DEFAULT_TENANT, keyId: "stdio", admin: true, operator: true },
  }) as const;
