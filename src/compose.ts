import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { DEFAULT_TENANT } from "./model/keys.ts";
import type { Log } from "./model/log.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "./protocol/dispatcher.ts";
import type { Call, Tool } from "./registry/tool.ts";
import { loadValidators } from "./registry/validators.ts";
import type { Bus } from "./stores/bus.ts";
import type { Store } from "./stores/store.ts";
import type { NewsChannel } from "./stores/worker-bus.ts";
import { type GdsServer, gdsServer } from "./tools/gds/gds-server.ts";

/** The parts, put together. With compose-http.ts the only file that names implementations. */
export interface Taxiway {
  readonly gds: GdsServer;
  readonly dispatcher: Dispatcher;
  /** Loads the world and opens the store, unless a call was faster. Rejects when that cannot be done. */
  open(): Promise<Agency>;
  close(): Promise<void>;
}

/** What stands behind the tools, once it is open. */
export type Agency = Awaited<ReturnType<typeof openAgency>>;

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
  let opening: ReturnType<typeof openAgency> | undefined;
  const agency = () => {
    opening ??= openAgency(config, options, (bus) => {
      gds.changes?.relay({
        publish: (change) => bus.publish(gds.name, change as never),
        listen: (listener) => void bus.listen(gds.name, (change) => listener(change as never)),
      });
    });
    return opening;
  };
  let opened: Agency | undefined;
  const services = () => opened?.services ?? agency().then((later) => later.services);
  const plain = gdsServer(services, version, {
    prepare: delayedBy(config.responseDelayMs),
    confirmBookings: config.confirmBookings,
  });
  const gds = config.conformanceFixtures ? await withFixtures(plain) : plain;
  const dispatcher = createDispatcher(gds, {
    log,
    toolErrors: config.toolErrors,
    text: config.text,
    sealKey: async () => (await agency()).secret(),
    ...(observe && { observe }),
  });
  return {
    gds,
    dispatcher,
    async open() {
      [opened] = await Promise.all([agency(), loadValidators()]);
      return opened;
    },
    async close() {
      await (await opening)?.close();
    },
  };
};

const withFixtures = async (server: GdsServer): Promise<GdsServer> => {
  const { withConformanceFixtures } = await import("./tools/conformance/conformance-fixtures.ts");
  return withConformanceFixtures(server);
};

/** Imported here and not above: to list the tools, nobody has to wait for the world. */
const openAgency = async (
  config: Config,
  { log, watch = (store) => store, channel }: ComposeOptions,
  onBus: (bus: Bus) => void,
) => {
  const [
    { openStore },
    { openBus },
    { createSessions },
    { createSharedSecret },
    { loadPlaces },
    { createGeneratedWorld },
    { withTestAirline },
    { createTravel },
    { createOutbound },
  ] = await Promise.all([
    import("./stores/open-store.ts"),
    import("./stores/open-bus.ts"),
    import("./sessions/sessions.ts"),
    import("./sessions/shared-secret.ts"),
    import("./suppliers/generated/places.ts"),
    import("./suppliers/generated/world.ts"),
    import("./suppliers/test-airline/test-airline.ts"),
    import("./travel/travel.ts"),
    import("./outbound/guarded-outbound.ts"),
  ]);
  const { clock, seed } = config;
  const store = watch(await openStore({ ...config.store, now: clock.now }));
  const bus = await openBus(config.store, { log, channel });
  onBus(bus);
  const sessions = createSessions({ store, clock, log, timeoutMs: config.sessionTimeoutMs });
  const places = loadPlaces();
  const supplier = withTestAirline(createGeneratedWorld({ seed, clock, places }), places);
  const travel = createTravel({ ...config, supplier, places, store, sessions });
  const outbound = createOutbound({ allow: [...config.outboundAllow, ...chosenByOperator(config)] });
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

/** What the operator wrote into the configuration needs no second permission. */
const chosenByOperator = ({ toolbox, duffel, connectors, auth: { issuer } }: Config): string[] =>
  [
    ...toolbox.searchProviders.map(({ url }) => url),
    ...[toolbox.images?.url, duffel?.url, connectors.proposals?.url, issuer?.issuer, issuer?.jwksUrl],
  ]
    .filter((url) => url !== undefined)
    .map((url) => hostAndPort(new URL(url)));

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;

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
