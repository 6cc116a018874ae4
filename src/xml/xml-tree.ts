import { createRequire } from "node:module";
import type { XMLParser } from "fast-xml-parser";
import type { Attributes } from "./xml-names.ts";

/** An element as it stands in the document: nothing merged, nothing renamed. */
export interface TreeElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: readonly (TreeElement | string)[];
}

/** What the library returns: each node has one field named after what it is, and perhaps attributes. */
interface LibraryNode {
  readonly [field: string]: unknown;
}

const ATTRIBUTES = ":@";
const TEXT = "#text";
const CDATA = "#cdata";
/** Goes before the name of every element, so that none can be mistaken for a field of the library or of JavaScript. */
const ELEMENT = "<";

let Parser: typeof XMLParser | undefined;

/** Expects what `plainXml` lets through. */
export const readTree = (text: string): TreeElement => {
  // Loaded by the first document, and at once: whoever has XML in hand should not have to wait for a promise.
  Parser ??= (createRequire(import.meta.url)("fast-xml-parser") as typeof import("fast-xml-parser")).XMLParser;
  const parser = new Parser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    textNodeName: TEXT,
    cdataPropName: CDATA,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    // Ours tells the references of a text from the same characters in CDATA.
    processEntities: false,
    transformTagName: (name) => ELEMENT + name,
    maxNestedTags: Number.MAX_SAFE_INTEGER,
    jPath: false,
  });
  const nodes = parser.parse(text) as readonly LibraryNode[];
  const root = nodes.map(contentOf).find((node) => typeof node !== "string");
  if (root === undefined) throw new TypeError("a well-formed document has a root");
  return root;
};

const contentOf = (node: LibraryNode): TreeElement | string => {
  if (TEXT in node) return resolveReferences(node[TEXT] as string);
  if (CDATA in node) return (node[CDATA] as readonly LibraryNode[]).map((part) => part[TEXT] as string).join("");
  const field = Object.keys(node).find((key) => key !== ATTRIBUTES) as string;
  return {
    name: field.replace(/^<+/, ""),
    attributes: attributesOf(node[ATTRIBUTES] as Attributes | undefined),
    content: (node[field] as readonly LibraryNode[]).map(contentOf),
  };
};

/** A line end within an attribute is a space, unless it was written as a reference. */
const attributesOf = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.slice(1),
      resolveReferences(value.replace(/[\t\n\r]/g, " ")),
    ]),
  );

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const resolveReferences = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-z]+));/g, (_all, hexadecimal, decimal, entity) => {
        if (entity !== undefined) return ENTITIES[entity] as string;
        return String.fromCodePoint(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
      })
    : text;
