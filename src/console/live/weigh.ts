/** About as many characters as JSON of it has. Looks at no more of it than it takes to know that it is more than `most`. */
export const weighs = (value: unknown, most: number): number => most - left(value, most);

const left = (value: unknown, most: number): number => {
  if (typeof value === "string") return most - value.length - 2;
  if (typeof value !== "object" || value === null) return most - 5;
  let rest = most - 2;
  for (const name in value) {
    if (rest < 0) return rest;
    rest = left((value as Record<string, unknown>)[name], rest - name.length);
  }
  return rest;
};
