import { decodeBytes, encodingOf, markedEncoding } from "../../model/text-encoding.ts";
import {
  badXml,
  overLimit,
  shown,
  TEXT,
  XML_LIMITS,
  type XmlElement,
  type XmlLimits,
  type XmlValue,
} from "./xml-element.ts";
import { type Names, type NamespaceMode, namesFor } from "./xml-names.ts";
import { readTree, type TreeElement } from "./xml-tree.ts";

export interface ParseXmlOptions {
  /** The Content-Type of the bytes; its charset takes precedence over the XML declaration. */
  readonly contentType?: string | undefined;
  readonly namespaces?: NamespaceMode;
  /** Paths of elements that are always arrays, such as `order/items/item`; `*` matches any one name. */
  readonly arrays?: readonly string[];
  /** Trims the text of elements, for services that indent it. */
  readonly trim?: boolean;
  readonly limits?: Partial<XmlLimits>;
}

/** Parses XML into the JSON form described in `xml-element.ts`. Throws a Failure if it is not well-formed. */
export const parseXml = (source: string | Uint8Array, options: ParseXmlOptions = {}): XmlElement => {
  const limits = { ...XML_LIMITS, ...options.limits };
  if (source.length > limits.bytes) throw overLimit("bytes", limits.bytes);
  const text = typeof source === "string" ? source : decodeXml(source, options.contentType);
  const { namespaces = "keep", arrays = [], trim = false } = options;
  const reading = { names: namesFor(namespaces), arrays: arrays.map((path) => path.split("/")), depth: 0, trim };
  return withFields({}, [readTree(text, limits)], reading);
};

interface Reading {
  readonly names: Names;
  /** The paths of `arrays` that match so far. */
  readonly arrays: readonly (readonly string[])[];
  readonly depth: number;
  readonly trim: boolean;
}

/** Adds elements as fields; elements with the same name form an array. */
const withFields = (
  fields: Record<string, XmlValue>,
  elements: readonly (TreeElement | string)[],
  { names: outer, arrays: paths, depth, trim }: Reading,
): XmlElement => {
  const repeated = new Map<string, XmlValue[]>();
  for (const element of elements) {
    if (typeof element === "string") continue;
    const names = outer.within(element.attributes);
    const name = names.element(element.name);
    if (name === "__proto__") throw badXml("an element must not be named '__proto__'.");
    const arrays = paths.length === 0 ? paths : paths.filter((path) => path[depth] === name || path[depth] === "*");
    const value = jsonOf(element, { names, arrays, depth: depth + 1, trim });
    const others = repeated.get(name);
    const isThere = Object.hasOwn(fields, name);
    if (others !== undefined) others.push(value);
    else if (isThere || arrays.some((path) => path.length === depth + 1)) {
      const list = isThere ? [fields[name] as XmlValue, value] : [value];
      repeated.set(name, list);
      fields[name] = list;
    } else fields[name] = value;
  }
  return fields;
};

const jsonOf = ({ name, attributes, content }: TreeElement, reading: Reading): XmlValue => {
  const fields: Record<string, XmlValue> = {};
  let isText = true;
  for (const [attribute, value] of Object.entries(attributes)) {
    const called = reading.names.attribute(attribute);
    if (called === undefined) continue;
    const field = `@${called}`;
    if (Object.hasOwn(fields, field)) {
      throw badXml(`'${shown(name)}' has the attribute '${shown(called)}' twice, with different prefixes.`);
    }
    fields[field] = value;
    isText = false;
  }
  const hasChildren = content.some((part) => typeof part !== "string");
  const text = textOf(content, hasChildren, reading.trim);
  if (isText && !hasChildren) return text;
  if (text !== "") fields[TEXT] = text;
  return withFields(fields, content, reading);
};

/** Joins text. Next to child elements, whitespace is indentation. */
const textOf = (content: TreeElement["content"], hasChildren: boolean, trim: boolean): string => {
  let text = "";
  for (const part of content) {
    if (typeof part === "string" && !(hasChildren && ONLY_SPACE.test(part))) text += part;
  }
  return trim ? text.replace(AROUND, "") : text;
};

const ONLY_SPACE = /^[ \t\r\n]*$/;
const AROUND = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;

const DECLARED = /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:+-]{1,40})["']/;
const PRESCAN = 512;

/** Decodes a document by its byte order mark, its Content-Type or its XML declaration, in this order. */
export const decodeXml = (bytes: Uint8Array, contentType?: string): string => {
  const label = markedEncoding(bytes) ?? charsetOf(contentType) ?? declaredIn(bytes) ?? "utf-8";
  const encoding = encodingOf(label);
  if (encoding === undefined) {
    throw badXml(`its encoding '${shown(label)}' is not supported.`, {
      allowed: ["utf-8", "utf-16 with a byte order mark", "iso-8859-1", "windows-1252"],
    });
  }
  try {
    return decodeBytes(bytes, encoding, true);
  } catch {
    throw badXml(`it contains bytes that are not valid ${encoding}.`);
  }
};

const charsetOf = (contentType = ""): string | undefined =>
  /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(contentType)?.[1];

const declaredIn = (bytes: Uint8Array): string | undefined =>
  DECLARED.exec(Buffer.from(bytes.subarray(0, PRESCAN)).toString("latin1"))?.[1];
