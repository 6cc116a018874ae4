import { isJsonObject, type JsonObject } from "../../../../model/json.ts";

/** Keywords that narrow a schema down, and the form by which they are told from what else is called that. */
const NARROWS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(["properties", "items", "not"].map((keyword) => [keyword, isJsonObject])),
  ...Object.fromEntries(["required", "enum", "allOf", "oneOf", "anyOf"].map((keyword) => [keyword, Array.isArray])),
  ...Object.fromEntries(
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"].map((keyword) => [
      keyword,
      (value: unknown) => typeof value === "number",
    ]),
  ),
  pattern: (value) => typeof value === "string",
};

/**
 * Since OpenAPI 3.1 a schema may say more beside a reference. Here the reference becomes a part of it, so that nobody who
 * follows references loses the rest.
 */
export const withBesideReferences = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withBesideReferences);
  if (!isJsonObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withBesideReferences(part)]));
  const narrows = Object.entries(NARROWS).some(([name, fits]) => Object.hasOwn(copy, name) && fits(copy[name]));
  if (typeof copy["$ref"] !== "string" || !narrows) return copy;
  const { $ref, allOf, ...rest } = copy as JsonObject;
  return { ...rest, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] };
};
