import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { isJsonLinesType, isTextType } from "../../text-media-types.ts";

type BodyKind = "json" | "form" | "multipart" | "xml" | "ndjson" | "text";

export interface Media {
  readonly kind: BodyKind;
  readonly type: string;
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

/** Chooses the best supported media type; undefined if there are only binary ones or none. */
export const chooseMedia = (content: unknown): Media | undefined => {
  const types = mediaTypes(content);
  for (const [kind, isOf] of KINDS) {
    const found = types.find(([type]) => isOf(type));
    if (found === undefined) continue;
    const [type, { schema, encoding }] = found;
    return { kind, type, schema, encoding: isJsonObject(encoding) ? encoding : {} };
  }
  return undefined;
};

/** Lists media types in lower case, without parameters. */
export const mediaTypes = (content: unknown): readonly (readonly [type: string, media: JsonObject])[] =>
  Object.entries(isJsonObject(content) ? content : {}).flatMap(([type, media]) =>
    isJsonObject(media) ? [[(type.split(";")[0] ?? "").trim().toLowerCase(), media] as const] : [],
  );
