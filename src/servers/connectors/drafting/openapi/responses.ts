import { isJsonObject } from "../../../../model/json.ts";
import type { ParseStep } from "../../connector.ts";
import type { ApiDocument } from "./api-document.ts";
import { chooseMedia, type Media, mediaTypes } from "./media-types.ts";
import { objectShape } from "./object-shape.ts";
import type { Operation } from "./operations.ts";
import { readXmlMapping } from "./xml-mapping.ts";

export interface Answer {
  readonly parse: ParseStep;
  readonly mapping: string | undefined;
  /** As an OpenAPI schema, of what the mapping makes. */
  readonly schema: unknown;
  /** What the request says it takes. */
  readonly accept: string | undefined;
  readonly description: unknown;
}

/** What the first answer that means success looks like. */
export const readAnswer = (
  { raw, method }: Operation,
  { references }: ApiDocument,
  note: (sentence: string) => void,
): Answer => {
  const responses = isJsonObject(raw["responses"]) ? raw["responses"] : {};
  const codes = Object.keys(responses)
    .filter((code) => /^2(?:\d\d|XX)$/i.test(code))
    .sort();
  const response = references.follow(responses[codes[0] ?? "default"])?.value;
  const description = response?.["description"];
  const content = response?.["content"];
  const types = mediaTypes(content);
  const media = chooseMedia(content);
  if (types.length === 0 || method === "HEAD") {
    if (codes.length === 0) note("The document does not say what it answers.");
    return { parse: { format: "none" }, mapping: undefined, schema: undefined, accept: undefined, description };
  }
  if (media === undefined) {
    note(`It answers with ${types[0]?.[0].slice(0, 50)}, which is not passed on.`);
    return { parse: { format: "none" }, mapping: undefined, schema: undefined, accept: undefined, description };
  }
  return { ...readMedia(media, references, note), accept: media.type === "*/*" ? undefined : media.type, description };
};

const readMedia = (
  { kind, schema }: Media,
  references: ApiDocument["references"],
  note: (sentence: string) => void,
): Pick<Answer, "parse" | "mapping" | "schema"> => {
  const whole = references.follow(schema)?.value;
  if (kind === "xml") {
    if (whole === undefined) return { parse: { format: "xml" }, mapping: undefined, schema: undefined };
    const { mapping, arrays } = readXmlMapping(schema, references, note);
    const isList = [whole["type"]].flat().includes("array");
    return {
      parse: { format: "xml", ...(arrays.length > 0 && { xml: { arrays } }) },
      mapping,
      schema: isList ? listOf(schema) : schema,
    };
  }
  if (kind !== "json") {
    return {
      parse: { format: "text" },
      mapping: '{ "text": body }',
      schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    };
  }
  const types = [whole?.["type"]].flat().filter((type) => type !== "null");
  const isList = types.includes("array");
  if (isList) return { parse: { format: "json" }, mapping: '{ "items": body }', schema: listOf(schema) };
  const isObject = objectShape(schema, references) !== undefined || types.includes("object") || whole === undefined;
  if (isObject || types.length === 0) return { parse: { format: "json" }, mapping: undefined, schema };
  return {
    parse: { format: "json" },
    mapping: '{ "value": body }',
    schema: { type: "object", properties: { value: schema }, required: ["value"] },
  };
};

/** A result is an object, so that a list is one of its members. */
const listOf = (schema: unknown): unknown => ({ type: "object", properties: { items: schema }, required: ["items"] });
