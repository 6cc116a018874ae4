import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Note } from "../draft.ts";
import type { ApiDocument } from "./api-document.ts";
import type { ArgumentSource } from "./arguments.ts";
import { chooseMedia, type Media, mediaTypes } from "./media-types.ts";
import { objectShape } from "./object-shape.ts";
import type { Operation } from "./operations.ts";
import { listOf, type References } from "./references.ts";
import {
  delimitedText,
  isDelimited,
  isNullable,
  isOmitted,
  withDescribedDefault,
  withSentence,
} from "./schema-traits.ts";

export interface RequestBody {
  readonly media: Media;
  readonly sources: readonly ArgumentSource[];
  /** Sentences about which fields its variants need. */
  readonly choices: readonly string[];
}

/** Reads the request body; "unsendable" if no argument can fill it. */
export const readRequestBody = (
  { raw, method, parameters }: Operation,
  { references }: ApiDocument,
  note: Note,
): RequestBody | "unsendable" | undefined => {
  // The upgrader leaves a shared body of Swagger 2.0 among the parameters.
  const given =
    raw["requestBody"] ?? parameters.find((parameter) => isJsonObject(parameter["content"]) && !("in" in parameter));
  const body = references.follow(given)?.value;
  if (body === undefined) return undefined;
  if (method === "HEAD") {
    note("The body was left out: HEAD requests have none.");
    return undefined;
  }
  const media = chooseMedia(body["content"], references, "input");
  if (media === undefined) return mediaTypes(body["content"]).length === 0 ? undefined : "unsendable";
  const read = bodyOf(media, body, references, note);
  const types = mediaTypes(body["content"]).map(([type]) => type);
  if (media.kind === "json" && !types.some((type) => type === media.type || type === "*/*"))
    note(`Its body is sent as JSON, although the document says ${types[0]?.slice(0, 50)}: it has fields.`);
  if (method === "GET" && isJsonObject(read)) note("Its GET request has a body, which some servers ignore.");
  return read;
};

const bodyOf = (
  media: Media,
  body: JsonObject,
  references: References,
  note: Note,
): RequestBody | "unsendable" | undefined => {
  const required = body["required"] === true;
  const whole = (schema: unknown, as = media): RequestBody => ({
    media: as,
    sources: [
      { in: "body", name: "body", schemas: [schema], description: body["description"], required, isWhole: true },
    ],
    choices: [],
  });
  if (isText(media)) return whole(textSchema(media, references));
  if (media.kind === "bytes") return whole(bytesSchema(media, references));
  const shape = objectShape(media.schema, references);
  const isForm = media.kind === "form" || media.kind === "multipart";
  if (shape === undefined) return isForm ? formWithoutFields(media, whole, references) : whole(media.schema ?? {});
  if (shape.isOpen) note("Its body allows additional properties, which cannot be sent.");
  if (shape.forms > 1) note(`Its body has ${shape.forms} variants: the tool takes the properties of all of them.`);
  const sources = [...shape.properties]
    .filter(([, schemas]) => !schemas.every((schema) => isOmitted(schema, "input", references)))
    .map(
      ([name, schemas]): ArgumentSource => ({
        in: "body",
        name,
        schemas: shape.forms > 1 ? schemas.map(withDescribedDefault) : schemas,
        description: undefined,
        required: required && shape.required.has(name),
      }),
    )
    .map((source) => (isForm ? formField(source, media, references) : source));
  return { media, sources, choices: shape.choices };
};

const isText = ({ kind }: Media): boolean => kind === "text" || kind === "ndjson";

const TEXT_KEYWORDS = ["example", "examples", "minLength", "maxLength", "pattern"] as const;

/** Without the format of the document, which says `binary` for most texts. */
const textSchema = ({ kind, type, schema }: Media, references: References): JsonObject => {
  const value = references.follow(schema)?.value ?? {};
  const isString = [value["type"]].flat().includes("string");
  const kept = TEXT_KEYWORDS.filter((name) => isString && name in value).map((name) => [name, value[name]]);
  const description = kind === "ndjson" ? withSentence(value["description"], LINES) : value["description"];
  return {
    type: "string",
    ...(description !== undefined && { description }),
    ...(!/\*|^text\/plain$/.test(type) && { contentMediaType: type }),
    ...Object.fromEntries(kept),
  };
};

const bytesSchema = ({ type, types, schema }: Media, references: References): JsonObject => {
  const { description } = references.follow(schema)?.value ?? {};
  const range = types.find((each) => each.includes("*"));
  const choice =
    types.length > 1
      ? `One of ${types.join(", ")}: begin with data:${type};base64, to say which.`
      : range && `Begin with data:<its media type>;base64, because the API takes ${range}.`;
  return {
    ...{ type: "string", format: "binary" },
    ...(range === undefined && { contentMediaType: type }),
    ...((choice ?? description) !== undefined && {
      description: choice === undefined ? description : withSentence(description, choice),
    }),
  };
};

const LINES = "One JSON value on each line.";

/** A form without fields has no body; one whose fields are open takes an object, and one that is a string takes text. */
const formWithoutFields = (
  media: Media,
  whole: (schema: unknown, as?: Media) => RequestBody,
  references: References,
): RequestBody | "unsendable" | undefined => {
  const value = references.follow(media.schema)?.value ?? {};
  const { properties, additionalProperties: more } = value;
  const types = [value["type"]].flat().filter((type) => type !== undefined && type !== "null");
  if (media.kind === "form" && types.length === 1 && types[0] === "string")
    return whole({ type: "string" }, { ...media, kind: "text" });
  if (types.some((type) => type !== "object")) return "unsendable";
  if (isJsonObject(properties) && more !== true && !isJsonObject(more)) return undefined;
  return whole(types.length === 0 ? { ...value, type: "object" } : media.schema);
};

/** Adapts a form field to how it is sent: as a file, a joined list, or JSON text. */
const formField = (source: ArgumentSource, { kind, encoding }: Media, references: References): ArgumentSource => {
  const own = Object.hasOwn(encoding, source.name) ? encoding[source.name] : undefined;
  const { contentType, style, explode } = isJsonObject(own) ? own : {};
  const [first] = source.schemas;
  const value = references.follow(first)?.value ?? {};
  const description = (isJsonObject(first) ? first["description"] : undefined) ?? value["description"];
  const text = (remark: string): ArgumentSource => ({
    ...source,
    schemas: [{ type: "string", description: withSentence(description, remark) }],
  });
  if (kind === "multipart") {
    const file = fileSchema(first, contentType, references);
    if (file !== undefined) return { ...source, schemas: [file] };
    if (isBase64(value)) return text("Sent as base64.");
  }
  const types = [value["type"]].flat();
  const isMany = types.includes("array") || types.includes("object");
  if (!isMany) return source;
  if (isDelimited(style) && explode !== true) return { ...source, schemas: [delimitedText(description, style)] };
  if (style === "form" && explode === false) return { ...source, explode: false };
  if (style === "deepObject" && kind === "form") return { ...source, style };
  return kind === "form" && isJson(contentType) ? text("JSON, as a string.") : source;
};

const isJson = (contentType: unknown): boolean => typeof contentType === "string" && /\bjson\b/i.test(contentType);

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const TEXTUAL = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)$)/i;
const DEEPEST = 5;

/**
 * Returns a self-contained schema of a file part, or of a list of files; undefined if the part is not a file.
 * `contentType` comes from the form's encoding.
 */
const fileSchema = (
  schema: unknown,
  contentType: unknown,
  references: References,
  depth = 0,
): JsonObject | undefined => {
  const value = references.follow(schema)?.value;
  if (value === undefined || depth > DEEPEST) return undefined;
  const description = (isJsonObject(schema) ? schema["description"] : undefined) ?? value["description"];
  const types = [value["type"]].flat();
  const annotations = {
    ...(description !== undefined && { description }),
    ...((isNullable(value, references) || types.includes("null")) && { nullable: true }),
  };
  const variants = ["anyOf", "oneOf", "allOf"]
    .flatMap((keyword) => listOf(value[keyword]))
    .filter((each) => references.follow(each)?.value["type"] !== "null");
  if (variants.length > 0) {
    const file = variants.length === 1 ? fileSchema(variants[0], contentType, references, depth + 1) : undefined;
    return file && { ...file, ...annotations };
  }
  if (types.includes("array")) {
    const items = fileSchema(value["items"], contentType, references, depth + 1);
    const { minItems, maxItems } = value;
    return items && { type: "array", items, minItems, maxItems, ...annotations };
  }
  return isBytes(value, contentType) ? { ...annotations, ...bytes(value, contentType, description) } : undefined;
};

/** Includes the media type if there is exactly one; otherwise the caller names it in a data URL. */
const bytes = (value: JsonObject, contentType: unknown, description: unknown): JsonObject => {
  const types = listed(value["contentMediaType"] ?? contentType).filter((type) => MEDIA_TYPE.test(type));
  const [first] = types;
  if (types.length > 1) {
    const choice = `One of ${types.join(", ")}: begin with data:${first};base64, to say which.`;
    return { type: "string", format: "binary", description: withSentence(description, choice) };
  }
  return { type: "string", format: "binary", ...(first !== undefined && { contentMediaType: first }) };
};

const listed = (types: unknown): readonly string[] => (typeof types === "string" ? types.split(/\s*,\s*/) : []);

/** Recognises binary content by its format or, since OpenAPI 3.1, by its content type. */
const isBytes = (value: JsonObject, contentType: unknown): boolean => {
  const { type, format, contentEncoding, contentMediaType } = value;
  if (type === "file" || format === "binary" || contentEncoding === "binary") return true;
  const isText = [type].flat().every((each) => each === undefined || each === "string" || each === "null");
  if (!isText || isBase64(value)) return false;
  return listed(contentMediaType ?? contentType).some((each) => each.includes("/") && !TEXTUAL.test(each));
};

/** Base64 that the caller encodes; Taxiway passes it on as text. */
const isBase64 = ({ format, contentEncoding }: JsonObject): boolean =>
  format === "byte" || format === "base64" || contentEncoding === "base64";
