import { isObject } from "./schema.ts";

export type Path = readonly (string | number)[];

/** What somebody typed as JSON and is none yet. */
export class Unparsed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** `/passengers/0/firstName`: the key of a field's problem. */
export const pathKey = (path: Path): string => path.map((step) => `/${step}`).join("");

/** The same, of how the server names a field: `passengers[0].firstName`. */
export const fieldKey = (field: string): string =>
  field.startsWith("/") ? field : pathKey(field.split(/[.[\]]+/).filter(Boolean));

/** A copy with something else at a path; undefined takes it out. */
export const withValue = (value: unknown, path: Path, next: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = withValue(list[step], rest, next);
    return list;
  }
  const { [step]: before, ...others } = isObject(value) ? value : {};
  const inside = withValue(before, rest, next);
  if (inside === undefined) return others;
  // A field that was there keeps its place.
  return isObject(value) && step in value ? { ...value, [step]: inside } : { ...others, [step]: inside };
};

export const withoutItem = (list: readonly unknown[], index: number): unknown[] =>
  list.filter((_, each) => each !== index);

/** What is sent: without what nobody filled in. */
export const filledIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filledIn).filter((each) => each !== undefined);
  if (!isObject(value) || value instanceof Unparsed) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, filledIn(each)] as const);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
};

/** A date and time of UTC for the browser's own field, and back. Undefined: it cannot show this one. */
export const toLocalInput = (value: unknown): string | undefined => {
  if (value === undefined || value === "") return "";
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(String(value));
  return found?.[1];
};

export const fromLocalInput = (text: string): string | undefined => (text === "" ? undefined : `${text}:00Z`);
