import { isJsonObject, type JsonObject } from "../../../../model/json.ts";

type BodyKind = "json" | "form" | "multipart" | "xml" | "text";

export interface Media {
  readonly kind: BodyKind;
  readonly type: string;
  readonly schema: unknown;
  /** For forms: the encoding of each field, by name. */
  readonly encoding: JsonObject;
}

/** In order of preference. */
const KINDS: readonly (readonly [kind: BodyKind, type: RegExp])[] = [
  ["json", /^application\/json$/],
  ["json", /^[\w.*-]+\/(?:[\w.-]+\+)?json$/],
  ["multipart", /^multipart\/form-data$/],
  ["form", /^application\/x-www-form-urlencoded$/],
  ["xml", /^(?:application|text)\/xml$/],
  ["xml", /^[\w.-]+\/[\w.-]+\+xml$/],
  ["json", /^\*\/\*$/],
  ["text", /^text\/[\w.*-]+$/],
];

/** Chooses the best supported media type; undefined if there are only binary ones or none. */
export const chooseMedia = (content: unknown): Media | undefined => {
  const types = mediaTypes(content);
  for (const [kind, pattern] of KINDS) {
    const found = types.find(([type]) => pattern.test(type));
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
