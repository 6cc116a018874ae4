import { isJsonObject } from "../../../model/json.ts";

const LARGEST_INDEX = 1_000;
const isIndex = (token: string): boolean => /^\d{1,4}$/.test(token) && Number(token) < LARGEST_INDEX;

/** Where a binding puts its argument: a name, a JSON Pointer, or "" for the whole body. */
export const boundPlace = (name: string): readonly string[] => {
  if (name === "") return [];
  if (!name.startsWith("/")) return [name];
  return name
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
};

/** Where a secret goes: names joined by dots. */
export const secretPlace = (path: string): readonly string[] => path.split(".");

/** The body with the value in that place. What is on the way is made or copied: callers keep their arguments. */
export const placed = (body: unknown, place: readonly string[], value: unknown): unknown => {
  const [token, ...rest] = place;
  if (token === undefined) return value;
  if (isIndex(token) && (body === undefined || Array.isArray(body))) {
    const list: unknown[] = [...(body ?? [])];
    list[Number(token)] = placed(list[Number(token)], rest, value);
    return Array.from(list, (entry) => entry ?? null);
  }
  const members = isJsonObject(body) ? body : {};
  const member = Object.hasOwn(members, token) ? members[token] : undefined;
  return { ...members, [token]: placed(member, rest, value) };
};
