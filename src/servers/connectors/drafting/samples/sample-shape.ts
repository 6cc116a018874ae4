import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { TEXT, type XmlValue } from "../../../../platform/xml/xml-element.ts";
import { snakeCase } from "../tool-name.ts";
import { type ValueType, valueType } from "./value-schema.ts";

/** What all samples show about one element or attribute. */
interface SampleNode {
  seen: number;
  readonly texts: string[];
  readonly attributes: Map<string, SampleField>;
  readonly children: Map<string, SampleField>;
}

interface SampleField {
  readonly node: SampleNode;
  /** Number of parents that contain it. */
  present: number;
  /** The highest number in one parent. */
  most: number;
}

export const emptyNode = (): SampleNode => ({ seen: 0, texts: [], attributes: new Map(), children: new Map() });

const MOST_TEXTS = 1_000;
const isDeclaration = (name: string): boolean => /^xmlns(?::|$)|^xsi:|^xml:/.test(name);

/** Adds a sample of an element. Namespace declarations are not data. */
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

/** Shape of an element as idiomatic JSON. */
export type SampleShape =
  | { readonly kind: "value"; readonly type: ValueType; readonly texts: readonly string[] }
  /** An element that is always empty; its presence is the value. */
  | { readonly kind: "flag" }
  | { readonly kind: "object"; readonly members: readonly SampleMember[] };

export interface SampleMember {
  readonly name: string;
  /** Path from the parent element: several steps if wrappers were unwrapped, none for the element's own text. */
  readonly steps: readonly string[];
  readonly isList: boolean;
  readonly required: boolean;
  /** The only value that the API accepts; it is no argument. */
  readonly constant?: string;
  readonly shape: SampleShape;
}

/** What a document says about an element or attribute, beside its samples. */
export interface FieldFacts {
  readonly schema: Schema;
  readonly required?: boolean;
  readonly constant?: string;
}

/** Marks elements as lists that a sample may show once. `isList` takes the path of an element. */
export const markLists = (
  node: SampleNode,
  isList: (steps: readonly string[]) => boolean,
  above: readonly string[] = [],
): void => {
  for (const [name, field] of node.children) {
    const steps = [...above, name];
    if (isList(steps)) field.most = Math.max(field.most, 2);
    markLists(field.node, isList, steps);
  }
};

/** Applies what a document says about elements to what the samples show. */
export const withFacts = (
  members: readonly SampleMember[],
  factsOf: (steps: readonly string[]) => FieldFacts | undefined,
  above: readonly string[] = [],
): readonly SampleMember[] =>
  members.map((member) => {
    const steps = [...above, ...member.steps];
    const { required, constant } = factsOf(steps) ?? {};
    const isConstant = constant !== undefined && member.shape.kind === "value" && !member.isList;
    const inner = member.shape.kind === "object" ? withFacts(member.shape.members, factsOf, steps) : [];
    // An element that may be empty may be absent.
    const isNeeded = inner.length === 0 || inner.some((each) => each.required);
    return {
      ...member,
      required: required ?? (member.required && isNeeded),
      shape: member.shape.kind === "object" ? { ...member.shape, members: inner } : member.shape,
      ...(isConstant && { constant }),
    };
  });

/** Converts `price_per_person` and `AmountAfterTax` to `pricePerPerson` and `amountAfterTax`. */
export const camelCase = (name: string): string => {
  const [first = "", ...others] = snakeCase(localName(name)).split("_");
  const joined = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[a-z]/.test(joined) ? joined : `field${joined}`;
};

const pluralsOf = (name: string): readonly string[] =>
  [`${name}s`, `${name}es`, `${name}ren`, `${name}list`, `${name}_list`, name.replace(/y$/i, "ies")].map((plural) =>
    plural.toLowerCase(),
  );
const localName = (name: string): string => name.split(":").at(-1) ?? name;
const isPluralOf = (name: string, singular: string): boolean =>
  pluralsOf(localName(singular)).includes(localName(name).toLowerCase());

const pluralName = (name: string): string => {
  if (/child$/i.test(name)) return `${name}ren`;
  if (/[^aeiou]y$/i.test(name)) return name.replace(/y$/i, "ies");
  return /s$/i.test(name) ? name : `${name}s`;
};

/** Returns the shape of an element. `rename` returns a field name from the notes file, if there is one. */
export const shapeOf = (name: string, node: SampleNode, rename: (name: string) => string | undefined): SampleShape => {
  const { attributes, children, texts } = node;
  if (attributes.size === 0 && children.size === 0) {
    if (texts.every((text) => text === "")) return { kind: "flag" };
    return { kind: "value", type: valueType(name, texts), texts };
  }
  const members: SampleMember[] = [];
  const taken = new Set<string>();
  const add = (wanted: string, member: Omit<SampleMember, "name">): void => {
    let memberName = wanted;
    for (let count = 2; taken.has(memberName); count++) memberName = `${wanted}${count}`;
    taken.add(memberName);
    members.push({ name: memberName, ...member });
  };
  for (const [attribute, field] of attributes) {
    const shape: SampleShape = { kind: "value", type: valueType(attribute, field.node.texts), texts: field.node.texts };
    const required = field.present === node.seen;
    add(rename(attribute) ?? camelCase(attribute), { steps: [`@${attribute}`], isList: false, required, shape });
  }
  const ownTexts = texts.filter((text) => text.trim() !== "");
  if (ownTexts.length > 0) {
    const shape: SampleShape = { kind: "value", type: valueType(name, ownTexts), texts: ownTexts };
    add("value", { steps: [], isList: false, required: ownTexts.length === node.seen, shape });
  }
  for (const [child, field] of children) {
    const { name: memberName, ...member } = memberOf(child, field, node.seen, rename);
    add(memberName, member);
  }
  return { kind: "object", members };
};

const memberOf = (
  child: string,
  { node, present, most }: SampleField,
  parents: number,
  rename: (name: string) => string | undefined,
): SampleMember => {
  const required = present === parents;
  const [only, ...others] = node.children;
  const isWrapper = node.attributes.size === 0 && node.texts.every((text) => text.trim() === "");
  if (most === 1 && only !== undefined && others.length === 0 && isWrapper) {
    const [entry, field] = only;
    if (field.most > 1 || isPluralOf(child, entry)) {
      const shape = shapeOf(entry, field.node, rename);
      return { name: rename(child) ?? camelCase(child), steps: [child, entry], isList: true, required, shape };
    }
  }
  const isList = most > 1;
  const name = rename(child) ?? (isList ? pluralName(camelCase(child)) : camelCase(child));
  const shape = shapeOf(child, node, rename);
  return isList
    ? { name, steps: [child], isList, required, shape }
    : unwrapped({ name, steps: [child], isList, required, shape });
};

/** Names that are meaningless without the name of their parent. */
const GENERIC = new Set(["value", "code", "id", "name", "type", "number", "text", "count"]);

/** Replaces an element that holds a single member with that member. */
const unwrapped = (member: SampleMember): SampleMember => {
  const { shape } = member;
  const [only, ...others] = shape.kind === "object" ? shape.members : [];
  if (only === undefined || others.length > 0) return member;
  const name = GENERIC.has(only.name) ? camelCase(`${member.name}_${only.name}`) : only.name;
  return {
    name,
    steps: [...member.steps, ...only.steps],
    isList: only.isList,
    required: member.required && only.required,
    shape: only.shape,
  };
};
