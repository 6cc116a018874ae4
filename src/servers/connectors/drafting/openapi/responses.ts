import { isJsonObject } from "../../../../model/json.ts";
import type { ParseStep } from "../../connector.ts";
import type { Note } from "../draft.ts";
import type { ApiDocument } from "./api-document.ts";
import { chooseMedia, type Media } from "./media-types.ts";
import { objectShape } from "./object-shape.ts";
import type { Operation } from "./operations.ts";
import { readXmlMapping } from "./xml-mapping.ts";

export interface DraftedResponse {
  readonly parse: ParseStep;
  readonly mapping: string | undefined;
  /** OpenAPI schema of the mapping's result. */
  readonly schema: unknown;
  readonly accept: string | undefined;
  readonly description: unknown;
}

/** Reads the first success response. */
export const readResponse = ({ raw, method }: Operation, { references }: ApiDocument, note: Note): DraftedResponse => {
  const responses = isJsonObject(raw["responses"]) ? raw["responses"] : {};
  const codes = Object.keys(responses)
    .filter((code) => /^2(?:\d\d|XX)$/i.test(code))
    .sort();
  const response = references.follow(responses[codes[0] ?? "default"])?.value;
  const description = response?.["description"];
  const content = response?.["content"];
  const media = chooseMedia(content, references, "output");
  if (media === undefined || method === "HEAD") {
    if (codes.length === 0) note("The document does not describe a success response.");
    // Many documents say of a response only that it is one.
    const format = method === "HEAD" || isEmpty(codes) ? "none" : "auto";
    return { parse: { format }, mapping: undefined, schema: undefined, accept: undefined, description };
  }
  const accept = media.types.some((type) => type === "*/*") ? undefined : media.types.slice(0, MOST_TYPES).join(", ");
  return { ...readMedia(media, references, note), accept, description };
};

const MOST_TYPES = 8;

const isEmpty = (codes: readonly string[]): boolean => codes.length > 0 && codes.every((code) => /^20[45]$/.test(code));

/** What a result says about a file. */
const FILE = {
  type: "object",
  properties: {
    mediaType: { type: "string" },
    bytes: { type: "integer" },
    name: { type: "string" },
    content: { description: "In place of a file, if the answer is JSON or text." },
  },
  required: ["mediaType", "bytes"],
};

/** Whether the document leaves open what is sent. */
const isAnything = ({ type, schema }: Media, references: ApiDocument["references"]): boolean => {
  const value = references.follow(schema)?.value ?? {};
  return type === "*/*" && (Object.keys(value).length === 0 || value["type"] === "string");
};

const readMedia = (
  media: Media,
  references: ApiDocument["references"],
  note: Note,
): Pick<DraftedResponse, "parse" | "mapping" | "schema"> => {
  const { kind, schema } = media;
  const whole = references.follow(schema)?.value;
  if (kind === "bytes" || isAnything(media, references))
    return { parse: { format: "bytes" }, mapping: undefined, schema: FILE };
  if (kind === "ndjson") {
    const entry = [whole?.["type"]].flat().includes("array") ? whole?.["items"] : schema;
    const isText = [whole?.["type"]].flat().includes("string");
    return {
      parse: { format: "ndjson" },
      mapping: '$type(body) = "array" ? { "items": body } : { "text": body }',
      schema: {
        type: "object",
        properties: { items: { type: "array", ...(!isText && { items: entry }) }, text: { type: "string" } },
      },
    };
  }
  if (kind === "xml") {
    if (whole === undefined) return { parse: { format: "xml" }, mapping: undefined, schema: undefined };
    const { mapping, arrays } = readXmlMapping(schema, references, note);
    const isList = [whole["type"]].flat().includes("array");
    return {
      parse: { format: "xml", ...(arrays.length > 0 && { xml: { arrays } }) },
      mapping,
      schema: isList ? listResult(schema) : schema,
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
  if (isList) return { parse: { format: "json" }, mapping: '{ "items": body }', schema: listResult(schema) };
  const isObject = objectShape(schema, references) !== undefined || types.includes("object") || whole === undefined;
  if (isObject || types.length === 0) return { parse: { format: "json" }, mapping: undefined, schema };
  return {
    parse: { format: "json" },
    mapping: '{ "value": body }',
    schema: { type: "object", properties: { value: schema }, required: ["value"] },
  };
};

/** Wraps a list, because a tool's result must be an object. */
const listResult = (schema: unknown): unknown => ({
  type: "object",
  properties: { items: schema },
  required: ["items"],
});
