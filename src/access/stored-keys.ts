import { DEFAULT_TENANT, keys } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Store } from "../platform/stores/store.ts";
import { readKey, type StoredKey, writtenKey } from "./key-record.ts";

export type StoredKeys = ReturnType<typeof createStoredKeys>;

/** API keys in the store. */
export const createStoredKeys = ({ store, log }: { readonly store: Store; readonly log: Log }) => {
  const read = (prefix: string, found: Awaited<ReturnType<Store["get"]>>): StoredKey | undefined => {
    if (found === undefined) return undefined;
    const key = readKey(prefix, found);
    if (key === undefined) log.error("a stored key is unreadable and is refused", { key: keys.accessKey(prefix) });
    return key;
  };

  const prefixesOf = (tenant: string): Promise<readonly string[]> => store.members(keys.tenantAccessKeys(tenant));

  return {
    prefixesOf,
    load: async (prefix: string): Promise<StoredKey | undefined> =>
      read(prefix, await store.get(keys.accessKey(prefix))),

    /** Returns false if the prefix is taken. */
    async create(key: StoredKey): Promise<boolean> {
      const { tenant, keyId } = key.record;
      // Listed first, so that every key that works is in the list.
      await Promise.all([
        store.addMember(keys.accessTenants, tenant),
        store.addMember(keys.tenantAccessKeys(tenant), keyId),
      ]);
      const options = { ifVersion: 0, durable: true };
      return (await store.put(keys.accessKey(keyId), writtenKey(key), options)) !== undefined;
    },

    /** Changes a key, and repeats the edit if the key was changed meanwhile. Returns the result. */
    async revise(
      prefix: string,
      edit: (before: StoredKey | undefined) => StoredKey | undefined,
      durable = false,
    ): Promise<StoredKey | undefined> {
      for (;;) {
        const found = await store.get(keys.accessKey(prefix));
        const after = edit(read(prefix, found));
        if (after === undefined || found === undefined) return undefined;
        const options = { ifVersion: found.version, durable };
        if ((await store.put(keys.accessKey(prefix), writtenKey(after), options)) !== undefined) return after;
      }
    },

    async remove({ record: { keyId, tenant } }: StoredKey): Promise<void> {
      await store.delete(keys.accessKey(keyId));
      await store.removeMember(keys.tenantAccessKeys(tenant), keyId);
    },

    tenants: async (): Promise<readonly string[]> =>
      [...new Set([DEFAULT_TENANT, ...(await store.members(keys.accessTenants))])].sort(),

    async keysOf(tenant: string): Promise<readonly StoredKey[]> {
      const prefixes = await prefixesOf(tenant);
      const found = await store.getMany(prefixes.map(keys.accessKey));
      return prefixes
        .map((prefix, index) => read(prefix, found[index]))
        .filter((key) => key !== undefined)
        .filter(({ record }) => record.tenant === tenant);
    },
  };
};
