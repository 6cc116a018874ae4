import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { withRemark } from "./joined-lists.ts";
import { listOf } from "./object-shape.ts";
import type { References } from "./references.ts";
import { isNullable } from "./schema-traits.ts";

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const TEXTUAL = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)$)/i;
const DEEPEST = 5;

/**
 * The schema of a part that is a file, or a list of files, in a form of its own: nothing in it has to be followed to know
 * that. `contentType` is what the form's encoding says. Undefined for what is no file.
 */
export const fileSchema = (
  schema: unknown,
  contentType: unknown,
  references: References,
  depth = 0,
): JsonObject | undefined => {
  const value = references.follow(schema)?.value;
  if (value === undefined || depth > DEEPEST) return undefined;
  const description = (isJsonObject(schema) ? schema["description"] : undefined) ?? value["description"];
  const types = [value["type"]].flat();
  const beside = {
    ...(description !== undefined && { description }),
    ...((isNullable(value, references) || types.includes("null")) && { nullable: true }),
  };
  const variants = ["anyOf", "oneOf", "allOf"]
    .flatMap((keyword) => listOf(value[keyword]))
    .filter((each) => references.follow(each)?.value["type"] !== "null");
  if (variants.length > 0) {
    const file = variants.length === 1 ? fileSchema(variants[0], contentType, references, depth + 1) : undefined;
    return file && { ...file, ...beside };
  }
  if (types.includes("array")) {
    const items = fileSchema(value["items"], contentType, references, depth + 1);
    const { minItems, maxItems } = value;
    return items && { type: "array", items, minItems, maxItems, ...beside };
  }
  return isBytes(value, contentType) ? { ...beside, ...bytes(value, contentType, description) } : undefined;
};

/** With its media type, if there is only one; else whoever sends it says which it is. */
const bytes = (value: JsonObject, contentType: unknown, description: unknown): JsonObject => {
  const types = listed(value["contentMediaType"] ?? contentType).filter((type) => MEDIA_TYPE.test(type));
  const [first] = types;
  if (types.length > 1) {
    const choice = `It is one of ${types.join(", ")}: begin with data:${first};base64, to say which.`;
    return { type: "string", format: "binary", description: withRemark(description, choice) };
  }
  return { type: "string", format: "binary", ...(first !== undefined && { contentMediaType: first }) };
};

const listed = (types: unknown): readonly string[] => (typeof types === "string" ? types.split(/\s*,\s*/) : []);

/** By its format; or, since OpenAPI 3.1, by the type of its content alone. */
const isBytes = (value: JsonObject, contentType: unknown): boolean => {
  const { type, format, contentEncoding, contentMediaType } = value;
  if (type === "file" || format === "binary" || contentEncoding === "binary") return true;
  const isText = [type].flat().every((each) => each === undefined || each === "string" || each === "null");
  if (!isText || isBase64(value)) return false;
  return listed(contentMediaType ?? contentType).some((each) => each.includes("/") && !TEXTUAL.test(each));
};

/** Encoded before it is sent, and by whoever sends it: to us it is a text. */
export const isBase64 = ({ format, contentEncoding }: JsonObject): boolean =>
  format === "byte" || format === "base64" || contentEncoding === "base64";
