import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { isJsonLinesType, isReadable, isTextType } from "../../text-media-types.ts";
import { objectShape } from "./object-shape.ts";
import type { References } from "./references.ts";
import type { Direction } from "./schema-traits.ts";

type BodyKind = "json" | "form" | "multipart" | "xml" | "ndjson" | "text" | "bytes";

export interface Media {
  readonly kind: BodyKind;
  readonly type: string;
  /** For bytes: all documented types. Others have one. */
  readonly types: readonly string[];
  readonly schema: unknown;
  /** For forms: the encoding of each field, by name. */
  readonly encoding: JsonObject;
}

/** In order of preference. */
const KINDS: readonly (readonly [kind: BodyKind, isOf: (type: string) => boolean])[] = [
  ["json", (type) => type === "application/json"],
  ["json", (type) => /^[\w.*-]+\/(?:[\w.-]+\+)?json$/.test(type) && !isJsonLinesType(type)],
  ["multipart", (type) => type === "multipart/form-data"],
  ["form", (type) => type === "application/x-www-form-urlencoded"],
  ["xml", (type) => /^(?:application|text)\/xml$/.test(type)],
  ["xml", (type) => /^[\w.-]+\/[\w.-]+\+xml$/.test(type)],
  ["json", (type) => type === "*/*"],
  ["ndjson", isJsonLinesType],
  ["text", isTextType],
];

/** Chooses the best media type; undefined if there is none that can be sent or read. */
export const chooseMedia = (content: unknown, references: References, direction: Direction): Media | undefined => {
  const types = mediaTypes(content);
  for (const [kind, isOf] of KINDS) {
    const found = types.find(([type, { schema }]) => isOf(type) && !(kind === "json" && isBinary(schema, references)));
    if (found === undefined) continue;
    const [type, { schema, encoding }] = found;
    return { kind, type, types: [type], schema, encoding: isJsonObject(encoding) ? encoding : {} };
  }
  const isUpload = types.some(([, { schema }]) => isBinary(schema, references));
  const fields = isUpload
    ? undefined
    : types.find(([type, { schema }]) => MEDIA_RANGE.test(type) && hasFields(schema, references));
  // A response is read by its Content-Type.
  if (fields !== undefined && (direction === "input" || VENDOR.test(fields[0]))) {
    const [type, { schema }] = fields;
    const named = VENDOR.test(type) ? type : "application/json";
    return { kind: "json", type: named, types: [named], schema, encoding: {} };
  }
  const bytes = types.filter(([type]) => MEDIA_RANGE.test(type) && !type.startsWith("multipart/"));
  const named = bytes.filter(([type]) => type !== "*/*" && !isReadable(type));
  const [first, ...others] = named.length > 0 ? named : bytes;
  if (first === undefined) return undefined;
  const [type, { schema }] = first;
  return { kind: "bytes", type, types: [type, ...others.map(([other]) => other)], schema, encoding: {} };
};

const MEDIA_RANGE = /^[\w.+-]+\/(?:\*|[\w.+-]+)$|^\*\/\*$/;

const VENDOR = /^application\/(?:vnd\.|x-)[\w.+-]+$/;

/** Google describes the fields of its uploads as application/octet-stream, and takes them as JSON. */
const hasFields = (schema: unknown, references: References): boolean =>
  !isBinary(schema, references) && objectShape(schema, references) !== undefined;

/** Whether a body of that schema is raw bytes. */
export const isBinary = (schema: unknown, references: References): boolean => {
  const { type, format, contentEncoding } = references.follow(schema)?.value ?? {};
  return type === "file" || format === "binary" || contentEncoding === "binary";
};

/** Lists media types in lower case, without parameters. */
export const mediaTypes = (content: unknown): readonly (readonly [type: string, media: JsonObject])[] =>
  Object.entries(isJsonObject(content) ? content : {}).flatMap(([type, media]) =>
    isJsonObject(media) ? [[(type.split(";")[0] ?? "").trim().toLowerCase(), media] as const] : [],
  );
