import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import { cleanText } from "./clean-text.ts";

/** The keywords that contain one schema, a list of schemas, or schemas by name. All other keywords contain data. */
const HOLDS: ReadonlyMap<string, "one" | "list" | "named"> = new Map([
  ...`additionalItems additionalProperties contains contentSchema else if items not propertyNames then
    unevaluatedItems unevaluatedProperties`
    .split(/\s+/)
    .map((keyword) => [keyword, "one"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"].map(
    (keyword) => [keyword, "named"] as const,
  ),
]);

/** Returns the direct subschemas of a schema with their paths. */
export const childrenOf = (schema: Schema): readonly (readonly [path: readonly string[], child: Schema])[] => {
  const found: [string[], Schema][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const holds = HOLDS.get(keyword);
    if (holds === "one" && isJsonObject(value)) found.push([[keyword], value]);
    if ((holds === "list" && Array.isArray(value)) || (holds === "named" && isJsonObject(value))) {
      for (const [name, child] of Object.entries(value)) if (isJsonObject(child)) found.push([[keyword, name], child]);
    }
  }
  return found;
};

/** Returns all subschemas of a schema, including itself, by JSON Pointer. */
export const subschemasOf = (root: Schema): ReadonlyMap<string, Subschema> => {
  const found = new Map<string, Subschema>();
  const visit = (schema: Schema, path: readonly string[]): void => {
    found.set(path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""), { schema, path });
    for (const [at, child] of childrenOf(schema)) visit(child, [...path, ...at]);
  };
  visit(root, []);
  return found;
};

export interface Subschema {
  readonly schema: Schema;
  readonly path: readonly string[];
}

const TEXTS = new Set(["title", "description", "$comment"]);

/** Returns a copy with clean titles, descriptions and comments. Names and values stay, because callers send them. */
export const cleanSchema = (schema: Schema): Schema => {
  const clean = (keyword: string, value: unknown): unknown => {
    if (typeof value === "string") return TEXTS.has(keyword) ? cleanText(value) : value;
    const each = (child: unknown): unknown => (isJsonObject(child) ? cleanSchema(child) : child);
    switch (HOLDS.get(keyword)) {
      case "one":
        return each(value);
      case "list":
        return Array.isArray(value) ? value.map(each) : value;
      case "named":
        return isJsonObject(value)
          ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, each(child)]))
          : value;
      default:
        return value;
    }
  };
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, clean(keyword, value)]));
};
