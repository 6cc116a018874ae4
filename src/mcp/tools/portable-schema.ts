import { isJsonObject, type JsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import { isGrammarPattern, MAX_DESCRIPTION_LENGTH, PROPERTY_NAME, schemaProblems } from "./provider-rules.ts";

/** Maximum nesting; the smaller values are for definitions that refer to each other and would make the schema long. */
const DEPTHS = [12, 6, 4, 3, 2] as const;
const ALWAYS_ALLOWED_LENGTH = 4_000;
const MAX_REFERENCES = 12;
const MAX_SCHEMAS = 600;
const MAX_BRANCHES = 6;
const MAX_TEXT_LENGTH = 2_000;
const MAX_NAMED_PROPERTIES = 10;

/** Keywords that no model API needs and some reject. The server still validates them. */
const DROPPED = new Set(
  `$ref $defs definitions $comment $schema allOf oneOf anyOf not if then else const enum type
  properties required items additionalItems prefixItems pattern maxLength patternProperties
  propertyNames dependencies dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties
  contains minContains maxContains additionalProperties discriminator description`.split(/\s+/),
);

/**
 * Rewrites the input schema of a foreign tool so that every model API accepts it: one object at the top, references
 * resolved, variants of an object merged, patterns without shorthands. Calls are validated against the original schema.
 * Returns the schema itself if nothing has to change.
 */
export const portableSchema = (schema: Schema): Schema => {
  if (schemaProblems(schema).every(({ level }) => level !== "refused")) return schema;
  const maxLength = Math.max(ALWAYS_ALLOWED_LENGTH, 2 * JSON.stringify(schema).length);
  let shown = schema;
  for (const deepest of DEPTHS) {
    shown = createView(schema, deepest).whole();
    if (JSON.stringify(shown).length <= maxLength) break;
  }
  return shown;
};

/** Shortens a description to the maximum of all model APIs; `following` is appended in full. */
export const portableDescription = (description: string, following = ""): string => {
  const room = MAX_DESCRIPTION_LENGTH - following.length;
  return (description.length <= room ? description : `${description.slice(0, room - 1).trimEnd()}…`) + following;
};

const createView = (root: Schema, deepest: number) => {
  let left = MAX_SCHEMAS;

  const resolved = (schema: unknown, visited: ReadonlySet<unknown>): JsonObject | undefined => {
    let current = schema;
    for (let hops = 0; isJsonObject(current) && typeof current["$ref"] === "string"; hops++) {
      const target = at(root, current["$ref"]);
      if (hops > MAX_REFERENCES || !isJsonObject(target)) return undefined;
      const { $ref: _, ...beside } = current;
      current = Object.keys(beside).length === 0 ? target : { ...target, ...beside };
      if (visited.has(target)) return undefined;
      if (Object.keys(beside).length > 0) break;
    }
    return isJsonObject(current) ? current : undefined;
  };

  /** Returns all schemas that apply to a value, including `allOf` and references. */
  const partsOf = (schema: JsonObject, visited: ReadonlySet<unknown>, depth = 0): readonly JsonObject[] => {
    if (depth > MAX_REFERENCES) return [schema];
    const all = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
    const parts = all.flatMap((part) => {
      const known = resolved(part, visited);
      return known === undefined ? [] : partsOf(known, visited, depth + 1);
    });
    return [schema, ...parts];
  };

  const variantsOf = (part: JsonObject, visited: ReadonlySet<unknown>): readonly JsonObject[] => {
    const { oneOf, anyOf } = part;
    const variants = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
    return variants
      .map((variant) => resolved(variant, visited) ?? {})
      .filter((variant) => variant["type"] !== "null" && variant["const"] !== null);
  };

  const view = (schema: unknown, visited: ReadonlySet<unknown>): Schema => {
    const known = resolved(schema, visited);
    if (known === undefined || left <= 0 || visited.size > deepest) return open(schema);
    left--;
    const inside = new Set([...visited, known]);
    const parts = partsOf(known, inside);
    const variants = parts.flatMap((part) => variantsOf(part, inside));
    const types = typesOf([...parts, ...variants]);
    if (types.length === 1 && types[0] === "object") return object(known, inside);
    const isChoice = variants.length > 1 || types.length > 1;
    return isChoice ? choice(parts, variants, types, inside) : single(parts.concat(variants), types[0], inside);
  };

  /** Merges the properties of all parts and variants. Required are the properties that every variant requires. */
  const object = (schema: JsonObject, visited: ReadonlySet<unknown>, isTop = false): Schema => {
    const parts = partsOf(schema, visited);
    const properties = new Map<string, unknown>();
    const required = new Set<string>();
    const add = (part: JsonObject) => {
      for (const [name, property] of Object.entries(isJsonObject(part["properties"]) ? part["properties"] : {})) {
        const before = properties.get(name);
        properties.set(
          name,
          before === undefined || isSame(before, property) ? property : { anyOf: [before, property] },
        );
      }
    };
    for (const part of parts) {
      add(part);
      for (const name of namesIn(part["required"])) required.add(name);
      const variants = variantsOf(part, visited).map((variant) => partsOf(variant, visited));
      for (const variant of variants) variant.forEach(add);
      const needs = variants.map((variant) => new Set(variant.flatMap((each) => namesIn(each["required"]))));
      for (const name of needs[0] ?? []) if (needs.every((names) => names.has(name))) required.add(name);
    }
    for (const name of required) if (!properties.has(name)) properties.set(name, {});
    // The author of a tool can rename its arguments, but not what is inside them.
    const unnamed = isTop ? [] : [...properties.keys()].filter((name) => !PROPERTY_NAME.test(name));
    const shown = [...properties]
      .filter(([name]) => !unnamed.includes(name))
      .map(([name, property]) => [name, view(property, visited)] as const);
    const needed = [...required].filter((name) => !unnamed.includes(name));
    const others = parts.map((part) => part["additionalProperties"]).find((each) => each !== undefined);
    const isOpen = unnamed.length > 0 || isJsonObject(others);
    return {
      ...kept(parts),
      type: "object",
      ...((shown.length > 0 || schema["properties"] !== undefined) && { properties: Object.fromEntries(shown) }),
      ...(needed.length > 0 && { required: needed }),
      ...((isOpen || typeof others === "boolean") && { additionalProperties: isOpen || others }),
      ...textOf(parts, furtherProperties(unnamed, required)),
    };
  };

  /** Writes a value of several types or variants as an enum or `anyOf`. */
  const choice = (
    parts: readonly JsonObject[],
    variants: readonly JsonObject[],
    types: readonly string[],
    visited: ReadonlySet<unknown>,
  ): Schema => {
    const values = variants.map((variant) => variant["const"]);
    if (variants.length > 0 && values.every((value) => typeof value === "string")) {
      return { type: "string", enum: [...new Set(values)], ...textOf(parts) };
    }
    const branches = (variants.length > 1 ? variants : types.map((type) => ({ ...Object.assign({}, ...parts), type })))
      .slice(0, MAX_BRANCHES)
      .map((branch) => {
        const { description: _, ...shown } = view(branch, visited) as JsonObject;
        return { ...shown, ...(variants.length > 1 && textOf([branch])) };
      })
      .filter((branch, i, all) => all.findIndex((other) => isSame(other, branch)) === i);
    const isTyped = branches.every((branch: Schema) => typeof branch["type"] === "string");
    if (branches.length === 1) return { ...branches[0], ...textOf(parts) };
    return isTyped ? { anyOf: branches, ...textOf(parts) } : textOf(parts);
  };

  const single = (parts: readonly JsonObject[], type: string | undefined, visited: ReadonlySet<unknown>): Schema => {
    const whole = Object.assign({}, ...parts) as JsonObject;
    const notes: string[] = [];
    const values = "const" in whole ? [whole["const"]] : Array.isArray(whole["enum"]) ? whole["enum"] : undefined;
    const texts = values?.filter((value) => typeof value === "string");
    const isTexts =
      texts !== undefined && texts.length > 0 && texts.length === values?.filter((v) => v !== null).length;
    if (values !== undefined && !isTexts) notes.push(`One of ${values.map((v) => JSON.stringify(v)).join(", ")}.`);
    const pattern = whole["pattern"];
    const readable = typeof pattern === "string" ? spelledOut(pattern) : undefined;
    if (typeof pattern === "string" && readable === undefined) notes.push(`Matches ${pattern}.`);
    const longest = whole["maxLength"];
    const isLong = typeof longest === "number" && longest >= MAX_TEXT_LENGTH;
    if (isLong) notes.push(`At most ${longest} characters.`);
    const shownType = isTexts ? "string" : (type ?? typeOfValues(values));
    return {
      ...kept(parts),
      ...(shownType !== undefined && { type: shownType }),
      ...(isTexts && { enum: texts }),
      ...(readable !== undefined && { pattern: readable }),
      ...(typeof longest === "number" && !isLong && { maxLength: longest }),
      ...(shownType === "array" && { items: itemsOf(whole, visited) }),
      ...textOf(parts, notes),
    };
  };

  const itemsOf = ({ items, prefixItems }: JsonObject, visited: ReadonlySet<unknown>): Schema => {
    if (isJsonObject(items)) return view(items, visited);
    const tuple = [prefixItems, items].find((each) => Array.isArray(each)) ?? [];
    const shown = (tuple as readonly unknown[]).map((each) => view(each, visited));
    return shown[0] !== undefined && shown.every((each) => isSame(each, shown[0])) ? shown[0] : {};
  };

  return { whole: (): Schema => object(resolved(root, new Set()) ?? root, new Set([root]), true) };
};

/** Names that model APIs reject go into the description: callers can send these properties, and may have to. */
const furtherProperties = (names: readonly string[], required: ReadonlySet<string>): readonly string[] => {
  if (names.length === 0) return [];
  const shown = names
    .slice(0, MAX_NAMED_PROPERTIES)
    .map((name) => `${JSON.stringify(name)}${required.has(name) ? " (required)" : ""}`);
  return [`Further properties: ${shown.join(", ")}${names.length > shown.length ? " and others" : ""}.`];
};

/** Keeps only type and description of a schema that cannot be resolved. */
const open = (schema: unknown): Schema => {
  const { type, description } = isJsonObject(schema) ? schema : {};
  return {
    ...(typeof type === "string" && { type, ...(type === "array" && { items: {} }) }),
    ...(typeof description === "string" && { description }),
  };
};

const at = (root: Schema, reference: string): unknown => {
  if (!reference.startsWith("#")) return undefined;
  return decodeURIComponent(reference.slice(1))
    .split("/")
    .slice(1)
    .reduce<unknown>((found, part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(found)) return found[Number(name)];
      return isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }, root);
};

const namesIn = (required: unknown): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const typeOfValues = (values: readonly unknown[] | undefined): string | undefined => {
  const [first] = values ?? [];
  return ["string", "number", "boolean"].find(
    (type) => values?.every((value) => typeof value === type) && first !== undefined,
  );
};

/** Ignores `null`: a caller without a value omits the argument. */
const typesOf = (schemas: readonly JsonObject[]): readonly string[] => {
  const types = schemas.flatMap((schema) => {
    const { type } = schema;
    if (type === undefined && isJsonObject(schema["properties"])) return ["object"];
    return [type].flat().filter((each) => typeof each === "string" && each !== "null") as string[];
  });
  return [...new Set(types)];
};

const kept = (parts: readonly JsonObject[]): Schema =>
  Object.assign(
    {},
    ...parts.map((part) => Object.fromEntries(Object.entries(part).filter(([keyword]) => !DROPPED.has(keyword)))),
  );

const textOf = (parts: readonly JsonObject[], notes: readonly string[] = []): { readonly description?: string } => {
  const description = parts.map((part) => part["description"]).find((text) => typeof text === "string" && text !== "");
  const text = [description, ...notes].filter((each) => each !== undefined).join(" ");
  return text === "" ? {} : { description: text };
};

/** Shorthand classes, spelled out for use inside brackets. */
const CLASSES: Readonly<Record<string, string>> = { "\\d": "0-9", "\\w": "A-Za-z0-9_" };

/** Returns the pattern without shorthand classes; undefined if it is not anchored or grammars do not support it. */
const spelledOut = (pattern: string): string | undefined => {
  let spelled = "";
  let isInClass = false;
  for (const token of pattern.match(/\\.|[^\\]/gsu) ?? []) {
    if (token === "[" && !isInClass) isInClass = true;
    else if (token === "]") isInClass = false;
    const inside = CLASSES[token];
    spelled += inside === undefined ? token : isInClass ? inside : `[${inside}]`;
  }
  return isGrammarPattern(spelled) ? spelled : undefined;
};
