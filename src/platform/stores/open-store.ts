import type { Log } from "../../model/log.ts";
import { openLmdbStore } from "./lmdb.ts";
import { createMemoryStore } from "./memory.ts";
import type { Store } from "./store.ts";
import { openValkeyStore } from "./valkey.ts";
import type { ValkeyAddress } from "./valkey-url.ts";

export type StoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "lmdb"; readonly path: string }
  | { readonly kind: "valkey"; readonly address: ValkeyAddress };

export interface OpenOptions {
  /** The configured clock, in which callers give `expiresAt`; records expire in real time. */
  readonly now: () => number;
  readonly log?: Log;
}

/** Each engine loads its library only when it is the one chosen. */
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
