import type { Config } from "../cli/config.ts";
import type { Lazy } from "../mcp/tools/tool.ts";
import type { Log } from "../model/log.ts";
import type { OutboundsOptions } from "../platform/outbound/guarded-outbound.ts";
import type { Store } from "../platform/stores/store.ts";
import { storeFailure } from "../platform/stores/store-failure.ts";
import type { NewsChannel } from "../platform/stores/worker-bus.ts";
import type { Agency, AgencyOptions, Core } from "../servers/module.ts";

export interface CoreOptions {
  readonly log: Log;
  /** Wraps the store, to measure what goes through it. */
  watch?(store: Store): Store;
  /** Connects the workers of one machine. */
  readonly channel?: NewsChannel | undefined;
}

/** The core before it is open. Listing tools must not wait for the store and the world. */
export interface LazyCore {
  /** Opens the core at the first call. */
  readonly get: Lazy<Core>;
  /** Opens it and rejects with the reason if it cannot be opened. */
  open(): Promise<Core>;
  /** Calls the listener once the core is open. */
  whenOpen(listener: (core: Core) => void): void;
  close(): Promise<void>;
}

export const createLazyCore = (config: Config, options: CoreOptions): LazyCore => {
  let opening: Promise<OpenCore> | undefined;
  let opened: OpenCore | undefined;
  const listeners: ((core: Core) => void)[] = [];

  const open = (): Promise<OpenCore> => {
    opening ??= openCore(config, options).then((core) => {
      opened = core;
      for (const listener of listeners) listener(core);
      return core;
    });
    return opening;
  };

  return {
    get: () => opened ?? open().catch(cannotOpen),
    open,
    whenOpen(listener) {
      if (opened === undefined) listeners.push(listener);
      else listener(opened);
    },
    async close() {
      await (await opening)?.close();
    },
  };
};

interface OpenCore extends Core {
  close(): Promise<void>;
}

/** Clients are not told the reason, which may name paths and addresses; the log has it. */
const cannotOpen = (cause: unknown): never => {
  throw storeFailure("The store cannot be opened.", {
    carriedOut: false,
    cause,
    hint: "Nothing was changed. The server's log has the reason; restart the server once it is fixed.",
  });
};

const openCore = async (config: Config, { log, watch = (store) => store, channel }: CoreOptions): Promise<OpenCore> => {
  const { clock } = config;
  const { openStore } = await import("../platform/stores/open-store.ts");
  // First, because LMDB checks its file in a child process, which runs while the rest is loaded.
  const opening = openStore({ ...config.store, now: clock.now, log });
  opening.catch(() => undefined);
  const [
    { openBus },
    { createSessions },
    { createSharedSecret },
    { loadPlaces },
    { createWorlds },
    { withTestAirline },
    { createTravel },
    { announcingChanges, createBookingChanges },
    { createOutbounds },
  ] = await Promise.all([
    import("../platform/stores/open-store.ts"),
    import("../mcp/sessions/sessions.ts"),
    import("../mcp/sessions/derived-sessions.ts"),
    import("../travel/world/places.ts"),
    import("../travel/world/world.ts"),
    import("../travel/world/test-airline.ts"),
    import("../travel/travel.ts"),
    import("../travel/booking-changes.ts"),
    import("../platform/outbound/guarded-outbound.ts"),
  ]);
  const places = loadPlaces();
  const worldOf = createWorlds(places);
  const openAgency = ({ overlay = (world) => world, sharedInventory = false, ...parts }: AgencyOptions): Agency => {
    const world = worldOf(parts);
    const supplier = withTestAirline(overlay(world), places);
    const travel = createTravel({ ...parts, sharedInventory, supplier, places });
    return { supplier, services: { travel, places, sessions: parts.sessions, airlines: supplier.airlines } };
  };
  const store = watch(await opening);
  for (const warning of store.warnings) log.warn("store setting", { warning });
  const bus = await openBus(config.store, { log, channel });
  const sessions = createSessions({
    store,
    clock,
    log,
    timeoutMs: config.sessionTimeoutMs,
    lastingMs: config.bookingTtlMs,
  });
  const bookingChanges = createBookingChanges(bus);
  const { supplier, services } = openAgency({ ...config, store, sessions });
  const outbound = createOutbounds({ allow: config.outboundAllow, named: namedAddresses(config) });
  return {
    store,
    bus,
    outbound,
    supplier,
    bookingChanges,
    secret: createSharedSecret(store),
    services: { ...services, travel: announcingChanges(services.travel, bookingChanges) },
    openAgency,
    async close() {
      await outbound.close();
      await sessions.close();
      await bus.close();
      await store.close();
    },
  };
};

/** An address that a setting names is allowed for the purpose of the setting, without a second permission. */
const namedAddresses = ({ toolbox, duffel, connectors, auth: { issuer } }: Config): OutboundsOptions["named"] => ({
  search: toolbox.searchProviders.map(({ url }) => url),
  images: [toolbox.images?.url],
  flights: [duffel?.url],
  proposals: [connectors.proposals?.url],
  issuer: [issuer?.issuer, issuer?.jwksUrl],
});
