import { DEEPEST_JSON, nestsTooDeep } from "../../../model/json.ts";
import { decodeBytes, encodingOf, markedEncoding } from "../../../model/text-encoding.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { decodeXml, parseXml } from "../../../platform/xml/parse-xml.ts";
import type { ParseStep, XmlOptions } from "../connector.ts";

export interface ParsedBody {
  /** What the expressions of the connector see; null for an empty body. */
  readonly body: unknown;
  readonly text: string;
}

/** Parses a response in the format of the tool. Throws an Error whose message says, as a sentence, what is wrong with it. */
export const parseResponse = (
  { headers, body }: Pick<OutboundResponse, "headers" | "body">,
  parse: ParseStep,
): ParsedBody => {
  if (parse.format === "none") return { body: null, text: "" };
  if (body.length === 0) return { body: parse.format === "text" ? "" : null, text: "" };
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

const PARSERS: Readonly<Record<Exclude<ParseStep["format"], "none">, Parse>> = {
  json: parseJson,
  xml: parseXmlBody,
  text: (body, contentType) => {
    const text = responseText(body, contentType);
    return { body: text, text };
  },
};
