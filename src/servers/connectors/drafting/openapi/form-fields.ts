import { isJsonObject } from "../../../../model/json.ts";
import type { ArgumentSource } from "./argument-source.ts";
import { fileSchema, isBase64 } from "./file-schema.ts";
import { isJoined, joinedText, withRemark } from "./joined-lists.ts";
import type { Media } from "./media-types.ts";
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
  const text = (remark: string): ArgumentSource => ({
    ...source,
    schemas: [{ type: "string", description: withRemark(description, remark) }],
  });
  if (kind === "multipart") {
    const file = fileSchema(first, contentType, references);
    if (file !== undefined) return { ...source, schemas: [file] };
    if (isBase64(value)) return text("It is sent in base64.");
  }
  const types = [value["type"]].flat();
  const isMany = types.includes("array") || types.includes("object");
  if (!isMany) return source;
  if (isJoined(style) && explode !== true) return { ...source, schemas: [joinedText(description, style)] };
  if (style === "form" && explode === false) return { ...source, explode: false };
  return kind === "form" && isJson(contentType) ? text("JSON, as a text.") : source;
};

const isJson = (contentType: unknown): boolean => typeof contentType === "string" && /\bjson\b/i.test(contentType);
