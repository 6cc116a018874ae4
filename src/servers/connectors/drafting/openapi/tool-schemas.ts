import type { JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { documentText, joinTexts } from "../document-text.ts";
import type { NamedArgument } from "./arguments.ts";
import { type Conversion, type ConversionOptions, createConversion } from "./convert-schema.ts";
import { objectShape } from "./object-shape.ts";
import { isOmitted } from "./schema-traits.ts";

export type SchemaOptions = Omit<ConversionOptions, "direction">;

/** Returns one flat input schema for all arguments, whichever part of the request they go to. */
export const inputSchema = (args: readonly NamedArgument[], options: SchemaOptions): Schema => {
  const conversion = createConversion({ ...options, direction: "input" });
  const properties = args.map(({ argument, schemas, description }): [string, Schema] => {
    const schema = conversion.convertAny(schemas, argument);
    const text = documentText(description, options.longestText, argument, options.note);
    return [argument, withFileHint(text === "" ? schema : { ...schema, description: text })];
  });
  const required = args.filter((each) => each.required).map(({ argument }) => argument);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...definitionsOf(conversion),
  };
};

const withFileHint = (schema: Schema): Schema => {
  const isBytes = schema["contentEncoding"] === "base64";
  if (!isBytes) return schema;
  return { ...schema, description: joinTexts(String(schema["description"] ?? ""), "Send the content as base64.") };
};

/** Returns the output schema, always an object; undefined if the document does not describe one. */
export const outputSchema = (schema: unknown, options: SchemaOptions): Schema | undefined => {
  const { references } = options;
  const followed = references.follow(schema)?.value;
  if (followed === undefined) return undefined;
  const conversion = createConversion({ ...options, direction: "output" });
  const isComposed = ["allOf", "oneOf", "anyOf", "discriminator"].some((keyword) => keyword in followed);
  const root = isComposed ? flattened(followed, conversion, options) : conversion.convert(followed, "the answer");
  if (root === undefined) return undefined;
  const { type, ...rest } = root;
  if (![type ?? "object"].flat().includes("object")) return undefined;
  return { type: "object", ...rest, ...definitionsOf(conversion) };
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
