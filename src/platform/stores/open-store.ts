import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { openLmdbStore } from "./lmdb.ts";
import { createLocalBus } from "./local-bus.ts";
import { createMemoryStore } from "./memory.ts";
import type { Store } from "./store.ts";
import { openValkeyStore } from "./valkey.ts";
import { openValkeyBus } from "./valkey-bus.ts";
import type { ValkeyAddress } from "./valkey-url.ts";
import { createWorkerBus, type NewsChannel } from "./worker-bus.ts";

export type StoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "lmdb"; readonly path: string }
  | { readonly kind: "valkey"; readonly address: ValkeyAddress };

interface OpenOptions {
  /** The configured clock, used for `expiresAt`. Records expire in real time. */
  readonly now: () => number;
  readonly log?: Log;
}

/** Opens the configured store. Only the chosen engine loads its library. */
export const openStore = async (config: StoreConfig & OpenOptions): Promise<Store> => {
  switch (config.kind) {
    case "memory":
      return createMemoryStore({ ...config, realTime: Date.now });
    case "lmdb":
      return openLmdbStore({ ...config, realTime: Date.now });
    case "valkey":
      return openValkeyStore(config);
  }
};

/** Opens the bus that fits the store. `channel` is set if this process is one of several workers. */
export const openBus = async (
  config: StoreConfig,
  { log, channel }: { readonly log: Log; readonly channel?: NewsChannel | undefined },
): Promise<Bus> => {
  if (config.kind === "valkey") return openValkeyBus({ address: config.address, log });
  return channel ? createWorkerBus(channel, { log }) : createLocalBus({ log });
};
