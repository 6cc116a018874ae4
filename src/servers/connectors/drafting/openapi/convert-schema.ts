import type { PatternCheck } from "../../../../mcp/tools/check-schema.ts";
import { shortened } from "../../../../mcp/tools/input-problem.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { documentText, isSafeValue } from "../document-text.ts";
import { createUniqueNames } from "../tool-name.ts";
import { keepKeywords } from "./keep-keywords.ts";
import { mergedParts } from "./merge-schemas.ts";
import { mergeVariants } from "./merge-variants.ts";
import { discriminatorValue, type ObjectShape, objectShape, variantsOf } from "./object-shape.ts";
import { lastPart, listOf, type References } from "./references.ts";
import {
  type Direction,
  hasOnlyAnnotations,
  isNullable,
  isOmitted,
  omittedNames,
  openSchema,
  refersToItself,
  withDescribedDefault,
  withNull,
} from "./schema-traits.ts";

export interface ConversionOptions {
  /** Properties that do not apply to this direction are left out. */
  readonly direction: Direction;
  readonly references: References;
  readonly pattern: PatternCheck;
  note(sentence: string): void;
}

/** Converts schemas of one document to JSON Schema 2020-12, with what they reference, and nothing else, in `$defs`. */
export interface Conversion {
  convert(schema: unknown, of: string): Schema;
  /** Converts a property that has several alternative schemas. */
  convertAny(schemas: readonly unknown[], of: string): Schema;
  /** Whether a property of this name may be shown. */
  keeps(name: string, required: ReadonlySet<unknown>): boolean;
  /** Call after all conversions. */
  definitions(): Readonly<Record<string, Schema>>;
}

/** Anything deeper is left open. */
const DEEPEST = 12;
export const LONGEST_TEXT = 500;
const MOST_VARIANTS = 4;
const SMALL_VARIANT = 1_500;
/** Inline schemas nested deeper than this become definitions. */
const MOST_INLINE = 5;
const MOST_DEFINITIONS = 300;
/** More than a single tool could show. */
const MOST_SCHEMAS = 3_000;
const LONGEST_NAME = 200;

interface Position {
  readonly depth: number;
  /** Levels since the start of the enclosing definition. */
  readonly inline: number;
  readonly of: string;
}

export const createConversion = (options: ConversionOptions): Conversion => {
  const { direction, references, pattern, note } = options;
  const definitions = new Map<string, Schema>();
  /** By the pointer of a referenced schema, or by the schema itself. */
  const names = new Map<unknown, string>();
  const pending: { readonly name: string; readonly schema: unknown; readonly position: Position }[] = [];
  const uniqueName = createUniqueNames();
  let schemas = 0;
  let opened = 0;

  const define = (key: unknown, wanted: string, schema: unknown, depth: number): Schema => {
    let name = names.get(key);
    if (name === undefined) {
      const plain = isSafeValue(wanted) ? wanted.replace(/[^A-Za-z0-9_.-]+/g, "_") : "";
      name = uniqueName(plain || "definition");
      names.set(key, name);
      pending.push({ name, schema, position: { depth, inline: 0, of: wanted } });
    }
    return { $ref: `#/$defs/${name}` };
  };

  const below = (position: Position, of = position.of): Position => ({
    depth: position.depth + 1,
    inline: position.inline + 1,
    of,
  });

  const text = (schema: JsonObject, of: string): { description?: string } => {
    const words = documentText(schema["description"], LONGEST_TEXT, of, note);
    return words === "" ? {} : { description: words };
  };

  const open = (schema: JsonObject): Schema => {
    note(`Its ${direction} schema is left open below ${DEEPEST} levels.`);
    opened++;
    return openSchema(schema, references);
  };

  const convert = (schema: unknown, position: Position): Schema => {
    if (schema === false) return { not: {} };
    if (!isJsonObject(schema)) return {};
    const reference = schema["$ref"];
    if (typeof reference === "string") return referred(reference, schema, position);
    const goesOn = ["properties", "items", "allOf", "oneOf", "anyOf", "additionalProperties"].some((k) => k in schema);
    const isDefined = names.has(schema) && position.inline > 0;
    if (!isDefined && goesOn && (position.depth >= DEEPEST || ++schemas > MOST_SCHEMAS)) return open(schema);
    if (isDefined || (position.inline > MOST_INLINE && goesOn)) {
      return define(schema, position.of, schema, position.depth);
    }
    const converted = composed(schema, position);
    return isNullable(schema, references) ? withNull(converted) : converted;
  };

  const referred = (reference: string, schema: JsonObject, position: Position): Schema => {
    const pointer = references.pointerOf(reference);
    const target = pointer === undefined ? undefined : references.follow(schema);
    if (pointer === undefined || target === undefined) {
      note(`A broken reference was replaced with an open schema: ${shortened(reference)}`);
      return text(schema, position.of);
    }
    if (!names.has(pointer) && (position.depth >= DEEPEST || names.size >= MOST_DEFINITIONS)) return open(target.value);
    return {
      ...define(pointer, lastPart(pointer), references.at(pointer), position.depth),
      ...text(schema, position.of),
    };
  };

  /** Converts compositions and the rest of a schema. */
  const composed = (schema: JsonObject, position: Position): Schema => {
    const ends = (part: unknown) => !refersToItself(part, schema, references);
    const parts = listOf(schema["allOf"]).filter(ends);
    const variants = variantsOf(schema, references).filter(ends);
    if (schema["discriminator"] !== undefined && variants.length === 0) {
      const shape = objectShape(schema, references);
      if (shape !== undefined && shape.forms > 1) return shaped(schema, shape, position);
    }
    const merged = parts.length > 0 ? mergedParts(schema, references) : undefined;
    if (merged !== undefined) return convert(merged, position);
    const choice = variants.length > 0 ? separate(schema, variants, position) : {};
    if (choice === undefined) return joined(schema, variants, position);
    const own = plain(schema, position);
    if (variants.length === 0 && parts.length === 1 && hasOnlyAnnotations(own)) {
      return { ...convert(parts[0], { ...position, inline: position.inline + 1 }), ...own };
    }
    return {
      ...own,
      ...(parts.length > 0 && { allOf: parts.map((part) => convert(part, below(position))) }),
      ...choice,
    };
  };

  /** Converts variants one by one; undefined if they are too many or too large. */
  const separate = (schema: JsonObject, variants: readonly unknown[], position: Position): Schema | undefined => {
    if (variants.length > MOST_VARIANTS) return undefined;
    if (variants.length === 1 && !isNullable(schema, references))
      return { allOf: [convert(variants[0], below(position))] };
    const discriminator = isJsonObject(schema["discriminator"]) ? schema["discriminator"]["propertyName"] : undefined;
    const before = opened;
    const converted = variants.map((variant) => {
      const value = discriminatorValue(schema, variant, references);
      const inner = convert(variant, below(position));
      if (typeof discriminator !== "string" || value === undefined) return inner;
      return { ...inner, properties: { [discriminator]: { const: value } }, required: [discriminator] };
    });
    const isSmall = converted.every((variant) => JSON.stringify(variant).length <= SMALL_VARIANT);
    // A value may match several open variants.
    const keyword = Array.isArray(schema["oneOf"]) && opened === before ? "oneOf" : "anyOf";
    return isSmall ? { [keyword]: converted } : undefined;
  };

  /** Converts variants to one object with the properties of all, or to one schema for each kind of value. */
  const joined = (schema: JsonObject, variants: readonly unknown[], position: Position): Schema => {
    const shape = objectShape(schema, references);
    if (shape !== undefined) {
      note(`${variants.length} variants of ${position.of} were merged: it takes the properties of all of them.`);
      return shaped(schema, shape, position);
    }
    const own = plain(schema, position);
    const kinds = mergeVariants(variants, references);
    if (kinds === undefined) {
      note(`${position.of} has ${variants.length} variants, one of which allows any value: it is left open.`);
      return own;
    }
    note(`${variants.length} variants of ${position.of} were merged by the type of their values.`);
    const [only, ...others] = kinds.map((kind) => convert(kind, below(position)));
    return others.length === 0 ? { ...only, ...own } : { ...own, anyOf: [only, ...others] };
  };

  const shaped = (schema: JsonObject, shape: ObjectShape, position: Position): Schema => {
    const properties = [...shape.properties].filter(
      ([name, schemas]) =>
        keeps(name, shape.required) && !schemas.every((each) => isOmitted(each, direction, references)),
    );
    const inner = below(position);
    const { description } = text(schema, position.of);
    const both = [description, ...shape.choices].filter((part) => part !== undefined).join(" ");
    const required = [...shape.required].filter((name) => properties.some(([known]) => known === name));
    return {
      type: "object",
      ...(both !== "" && { description: both }),
      properties: Object.fromEntries(properties.map(([name, schemas]) => [name, any(schemas, { ...inner, of: name })])),
      ...(required.length > 0 && { required }),
    };
  };

  const any = (schemas: readonly unknown[], position: Position): Schema =>
    convert(schemas.length === 1 ? schemas[0] : { anyOf: schemas }, position);

  const keeps = (name: string, required: ReadonlySet<unknown>): boolean => {
    if (!isSafeValue(name) || name.length > LONGEST_NAME) {
      note("A property was left out: its name has hidden characters or looks like an instruction to a model.");
      return false;
    }
    if (required.has(name) || !Object.hasOwn(Object.prototype, name)) return true;
    note(`The property ${name} was left out: every JavaScript object has a property of that name.`);
    return false;
  };

  /** Converts everything except compositions. */
  const plain = (given: JsonObject, position: Position): Schema => {
    const inner = below(position);
    const schema = (direction === "input" && position.depth > 1 ? withDescribedDefault(given) : given) as JsonObject;
    const { properties, items, prefixItems, additionalProperties, not } = schema;
    const unwanted = omittedNames(schema, direction, references);
    const required = listOf(schema["required"]).filter(
      (name) => typeof name === "string" && !unwanted.has(name) && isSafeValue(name),
    );
    const needed = new Set(required);
    const kept = isJsonObject(properties)
      ? Object.entries(properties).filter(([name]) => !unwanted.has(name) && keeps(name, needed))
      : undefined;
    const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined);
    const isArray = [schema["type"]].flat().includes("array");
    return {
      ...keepKeywords(schema, { pattern, note }),
      ...text(schema, position.of),
      ...(kept !== undefined && {
        properties: Object.fromEntries(kept.map(([name, value]) => [name, convert(value, { ...inner, of: name })])),
      }),
      ...(needed.size > 0 && { required: [...needed] }),
      ...(Array.isArray(tuple) && { prefixItems: tuple.map((item) => convert(item, inner)) }),
      ...(isJsonObject(items) && { items: convert(items, inner) }),
      // Some clients reject an array schema without items.
      ...(isArray && items === undefined && tuple === undefined && { items: {} }),
      ...(additionalProperties === true && { additionalProperties: true }),
      ...(isJsonObject(additionalProperties) && {
        additionalProperties: Object.keys(additionalProperties).length === 0 || convert(additionalProperties, inner),
      }),
      // The negation of an open schema would match nothing.
      ...(isJsonObject(not) && inner.depth < DEEPEST && { not: convert(not, inner) }),
    };
  };

  return {
    convert: (schema, of) => convert(schema, { depth: 1, inline: 1, of }),
    keeps,
    convertAny: (schemas, of) => any(schemas, { depth: 1, inline: 1, of }),
    definitions() {
      // Breadth-first, so that each definition is converted at its smallest depth.
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        const { name, schema, position } = next;
        definitions.set(name, convert(schema, position));
      }
      return Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
};
