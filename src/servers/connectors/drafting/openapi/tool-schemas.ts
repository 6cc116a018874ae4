import { MAX_SCHEMA_BYTES } from "../../../../mcp/tools/check-schema.ts";
import type { JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { documentText, joinTexts } from "../document-text.ts";
import type { Note } from "../draft.ts";
import { fitSchema } from "../fit-schema.ts";
import type { NamedArgument } from "./arguments.ts";
import { type Conversion, type ConversionOptions, createConversion, LONGEST_TEXT } from "./convert-schema.ts";
import { objectShape } from "./object-shape.ts";
import { type Direction, isOmitted } from "./schema-traits.ts";

/** Clients list output schemas with every tool, and models rarely need the deepest fields of a response in advance. */
const MAX_OUTPUT_BYTES = 8_192;
const LIMITS: Readonly<Record<Direction, number>> = { input: MAX_SCHEMA_BYTES, output: MAX_OUTPUT_BYTES };

export type SchemaOptions = Omit<ConversionOptions, "direction">;

/** Returns one flat input schema for all arguments, whichever part of the request they go to. */
export const inputSchema = (args: readonly NamedArgument[], options: SchemaOptions): Schema => {
  const conversion = createConversion({ ...options, direction: "input" });
  const properties = args.map(({ argument, schemas, description }): [string, Schema] => {
    const schema = conversion.convertAny(schemas, argument);
    const text = documentText(description, LONGEST_TEXT, argument, options.note);
    return [argument, withFileHint(text === "" ? schema : { ...schema, description: text })];
  });
  const required = args.filter((each) => each.required).map(({ argument }) => argument);
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...definitionsOf(conversion),
  };
  return fitted(schema, "input", options.note);
};

const fitted = (schema: Schema, direction: Direction, note: Note): Schema => {
  const fit = fitSchema(schema, LIMITS[direction]);
  if (fit === undefined) return schema;
  const { length } = fit.open;
  if (length > 0) {
    const some = fit.open.slice(0, 3).join(", ");
    note(`Its ${direction} schema is too large: ${length} of its objects and lists are left open, such as ${some}.`);
  }
  return fit.schema;
};

const withFileHint = (schema: Schema): Schema => {
  const isBytes = schema["contentEncoding"] === "base64";
  if (!isBytes) return schema;
  return { ...schema, description: joinTexts(String(schema["description"] ?? ""), "Send the content as base64.") };
};

interface KnownOutput {
  readonly schema: Schema | undefined;
  readonly remarks: readonly string[];
}

/** By the document's schema, because most APIs answer several operations with the same object. */
const knownOutputs = new WeakMap<JsonObject, KnownOutput>();

/** Returns the output schema, always an object; undefined if the document does not describe one. */
export const outputSchema = (schema: unknown, options: SchemaOptions): Schema | undefined => {
  const followed = options.references.follow(schema)?.value;
  if (followed === undefined) return undefined;
  const known = knownOutputs.get(followed);
  if (known !== undefined) {
    for (const remark of known.remarks) options.note(remark);
    return known.schema;
  }
  const remarks: string[] = [];
  let hasPatterns = false;
  const made = convertedOutput(followed, {
    ...options,
    note(remark) {
      remarks.push(remark);
      options.note(remark);
    },
    pattern(text) {
      hasPatterns = true;
      return options.pattern(text);
    },
  });
  // How many patterns are kept depends on the other schema of the tool.
  if (!hasPatterns) knownOutputs.set(followed, { schema: made, remarks });
  return made;
};

const convertedOutput = (followed: JsonObject, options: SchemaOptions): Schema | undefined => {
  const conversion = createConversion({ ...options, direction: "output" });
  const isComposed = ["allOf", "oneOf", "anyOf", "discriminator"].some((keyword) => keyword in followed);
  const root = isComposed ? flattened(followed, conversion, options) : conversion.convert(followed, "the answer");
  if (root === undefined) return undefined;
  const { type, ...rest } = root;
  if (![type ?? "object"].flat().includes("object")) return undefined;
  return fitted({ type: "object", ...rest, ...definitionsOf(conversion) }, "output", options.note);
};

const flattened = (schema: JsonObject, conversion: Conversion, { references }: SchemaOptions): Schema | undefined => {
  const shape = objectShape(schema, references);
  if (shape === undefined) return undefined;
  const kept = [...shape.properties].filter(
    ([name, schemas]) =>
      conversion.keeps(name, shape.required) && !schemas.every((each) => isOmitted(each, "output", references)),
  );
  const required = [...shape.required].filter((name) => kept.some(([known]) => known === name));
  return {
    properties: Object.fromEntries(kept.map(([name, schemas]) => [name, conversion.convertAny(schemas, name)])),
    ...(required.length > 0 && { required }),
    ...(shape.isOpen && { additionalProperties: true }),
  };
};

const definitionsOf = (conversion: Conversion): { $defs?: Readonly<Record<string, Schema>> } => {
  const definitions = conversion.definitions();
  return Object.keys(definitions).length === 0 ? {} : { $defs: definitions };
};
