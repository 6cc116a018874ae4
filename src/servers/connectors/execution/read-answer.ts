import { DEEPEST_JSON, nestsTooDeep } from "../../../model/json.ts";
import { decodeBytes, encodingOf, markedEncoding } from "../../../model/text-encoding.ts";
import type { OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { decodeXml } from "../../../platform/xml/decode-xml.ts";
import { parseXml } from "../../../platform/xml/parse-xml.ts";
import type { ParseStep, XmlOptions } from "../connector.ts";

export interface ReadAnswer {
  /** What the expressions of the connector see; null for nothing. */
  readonly body: unknown;
  readonly text: string;
}

/** Throws an Error whose message is a sentence about what is wrong with the answer. */
export const readAnswer = (
  { headers, body }: Pick<OutboundResponse, "headers" | "body">,
  parse: ParseStep,
): ReadAnswer => {
  if (parse.format === "none") return { body: null, text: "" };
  if (body.length === 0) return { body: parse.format === "text" ? "" : null, text: "" };
  return READERS[parse.format](body, headers["content-type"] ?? "", parse);
};

/** The answer as text, whatever it is: for people, and for messages of errors. */
export const answerText = (body: Uint8Array, contentType: string): string => {
  const label = markedEncoding(body) ?? charsetIn(contentType) ?? "utf-8";
  return decodeBytes(body, encodingOf(label) ?? "utf-8");
};

const charsetIn = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(contentType)?.[1];

type Read = (body: Buffer, contentType: string, parse: ParseStep) => ReadAnswer;

const readJson: Read = (body, contentType) => {
  const text = answerText(body, contentType);
  if (nestsTooDeep(text)) throw new Error(`It is nested deeper than ${DEEPEST_JSON} levels.`);
  try {
    return { body: text.trim() === "" ? null : withoutPrototypes(text), text };
  } catch {
    throw new Error("It is not JSON.");
  }
};

/** A field of that name would become a prototype wherever the object is copied. */
const withoutPrototypes = (text: string): unknown =>
  text.includes("__proto__") || text.includes("\\u005f")
    ? JSON.parse(text, (name, value: unknown) => (name === "__proto__" ? undefined : value))
    : JSON.parse(text);

const readXml: Read = (body, contentType, { xml = {} }) => {
  const text = decodeXml(body, contentType);
  if (text.trim() === "") return { body: null, text };
  // Some APIs confirm in XML and complain, or the other way round, in a line of text.
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

const READERS: Readonly<Record<Exclude<ParseStep["format"], "none">, Read>> = {
  json: readJson,
  xml: readXml,
  text: (body, contentType) => {
    const text = answerText(body, contentType);
    return { body: text, text };
  },
};
