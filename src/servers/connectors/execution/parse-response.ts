import { isUtf8 } from "node:buffer";
import { foreignText } from "../../../mcp/tools/clean-text.ts";
import { DEEPEST_JSON, nestsTooDeep } from "../../../model/json.ts";
import { decodeBytes, encodingOf, markedEncoding } from "../../../model/text-encoding.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { decodeXml, parseXml } from "../../../platform/xml/parse-xml.ts";
import type { ParseStep, XmlOptions } from "../connector.ts";
import { isJsonLinesType, isReadable, isXmlType, mediaTypeOf } from "../text-media-types.ts";

/** A response that is not text. */
export interface ResponseFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly name?: string;
}

export interface ParsedBody {
  /** What the expressions of the connector see; null for an empty body. */
  readonly body: unknown;
  readonly text: string;
  readonly file?: ResponseFile;
}

/** Parses a response in the format of the tool. Throws an Error whose message says, as a sentence, what is wrong with it. */
export const parseResponse = (
  { headers, body }: Pick<OutboundResponse, "headers" | "body">,
  parse: ParseStep,
): ParsedBody => {
  if (parse.format === "none") return { body: null, text: "" };
  if (parse.format === "bytes") return parseBytes(body, headers);
  if (parse.format === "auto") return parseAny(body, headers, parse);
  if (body.length === 0) return { body: EMPTY[parse.format], text: "" };
  return PARSERS[parse.format](body, headers["content-type"] ?? "", parse);
};

/** Decodes a response body of any format, for people and for error messages. */
export const responseText = (body: Uint8Array, contentType: string): string => {
  const label = markedEncoding(body) ?? charsetIn(contentType) ?? "utf-8";
  return decodeBytes(body, encodingOf(label) ?? "utf-8");
};

const charsetIn = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(contentType)?.[1]?.toLowerCase();

type Parse = (body: Buffer, contentType: string, parse: ParseStep) => ParsedBody;

const parseJson: Parse = (body, contentType) => {
  const text = responseText(body, contentType);
  if (nestsTooDeep(text)) throw new Error(`It is nested deeper than ${DEEPEST_JSON} levels.`);
  try {
    return { body: text.trim() === "" ? null : withoutPrototypes(text), text };
  } catch {
    throw new Error("It is not JSON.");
  }
};

/** Parses JSON without members called `__proto__`, which would become a prototype wherever the object is copied. */
const withoutPrototypes = (text: string): unknown =>
  text.includes("__proto__") || text.includes("\\u005f")
    ? JSON.parse(text, (name, value: unknown) => (name === "__proto__" ? undefined : value))
    : JSON.parse(text);

const parseXmlBody: Parse = (body, contentType, { xml = {} }) => {
  const text = decodeXml(body, contentType);
  if (text.trim() === "") return { body: null, text };
  // Some XML APIs send some of their answers as a line of plain text.
  if (/^text\/plain\b/i.test(contentType) && !/^\ufeff?\s*</.test(text)) return { body: text, text };
  const document = parseXml(text, {
    namespaces: namespacesOf(xml),
    arrays: (xml.arrays ?? []).map((path) => `*/${path.replaceAll(".", "/")}`),
    trim: true,
    limits: { bytes: Number.MAX_SAFE_INTEGER },
  });
  const [root] = Object.values(document);
  return { body: root === "" ? {} : root, text };
};

const namespacesOf = ({ keep_prefixes = false, namespaces }: XmlOptions) =>
  keep_prefixes ? (namespaces ?? "keep") : "ignore";

const EMPTY = { json: null, xml: null, text: "", ndjson: [] } as const;

/** One JSON value on each line, or after each record separator; the text if one of them is not JSON. */
const parseLines: Parse = (body, contentType) => {
  const text = responseText(body, contentType);
  const lines = text
    .replaceAll("\u001e", "\n")
    .split("\n")
    .filter((line) => line.trim() !== "");
  try {
    if (lines.length > MOST_LINES || lines.some(nestsTooDeep)) return { body: text, text };
    return { body: lines.map(withoutPrototypes), text };
  } catch {
    return { body: text, text };
  }
};

const MOST_LINES = 100_000;

const UNKNOWN_TYPE = "application/octet-stream";
/** Types that are not registered, but sent. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "application/x-pdf": "application/pdf",
  "application/x-zip-compressed": "application/zip",
  "binary/octet-stream": UNKNOWN_TYPE,
};

/** Reads JSON and text by their media type. Anything else is a file. */
const parseBytes = (body: Buffer, headers: OutboundResponse["headers"]): ParsedBody => {
  const { "content-type": contentType = "", "content-disposition": disposition = "" } = headers;
  const type = mediaTypeOf(contentType);
  const name = fileNameIn(disposition);
  const facts = {
    mediaType: COMMON_NAMES[type] ?? (type || UNKNOWN_TYPE),
    bytes: body.length,
    ...(name !== "" && { name }),
  };
  const isText = type === "" ? isUtf8(body) && !body.includes(0) : isReadable(type);
  if (body.length === 0) return { body: facts, text: "" };
  if (!isText) return { body: facts, text: name, file: { ...facts, bytes: body } };
  const { body: content, text } = readable(body, contentType, type);
  return { body: { ...facts, content }, text };
};

/** Reads what a document does not describe. APIs often send JSON as text. */
const parseAny = (body: Buffer, headers: OutboundResponse["headers"], parse: ParseStep): ParsedBody => {
  const { "content-type": contentType = "" } = headers;
  const type = mediaTypeOf(contentType);
  if (body.length === 0) return { body: null, text: "" };
  if (isXmlType(type)) return parseXmlBody(body, contentType, parse);
  const read = parseBytes(body, headers);
  if (read.file !== undefined) return read;
  const { text } = read;
  if (isJsonLinesType(type) || !/^\ufeff?\s*[{[]/.test(text)) {
    const { content } = read.body as { readonly content: unknown };
    return { body: content, text };
  }
  try {
    return parseJson(body, contentType, parse);
  } catch {
    return { body: text, text };
  }
};

const readable = (body: Buffer, contentType: string, type: string): ParsedBody => {
  if (isJsonLinesType(type)) return parseLines(body, contentType, { format: "ndjson" });
  const text = responseText(body, contentType);
  if (!/\bjson\b/.test(type) && type !== "") return { body: text, text };
  try {
    return parseJson(body, contentType, { format: "json" });
  } catch {
    return { body: text, text };
  }
};

const LONGEST_NAME = 100;

/** The name of an untrusted file: a single segment. */
const fileNameIn = (disposition: string): string => {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[\w-]*'([^;\s]{1,600})/i.exec(disposition) ?? [];
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"([^"]{1,300})"|([^;\s"]{1,300}))/i.exec(disposition) ?? [];
  const name = decodedName(encoded) ?? quoted ?? plain ?? "";
  return foreignText(name.split(/[/\\]/).at(-1) ?? "", LONGEST_NAME);
};

const decodedName = (encoded: string | undefined): string | undefined => {
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
};

const PARSERS: Readonly<Record<Exclude<ParseStep["format"], "none" | "bytes" | "auto">, Parse>> = {
  ndjson: parseLines,
  json: parseJson,
  xml: parseXmlBody,
  text: (body, contentType) => {
    const text = responseText(body, contentType);
    return { body: text, text };
  },
};
