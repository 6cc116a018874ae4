import { openLmdbStore } from "./lmdb.ts";
import { createMemoryStore } from "./memory.ts";
import type { Store } from "./store.ts";
import { openValkeyStore } from "./valkey.ts";
import type { ValkeyAddress } from "./valkey-url.ts";

export type StoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "lmdb"; readonly path: string }
  | { readonly kind: "valkey"; readonly address: ValkeyAddress };

/** Each engine loads its library only when it is the one chosen. */
export const openStore = async (config: StoreConfig & { readonly now: () => number }): Promise<Store> => {
  switch (config.kind) {
    case "memory":
      return createMemoryStore(config);
    case "lmdb":
      return openLmdbStore(config);
    case "valkey":
      return openValkeyStore(config);
  }
};
