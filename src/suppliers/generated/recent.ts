/** Remembers the values asked for lately, so that the same question is given the same object. */
export interface Recent<Value> {
  get(key: string, make: () => Value): Value;
}

/**
 * Two generations: what is asked for again moves to the younger one, and when that is full the older one is forgotten. At
 * least `capacity` values are kept, twice as many at most, and one that was just asked for costs a look-up and no more.
 */
export const createRecent = <Value>(capacity: number): Recent<Value> => {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (key, make) => {
      const known = young.get(key);
      if (known !== undefined) return known;
      const value = old.get(key) ?? make();
      if (young.size >= capacity) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
      return value;
    },
  };
};
