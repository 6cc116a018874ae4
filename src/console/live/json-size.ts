/** Estimates the length of a value as JSON. Stops as soon as it exceeds `max`. */
export const jsonSize = (value: unknown, max: number): number => max - remaining(value, max);

const remaining = (value: unknown, max: number): number => {
  if (typeof value === "string") return max - value.length - 2;
  if (typeof value !== "object" || value === null) return max - 5;
  return Array.isArray(value)
    ? remainingAfterList(value, max)
    : remainingAfterMembers(value as Record<string, unknown>, max);
};

const remainingAfterList = (list: readonly unknown[], max: number): number => {
  let rest = max - 2;
  for (let i = 0; i < list.length && rest >= 0; i++) rest = remaining(list[i], rest - 1);
  return rest;
};

const remainingAfterMembers = (object: Readonly<Record<string, unknown>>, max: number): number => {
  let rest = max - 2;
  for (const name in object) {
    if (rest < 0) return rest;
    rest = remaining(object[name], rest - name.length - 4);
  }
  return rest;
};

/** Suppliers return the same frozen list for the same query, so its size is cached. */
const cached = new WeakMap<readonly unknown[], number>();

/** Estimates the size of a tool's output. `max` must always be the same, because sizes are cached. */
export const outputSize = (output: unknown, max: number): number => {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return jsonSize(output, max);
  let sum = 2;
  for (const member of Object.values(output)) {
    if (sum > max) return sum;
    if (!Array.isArray(member) || !Object.isFrozen(member)) {
      sum += jsonSize(member, max - sum);
      continue;
    }
    const size = cached.get(member) ?? jsonSize(member, max);
    cached.set(member, size);
    sum += size;
  }
  return sum;
};
