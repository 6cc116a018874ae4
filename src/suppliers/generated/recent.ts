/** Remembers the last values asked for, so that the same question is given the same object. */
export interface Recent<Value> {
  get(key: string, make: () => Value): Value;
}

export const createRecent = <Value>(capacity: number): Recent<Value> => {
  const values = new Map<string, Value>();
  return {
    get: (key, make) => {
      const known = values.get(key);
      const value = known ?? make();
      values.delete(key);
      values.set(key, value);
      if (values.size > capacity) values.delete(values.keys().next().value as string);
      return value;
    },
  };
};
