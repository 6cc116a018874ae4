import { decodeXml } from "./decode-xml.ts";
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
  /** What the bytes came with: its charset counts more than the document's own declaration. */
  readonly contentType?: string | undefined;
  readonly namespaces?: NamespaceMode;
  /** Elements that are always arrays, by their path from the root: `order/items/item`; `*` is any one name. */
  readonly arrays?: readonly string[];
  /** Cuts the space around the text of elements, for services that indent it too. */
  readonly trim?: boolean;
  readonly limits?: Partial<XmlLimits>;
}

/** Throws a Failure for whatever is not plain, well-formed XML. `xml-element.ts` says how it becomes JSON. */
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
  /** The paths that lead through here. */
  readonly arrays: readonly (readonly string[])[];
  readonly depth: number;
  readonly trim: boolean;
}

/** Adds the elements as fields; those of the same name share one. */
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
    if (name === "__proto__") throw badXml("no element can be named '__proto__'.");
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
      throw badXml(`'${shown(name)}' has the attribute '${shown(called)}' twice, in different namespaces.`);
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

/** Beside child elements, what is only space is indentation. */
const textOf = (content: TreeElement["content"], hasChildren: boolean, trim: boolean): string => {
  let text = "";
  for (const part of content) {
    if (typeof part === "string" && !(hasChildren && ONLY_SPACE.test(part))) text += part;
  }
  return trim ? text.replace(AROUND, "") : text;
};

const ONLY_SPACE = /^[ \t\r\n]*$/;
const AROUND = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;
