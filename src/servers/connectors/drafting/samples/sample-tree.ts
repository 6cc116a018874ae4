import { isJsonObject } from "../../../../model/json.ts";
import { TEXT, type XmlValue } from "../../../../platform/xml/xml-element.ts";

/** What all samples together say about one element, or one attribute. */
export interface SampleNode {
  /** How often it was there. */
  seen: number;
  readonly texts: string[];
  readonly attributes: Map<string, SampleField>;
  readonly children: Map<string, SampleField>;
}

export interface SampleField {
  readonly node: SampleNode;
  /** In how many of its parents it was. */
  present: number;
  /** In one of them, at most. */
  most: number;
}

export const emptyNode = (): SampleNode => ({ seen: 0, texts: [], attributes: new Map(), children: new Map() });

const MOST_TEXTS = 1_000;
const isDeclaration = (name: string): boolean => /^xmlns(?::|$)|^xsi:|^xml:/.test(name);

/** Adds one more sample of an element. Declarations of namespaces are no data. */
export const addSample = (node: SampleNode, value: XmlValue): void => {
  node.seen++;
  if (typeof value === "string") {
    if (node.texts.length < MOST_TEXTS) node.texts.push(value);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === TEXT) node.texts.push(String(part));
    else if (name.startsWith("@")) {
      if (!isDeclaration(name.slice(1))) addField(node.attributes, name.slice(1), [part as XmlValue]);
    } else addField(node.children, name, Array.isArray(part) ? part : [part as XmlValue]);
  }
};

const addField = (fields: Map<string, SampleField>, name: string, values: readonly XmlValue[]): void => {
  const field = fields.get(name) ?? { node: emptyNode(), present: 0, most: 0 };
  fields.set(name, field);
  field.present++;
  field.most = Math.max(field.most, values.length);
  for (const value of values) addSample(field.node, value);
};
