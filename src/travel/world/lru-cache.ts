/** A least-recently-used cache: equal keys get the same object while it is cached. */
export interface LruCache<Value> {
  get(key: string, make: () => Value): Value;
}

interface Entry<Value> {
  readonly value: Value;
  /** The value of the move counter when this entry was last moved to the end. */
  moved: number;
}

/** Entries in the most recent quarter are not moved again, so that a hit on a popular key is a single look-up. */
export const createLruCache = <Value>(capacity: number): LruCache<Value> => {
  const entries = new Map<string, Entry<Value>>();
  let moves = 0;
  return {
    get: (key, make) => {
      let entry = entries.get(key);
      if (entry !== undefined && moves - entry.moved < capacity / 4) return entry.value;
      if (entry === undefined) entry = { value: make(), moved: 0 };
      else entries.delete(key);
      entry.moved = ++moves;
      entries.set(key, entry);
      if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
      return entry.value;
    },
  };
};
