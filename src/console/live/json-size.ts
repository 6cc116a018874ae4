/** About as many characters as JSON of it has. Looks at no more of it than it takes to know that it is more than `most`. */
export const jsonSize = (value: unknown, most: number): number => most - left(value, most);

const left = (value: unknown, most: number): number => {
  if (typeof value === "string") return most - value.length - 2;
  if (typeof value !== "object" || value === null) return most - 5;
  return Array.isArray(value) ? leftOfList(value, most) : leftOfMembers(value as Record<string, unknown>, most);
};

const leftOfList = (list: readonly unknown[], most: number): number => {
  let rest = most - 2;
  for (let i = 0; i < list.length && rest >= 0; i++) rest = left(list[i], rest - 1);
  return rest;
};

const leftOfMembers = (object: Readonly<Record<string, unknown>>, most: number): number => {
  let rest = most - 2;
  for (const name in object) {
    if (rest < 0) return rest;
    rest = left(object[name], rest - name.length - 4);
  }
  return rest;
};

/** Suppliers hand out the same frozen list for the same question: it is weighed once. */
const known = new WeakMap<readonly unknown[], number>();

/** The same of what a tool returned, always with the same `most`. */
export const outputSize = (output: unknown, most: number): number => {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return jsonSize(output, most);
  let sum = 2;
  for (const member of Object.values(output)) {
    if (sum > most) return sum;
    if (!Array.isArray(member) || !Object.isFrozen(member)) {
      sum += jsonSize(member, most - sum);
      continue;
    }
    const weight = known.get(member) ?? jsonSize(member, most);
    known.set(member, weight);
    sum += weight;
  }
  return sum;
};
