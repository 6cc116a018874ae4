import type { PatternCheck } from "../../../../mcp/tools/check-pattern.ts";
import { shortened } from "../../../../mcp/tools/explain-misfit.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { foreignWords, isPlainValue } from "../document-text.ts";
import { createUniqueNames } from "../tool-name.ts";
import { keepKeywords } from "./keep-keywords.ts";
import { discriminatorValue, listOf, type ObjectShape, objectShape, variantsOf } from "./object-shape.ts";
import { lastPart, type References } from "./references.ts";
import {
  type Direction,
  isBare,
  isNullable,
  isUnwanted,
  leadsBack,
  unwantedNames,
  withDefaultTold,
} from "./schema-traits.ts";

export interface ConversionOptions {
  /** What callers cannot send, or never get, is left out. */
  readonly direction: Direction;
  /** Levels of schemas; what lies deeper is left open. */
  readonly deepest: number;
  readonly longestText: number;
  readonly references: References;
  readonly pattern: PatternCheck;
  note(sentence: string): void;
}

/** Schemas of one document as JSON Schema 2020-12, with what they refer to, and no more, in `$defs`. */
export interface Conversion {
  convert(schema: unknown, of: string): Schema;
  /** Of a property for which there are several. */
  convertAny(schemas: readonly unknown[], of: string): Schema;
  /** Whether a property of that name may be shown, given those that have to be there. */
  keeps(name: string, required: ReadonlySet<unknown>): boolean;
  /** To be asked for when everything is converted. */
  definitions(): Readonly<Record<string, Schema>>;
}

const MOST_VARIANTS = 4;
const SMALL_VARIANT = 1_500;
/** JSON Schemas that nest deeper by themselves are cut into definitions. */
const MOST_INLINE = 5;
const MOST_DEFINITIONS = 300;
/** More than could be shown of one tool in any case. */
const MOST_SCHEMAS = 3_000;
const LONGEST_NAME = 200;

interface Position {
  readonly depth: number;
  /** Levels since the last definition began. */
  readonly inline: number;
  readonly of: string;
}

export const createConversion = (options: ConversionOptions): Conversion => {
  const { direction, deepest, longestText, references, pattern, note } = options;
  const definitions = new Map<string, Schema>();
  const names = new Map<string, string>();
  const waiting: { readonly name: string; readonly schema: unknown; readonly position: Position }[] = [];
  const uniqueName = createUniqueNames();
  let schemas = 0;

  const define = (key: string, wanted: string, schema: unknown, depth: number): Schema => {
    let name = names.get(key);
    if (name === undefined) {
      const plain = isPlainValue(wanted) ? wanted.replace(/[^A-Za-z0-9_.-]+/g, "_") : "";
      name = uniqueName(plain || "definition");
      names.set(key, name);
      waiting.push({ name, schema, position: { depth, inline: 0, of: wanted } });
    }
    return { $ref: `#/$defs/${name}` };
  };

  const below = (position: Position, of = position.of): Position => ({
    depth: position.depth + 1,
    inline: position.inline + 1,
    of,
  });

  const text = (schema: JsonObject, of: string): { description?: string } => {
    const words = foreignWords(schema["description"], longestText, of, note);
    return words === "" ? {} : { description: words };
  };

  const open = (schema: JsonObject): Schema => {
    note(`What lies deeper than ${deepest} levels in its ${direction} is left open.`);
    const type = schema["type"];
    return typeof type === "string" && /^(?:string|number|integer|boolean|object|array)$/.test(type) ? { type } : {};
  };

  const convert = (schema: unknown, position: Position): Schema => {
    if (schema === false) return { not: {} };
    if (!isJsonObject(schema)) return {};
    const reference = schema["$ref"];
    if (typeof reference === "string") return referred(reference, schema, position);
    const goesOn = ["properties", "items", "allOf", "oneOf", "anyOf", "additionalProperties"].some((k) => k in schema);
    if (goesOn && (position.depth >= deepest || ++schemas > MOST_SCHEMAS)) return open(schema);
    if (position.inline > MOST_INLINE && goesOn) {
      return define(`inline ${names.size}`, position.of, schema, position.depth);
    }
    return nullable(schema, composed(schema, position));
  };

  const referred = (reference: string, schema: JsonObject, position: Position): Schema => {
    const pointer = references.pointerOf(reference);
    const target = pointer === undefined ? undefined : references.follow(schema);
    if (pointer === undefined || target === undefined) {
      note(`A reference leads nowhere, and what it stands for is left open: ${shortened(reference)}`);
      return text(schema, position.of);
    }
    if (!names.has(pointer) && (position.depth >= deepest || names.size >= MOST_DEFINITIONS)) return open(target.value);
    return {
      ...define(pointer, lastPart(pointer), references.at(pointer), position.depth),
      ...text(schema, position.of),
    };
  };

  /** `allOf`, `oneOf`, `anyOf` and the rest of a schema. */
  const composed = (schema: JsonObject, position: Position): Schema => {
    const ends = (part: unknown) => !leadsBack(part, schema, references);
    const parts = listOf(schema["allOf"]).filter(ends);
    const variants = variantsOf(schema, references).filter(ends);
    if (schema["discriminator"] !== undefined && variants.length === 0) {
      const shape = objectShape(schema, references);
      if (shape !== undefined && shape.forms > 1) return shaped(schema, shape, position);
    }
    const own = plain(schema, position);
    if (variants.length === 0 && parts.length === 1 && isBare(own)) {
      return { ...convert(parts[0], { ...position, inline: position.inline + 1 }), ...own };
    }
    return {
      ...own,
      ...(parts.length > 0 && { allOf: parts.map((part) => convert(part, below(position))) }),
      ...(variants.length > 0 && choice(schema, variants, position)),
    };
  };

  const choice = (schema: JsonObject, variants: readonly unknown[], position: Position): Schema => {
    const keyword = Array.isArray(schema["oneOf"]) ? "oneOf" : "anyOf";
    if (variants.length === 1 && !isNullable(schema, references))
      return { allOf: [convert(variants[0], below(position))] };
    const discriminator = isJsonObject(schema["discriminator"]) ? schema["discriminator"]["propertyName"] : undefined;
    const converted =
      variants.length > MOST_VARIANTS
        ? []
        : variants.map((variant) => {
            const value = discriminatorValue(schema, variant, references);
            const inner = convert(variant, below(position));
            if (typeof discriminator !== "string" || value === undefined) return inner;
            return { ...inner, properties: { [discriminator]: { const: value } }, required: [discriminator] };
          });
    const isSmall = converted.every((variant) => JSON.stringify(variant).length <= SMALL_VARIANT);
    if (converted.length > 0 && isSmall) return { [keyword]: converted };
    const shape = objectShape({ [keyword]: variants, discriminator: schema["discriminator"] }, references);
    if (shape === undefined) {
      note(`One of its values has ${variants.length} different forms and is left open.`);
      return {};
    }
    note(`${variants.length} forms of one object were put together: all properties of any of them can be given.`);
    return shaped(schema, shape, position);
  };

  const shaped = (schema: JsonObject, shape: ObjectShape, position: Position): Schema => {
    const properties = [...shape.properties].filter(
      ([name, schemas]) =>
        keeps(name, shape.required) && !schemas.every((each) => isUnwanted(each, direction, references)),
    );
    const inner = below(position);
    const { description } = text(schema, position.of);
    const both = [description, ...shape.choices].filter((part) => part !== undefined).join(" ");
    const required = [...shape.required].filter((name) => properties.some(([known]) => known === name));
    return {
      type: "object",
      ...(both !== "" && longestText > 0 && { description: both }),
      properties: Object.fromEntries(properties.map(([name, schemas]) => [name, any(schemas, { ...inner, of: name })])),
      ...(required.length > 0 && { required }),
    };
  };

  const any = (schemas: readonly unknown[], position: Position): Schema => {
    if (schemas.length === 1) return convert(schemas[0], position);
    if (schemas.length > MOST_VARIANTS) return {};
    return { anyOf: schemas.map((schema) => convert(schema, below(position))) };
  };

  const keeps = (name: string, required: ReadonlySet<unknown>): boolean => {
    if (!isPlainValue(name) || name.length > LONGEST_NAME) {
      note("A property whose name hides something, or reads like an instruction to a model, was left out.");
      return false;
    }
    if (required.has(name) || !Object.hasOwn(Object.prototype, name)) return true;
    note(`The property ${name} was left out: validators in JavaScript take every object for one that has it.`);
    return false;
  };

  /** Everything that is not a composition. */
  const plain = (given: JsonObject, position: Position): Schema => {
    const inner = below(position);
    const schema = (direction === "input" && position.depth > 1 ? withDefaultTold(given) : given) as JsonObject;
    const { properties, items, prefixItems, additionalProperties, not } = schema;
    const unwanted = unwantedNames(schema, direction, references);
    const required = listOf(schema["required"]).filter(
      (name) => typeof name === "string" && !unwanted.has(name) && isPlainValue(name),
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
      // Some clients refuse a list that does not say what is in it.
      ...(isArray && items === undefined && tuple === undefined && { items: {} }),
      ...(additionalProperties === true && { additionalProperties: true }),
      ...(isJsonObject(additionalProperties) && {
        additionalProperties: Object.keys(additionalProperties).length === 0 || convert(additionalProperties, inner),
      }),
      ...(isJsonObject(not) && { not: convert(not, inner) }),
    };
  };

  const nullable = (schema: JsonObject, converted: Schema): Schema => {
    if (!isNullable(schema, references)) return converted;
    const { type, enum: values, description } = converted;
    if (type !== undefined) {
      return {
        ...converted,
        type: [...new Set([type, "null"].flat())],
        ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
      };
    }
    if (Object.keys(converted).every((name) => name === "description")) return converted;
    const { description: _, ...rest } = converted;
    const variants = ["oneOf", "anyOf"].find((keyword) => keyword in rest && Object.keys(rest).length === 1);
    const known = variants === undefined ? [rest] : (rest[variants] as Schema[]);
    return {
      [variants ?? "anyOf"]: [...known, { type: "null" }],
      ...(description !== undefined && { description }),
    };
  };

  return {
    convert: (schema, of) => convert(schema, { depth: 1, inline: 1, of }),
    keeps,
    convertAny: (schemas, of) => any(schemas, { depth: 1, inline: 1, of }),
    definitions() {
      // First come those that are referred to from nearby, so that depths are the least there are.
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { name, schema, position } = next;
        definitions.set(name, convert(schema, position));
      }
      return Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
};
