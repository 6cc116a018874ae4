/**
 * JSON Schema as plain values, with the TypeScript type carried along. A schema here is exactly the object a client
 * sees in `tools/list`; nothing is converted. Own code because importing TypeBox costs 140 ms of every cold start.
 */
declare const type: unique symbol;

export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  readonly [type]?: T;
}
export type Static<S> = S extends Schema<infer T> ? T : never;

/** How a property may be left out. Only `object` looks at the mark; it never reaches the wire. */
const leaveOut: unique symbol = Symbol("leaveOut");
interface OptionalSchema<T> extends Schema<T> {
  readonly [leaveOut]: "absent";
}
interface DefaultedSchema<T> extends Schema<T> {
  readonly [leaveOut]: "filled in";
}

type Properties = Record<string, Schema>;
type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<P extends Properties> = Flat<
  {
    -readonly [K in keyof P as P[K] extends OptionalSchema<unknown> ? never : K]: Static<P[K]>;
  } & {
    -readonly [K in keyof P as P[K] extends OptionalSchema<unknown> ? K : never]?: Static<P[K]>;
  }
>;

type Keywords = Record<string, unknown>;

export const string = (keywords: Keywords = {}): Schema<string> => ({ type: "string", ...keywords });
export const integer = (keywords: Keywords = {}): Schema<number> => ({ type: "integer", ...keywords });
export const number = (keywords: Keywords = {}): Schema<number> => ({ type: "number", ...keywords });
export const boolean = (keywords: Keywords = {}): Schema<boolean> => ({ type: "boolean", ...keywords });

export const oneOf = <const V extends readonly string[]>(values: V, keywords: Keywords = {}): Schema<V[number]> => ({
  type: "string",
  enum: values,
  ...keywords,
});

export const array = <T>(items: Schema<T>, keywords: Keywords = {}): Schema<readonly T[]> => ({
  type: "array",
  items,
  ...keywords,
});

/** A property that may be absent. */
export const maybe = <T>(schema: Schema<T>): OptionalSchema<T> => marked(schema, "absent") as OptionalSchema<T>;

/** A property that callers may leave out and tools never miss: its `default` is filled in before they run. */
export const defaulted = <T>(schema: Schema<T>): DefaultedSchema<T> =>
  marked(schema, "filled in") as DefaultedSchema<T>;

const marked = <T>(schema: Schema<T>, mark: string): Schema<T> =>
  Object.defineProperty({ ...schema }, leaveOut, { value: mark });

export const object = <P extends Properties>(properties: P, keywords: Keywords = {}): Schema<ObjectOf<P>> => {
  const required = Object.keys(properties).filter((name) => !(leaveOut in (properties[name] as object)));
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...keywords,
  } as unknown as Schema<ObjectOf<P>>;
};

/** An object schema with some of its properties, in the order of `names`. */
export const pick = <T, K extends keyof T & string>(base: Schema<T>, names: readonly K[]): Schema<Pick<T, K>> => {
  const properties = base["properties"] as Properties;
  return object(Object.fromEntries(names.map((name) => [name, properties[name] as Schema]))) as unknown as Schema<
    Pick<T, K>
  >;
};

/** What a schema says besides the form of a value. */
const REMARKS: ReadonlySet<string> = new Set(["description", "format", "pattern", "minimum", "maximum", "required"]);

/** The names and types of a schema alone: for what a client is shown of an answer, where every character is paid for. */
export const outline = <T>(schema: Schema<T>): Schema<T> => {
  const entries = Object.entries(schema).filter(([keyword]) => !REMARKS.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword === "items") return [keyword, outline(value as Schema)];
      if (keyword !== "properties") return [keyword, value];
      const fields = Object.entries(value as Properties);
      return [keyword, Object.fromEntries(fields.map(([name, field]) => [name, outline(field)]))];
    }),
  ) as Schema<T>;
};

/** An object schema with further properties. */
export const extend = <T, P extends Properties>(base: Schema<T>, properties: P): Schema<Flat<T & ObjectOf<P>>> =>
  object({ ...(base["properties"] as Properties), ...properties }) as unknown as Schema<Flat<T & ObjectOf<P>>>;
