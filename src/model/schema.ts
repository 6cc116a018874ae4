/**
 * JSON Schema as plain values that carry their TypeScript type. A schema is exactly the object that clients see in
 * `tools/list`. Not TypeBox, because importing it adds 140 ms to every cold start.
 */
declare const type: unique symbol;

export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  readonly [type]?: T;
}
export type Static<S> = S extends Schema<infer T> ? T : never;

/** Marks a property as optional for `object`; never serialised. */
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

/** An optional property. */
export const maybe = <T>(schema: Schema<T>): OptionalSchema<T> => marked(schema, "absent") as OptionalSchema<T>;

/** A property that is optional for callers and always present for tools: its `default` is filled in. */
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

/** Returns an object schema with the named properties, in the order of `names`. */
export const pick = <T, K extends keyof T & string>(base: Schema<T>, names: readonly K[]): Schema<Pick<T, K>> => {
  const properties = base["properties"] as Properties;
  return object(Object.fromEntries(names.map((name) => [name, properties[name] as Schema]))) as unknown as Schema<
    Pick<T, K>
  >;
};

/** Keywords that `outline` removes. */
const REMARKS: ReadonlySet<string> = new Set(["description", "format", "pattern", "minimum", "maximum", "required"]);

/** Reduces a schema to names and types, because every character of an output schema costs the client tokens. */
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

/** Returns an object schema with additional properties. */
export const extend = <T, P extends Properties>(base: Schema<T>, properties: P): Schema<Flat<T & ObjectOf<P>>> =>
  object({ ...(base["properties"] as Properties), ...properties }) as unknown as Schema<Flat<T & ObjectOf<P>>>;
