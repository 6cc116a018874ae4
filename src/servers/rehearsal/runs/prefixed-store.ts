import type { Store } from "../../../platform/stores/store.ts";

/**
 * A store inside a store, for one run: nothing in it can be found from outside, and all of it expires at the end of the
 * run. Expiries of its user are ignored, because the clock of a run may stand anywhere, and the store counts real time.
 */
export const prefixed = (
  store: Store,
  prefix: string,
  endsAt: number,
  /** Called with the key of every entry that may be new. */
  onWrite: (key: string) => void = () => undefined,
): Store => {
  let closed = false;
  const open = (): Store => {
    if (closed) throw new Error("The store is closed.");
    return store;
  };
  const at = (key: string): string => prefix + key;
  const writing = (key: string): string => {
    onWrite(key);
    return at(key);
  };
  const ends = { expiresAt: endsAt };
  return {
    warnings: store.warnings,
    get: async (key) => open().get(at(key)),
    getMany: async (keys) => open().getMany(keys.map(at)),
    // Not durable: a run is repeated, not restored.
    put: async (key, value, { durable: _, ...options } = {}) =>
      open().put(writing(key), value, { ...options, ...ends }),
    delete: async (key, options) => open().delete(at(key), options),
    add: async (key, delta) => open().add(writing(key), delta, ends),
    count: async (key) => open().count(at(key)),
    addMember: async (key, member) => open().addMember(writing(key), member, ends),
    removeMember: async (key, member) => open().removeMember(at(key), member),
    members: async (key) => open().members(at(key)),
    append: async (key, items, { keep }) => open().append(writing(key), items, { keep, ...ends }),
    items: async (key) => open().items(at(key)),
    expire: async (key) => open().expire(at(key), endsAt),
    async *scan(within) {
      for await (const key of open().scan(at(within))) yield key.slice(prefix.length);
    },
    ping: async () => open().ping(),
    /** The store around it stays open. */
    async close() {
      closed = true;
    },
  };
};
