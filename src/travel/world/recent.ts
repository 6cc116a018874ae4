/** Remembers the values asked for lately, so that the same question is given the same object. */
export interface Recent<Value> {
  get(key: string, make: () => Value): Value;
}

interface Entry<Value> {
  readonly value: Value;
  /** How many had been moved to the end when it was. */
  moved: number;
}

/**
 * When it is full, whatever was not asked for the longest goes. A key that is asked for again moves to the end of the
 * line, but not while it still stands in its last quarter: a search that everybody makes costs a look-up and no more.
 */
export const createRecent = <Value>(capacity: number): Recent<Value> => {
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
