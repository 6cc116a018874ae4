import type { Store } from "../../../platform/stores/store.ts";

/**
 * A store inside a store, for one run: nothing in it can be found from outside, and all of it expires at the end of the
 * run. Expiries of its user are ignored, because the clock of a run may stand anywhere, and the store counts real time.
 */
export const prefixed = (store: Store, prefix: string, endsAt: number): Store => {
  const at = (key: string): string => prefix + key;
  const ends = { expiresAt: endsAt };
  return {
    warnings: store.warnings,
    get: (key) => store.get(at(key)),
    getMany: (keys) => store.getMany(keys.map(at)),
    // Not durable: a run is worth repeating, not keeping.
    put: (key, value, { durable: _, ...options } = {}) => store.put(at(key), value, { ...options, ...ends }),
    delete: (key, options) => store.delete(at(key), options),
    add: (key, delta) => store.add(at(key), delta, ends),
    count: (key) => store.count(at(key)),
    addMember: (key, member) => store.addMember(at(key), member, ends),
    removeMember: (key, member) => store.removeMember(at(key), member),
    members: (key) => store.members(at(key)),
    append: (key, items, { keep }) => store.append(at(key), items, { keep, ...ends }),
    items: (key) => store.items(at(key)),
    expire: (key) => store.expire(at(key), endsAt),
    async *scan(within) {
      for await (const key of store.scan(at(within))) yield key.slice(prefix.length);
    },
    ping: () => store.ping(),
    // The store belongs to all.
    close: async () => undefined,
  };
};
