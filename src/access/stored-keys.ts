import { DEFAULT_TENANT, keys } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Store } from "../platform/stores/store.ts";
import { readKey, type StoredKey, writtenKey } from "./key-record.ts";

/** API keys in the store. */
export interface StoredKeys {
  load(prefix: string): Promise<StoredKey | undefined>;
  /** Returns false if the prefix is taken. */
  create(key: StoredKey): Promise<boolean>;
  /** Changes a key, and repeats the edit if the key was changed meanwhile. Returns the result. */
  revise(
    prefix: string,
    edit: (before: StoredKey | undefined) => StoredKey | undefined,
    options?: { readonly durable: boolean },
  ): Promise<StoredKey | undefined>;
  remove(key: StoredKey): Promise<void>;
  tenants(): Promise<readonly string[]>;
  prefixesOf(tenant: string): Promise<readonly string[]>;
  keysOf(tenant: string): Promise<readonly StoredKey[]>;
}

export const createStoredKeys = ({ store, log }: { readonly store: Store; readonly log: Log }): StoredKeys => {
  const read = (prefix: string, found: Awaited<ReturnType<Store["get"]>>): StoredKey | undefined => {
    if (found === undefined) return undefined;
    const key = readKey(prefix, found);
    if (key === undefined) log.error("a stored key is unreadable and is refused", { key: keys.accessKey(prefix) });
    return key;
  };

  const storedKeys: StoredKeys = {
    load: async (prefix) => read(prefix, await store.get(keys.accessKey(prefix))),

    async create(key) {
      const { tenant, keyId } = key.record;
      // Listed first, so that every key that works is in the list.
      await Promise.all([
        store.addMember(keys.accessTenants, tenant),
        store.addMember(keys.tenantAccessKeys(tenant), keyId),
      ]);
      const options = { ifVersion: 0, durable: true };
      return (await store.put(keys.accessKey(keyId), writtenKey(key), options)) !== undefined;
    },

    async revise(prefix, edit, { durable } = { durable: false }) {
      for (;;) {
        const found = await store.get(keys.accessKey(prefix));
        const after = edit(read(prefix, found));
        if (after === undefined || found === undefined) return undefined;
        const options = { ifVersion: found.version, durable };
        if ((await store.put(keys.accessKey(prefix), writtenKey(after), options)) !== undefined) return after;
      }
    },

    async remove({ record: { keyId, tenant } }) {
      await store.delete(keys.accessKey(keyId));
      await store.removeMember(keys.tenantAccessKeys(tenant), keyId);
    },

    tenants: async () => [...new Set([DEFAULT_TENANT, ...(await store.members(keys.accessTenants))])].sort(),
    prefixesOf: (tenant) => store.members(keys.tenantAccessKeys(tenant)),

    async keysOf(tenant) {
      const prefixes = await storedKeys.prefixesOf(tenant);
      const found = await store.getMany(prefixes.map(keys.accessKey));
      return prefixes
        .map((prefix, index) => read(prefix, found[index]))
        .filter((key) => key !== undefined)
        .filter(({ record }) => record.tenant === tenant);
    },
  };
  return storedKeys;
};
