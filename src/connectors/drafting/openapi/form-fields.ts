import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { ArgumentSource } from "./argument-source.ts";
import { isJoined, joinedText, withRemark } from "./joined-lists.ts";
import type { Media } from "./media-types.ts";
import { listOf } from "./object-shape.ts";
import type { References } from "./references.ts";

/** A field of a form as it is sent: a file, a list that is joined, or JSON in a text, by its schema and its encoding. */
export const formField = (
  source: ArgumentSource,
  { kind, encoding }: Media,
  references: References,
): ArgumentSource => {
  const own = Object.hasOwn(encoding, source.name) ? encoding[source.name] : undefined;
  const { contentType, style, explode } = isJsonObject(own) ? own : {};
  const [first] = source.schemas;
  const value = references.follow(first)?.value ?? {};
  const description = (isJsonObject(first) ? first["description"] : undefined) ?? value["description"];
  if (kind === "multipart") {
    const file = fileOf(first, contentType, references);
    if (file !== undefined) return { ...source, schemas: [file] };
    if (isBase64(value))
      return {
        ...source,
        schemas: [{ type: "string", description: withRemark(description, "It is sent in base64.") }],
      };
  }
  const types = [value["type"]].flat();
  const isMany = types.includes("array") || types.includes("object");
  if (!isMany) return source;
  if (isJoined(style) && explode !== true) return { ...source, schemas: [joinedText(description, style)] };
  if (style === "form" && explode === false) return { ...source, explode: false };
  if (kind === "form" && isJson(contentType)) {
    return { ...source, schemas: [{ type: "string", description: withRemark(description, "JSON, as a text.") }] };
  }
  return source;
};

const isJson = (contentType: unknown): boolean => typeof contentType === "string" && /\bjson\b/i.test(contentType);

/** Encoded before it is sent, and by whoever sends it: to us it is a text. */
const isBase64 = ({ format, contentEncoding }: JsonObject): boolean =>
  format === "byte" || format === "base64" || contentEncoding === "base64";

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const TEXTUAL = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)$)/i;

/** The schema of a file, or of a list of files, with its media type if there is only one; undefined for what is none. */
const fileOf = (schema: unknown, contentType: unknown, references: References): JsonObject | undefined => {
  const value = references.follow(schema)?.value;
  if (value === undefined) return undefined;
  const [variant, ...others] = ["anyOf", "oneOf", "allOf"]
    .flatMap((keyword) => listOf(value[keyword]))
    .filter((each) => references.follow(each)?.value["type"] !== "null");
  const description = (isJsonObject(schema) ? schema["description"] : undefined) ?? value["description"];
  if (variant !== undefined) {
    const file = others.length === 0 ? fileOf(variant, contentType, references) : undefined;
    return file && { ...file, ...(description !== undefined && { description }) };
  }
  const told = description === undefined ? {} : { description };
  if (value["type"] === "array") {
    const items = fileOf(value["items"], contentType, references);
    const { minItems, maxItems } = value;
    return items && { type: "array", items, minItems, maxItems, ...told };
  }
  if (!isBytes(value, contentType)) return undefined;
  const types = [value["contentMediaType"] ?? contentType]
    .join(",")
    .split(/\s*,\s*/)
    .filter((type) => MEDIA_TYPE.test(type));
  const [only] = types;
  if (types.length === 1) return { type: "string", format: "binary", contentMediaType: only, ...told };
  if (types.length === 0) return { type: "string", format: "binary", ...told };
  const choice = `It is one of ${types.join(", ")}: begin with data:${only};base64, to say which.`;
  return { type: "string", format: "binary", description: withRemark(description, choice) };
};

/** By its format; or, since OpenAPI 3.1, by the type of its content alone. */
const isBytes = (value: JsonObject, contentType: unknown): boolean => {
  const { type, format, contentEncoding, contentMediaType } = value;
  if (type === "file" || format === "binary" || contentEncoding === "binary") return true;
  if ((type !== undefined && type !== "string") || isBase64(value)) return false;
  const told = contentMediaType ?? contentType;
  return typeof told === "string" && told.includes("/") && !told.split(/\s*,\s*/).every((each) => TEXTUAL.test(each));
};
