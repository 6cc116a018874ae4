import { decodeXml } from "./decode-xml.ts";
import { plainXml } from "./plain-xml.ts";
import { TEXT, type XmlElement, type XmlValue } from "./xml-element.ts";
import { badXml, overLimit, shown, XML_LIMITS, type XmlLimits } from "./xml-limits.ts";
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
  const text = plainXml(typeof source === "string" ? source : decodeXml(source, options.contentType), limits);
  const { namespaces = "keep", arrays = [], trim = false } = options;
  return fieldsOf([readTree(text)], {
    names: namesFor(namespaces),
    arrays: arrays.map((path) => path.split("/")),
    trim,
  });
};

interface Reading {
  readonly names: Names;
  /** What is left of the paths that lead through here. */
  readonly arrays: readonly (readonly string[])[];
  readonly trim: boolean;
}

/** The elements as fields; those of the same name share one. */
const fieldsOf = (elements: readonly TreeElement[], reading: Reading): XmlElement => {
  const fields: Record<string, XmlValue> = {};
  const repeated = new Map<string, XmlValue[]>();
  for (const element of elements) {
    const names = reading.names.within(element.attributes);
    const name = names.element(element.name);
    if (name === "__proto__") throw badXml("no element can be named '__proto__'.");
    const arrays = reading.arrays.filter(([step]) => step === name || step === "*").map(([, ...rest]) => rest);
    const value = jsonOf(element, { ...reading, names, arrays });
    const others = repeated.get(name);
    if (others !== undefined) others.push(value);
    else if (Object.hasOwn(fields, name) || arrays.some((rest) => rest.length === 0)) {
      const list = Object.hasOwn(fields, name) ? [fields[name] as XmlValue, value] : [value];
      repeated.set(name, list);
      fields[name] = list;
    } else fields[name] = value;
  }
  return fields;
};

const jsonOf = ({ name, attributes, content }: TreeElement, reading: Reading): XmlValue => {
  const fields: Record<string, XmlValue> = {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const called = reading.names.attribute(attribute);
    if (called === undefined) continue;
    const field = `@${called}`;
    if (Object.hasOwn(fields, field)) {
      throw badXml(`'${shown(name)}' has the attribute '${shown(called)}' twice, in different namespaces.`);
    }
    fields[field] = value;
  }
  const children = content.filter((part) => typeof part !== "string");
  const texts = content.filter((part) => typeof part === "string");
  const said = children.length > 0 ? texts.filter((text) => !ONLY_SPACE.test(text)) : texts;
  const joined = said.join("");
  const text = reading.trim ? joined.replace(AROUND, "") : joined;
  if (children.length === 0 && Object.keys(fields).length === 0) return text;
  if (text !== "") fields[TEXT] = text;
  return Object.assign(fields, fieldsOf(children, reading));
};

const ONLY_SPACE = /^[ \t\r\n]*$/;
const AROUND = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;
