import { badXml, shown, type XmlNamespaces } from "./xml-element.ts";

export type NamespaceMode = "keep" | "ignore" | XmlNamespaces;

/** Attributes by name, as written in the document. */
export type Attributes = Readonly<Record<string, string>>;

/** Converts the names in an element to those of the JSON form. */
export interface Names {
  /** Returns the names that apply to an element with these attributes and its content. */
  within(attributes: Attributes): Names;
  element(name: string): string;
  /** Returns undefined for an attribute to omit. */
  attribute(name: string): string | undefined;
}

const XML_URI = "http://www.w3.org/XML/1998/namespace";

export const namesFor = (mode: NamespaceMode): Names => {
  if (mode === "keep") return AS_WRITTEN;
  return mode === "ignore" ? WITHOUT_PREFIX : resolved({ xml: XML_URI }, ourPrefixes(mode));
};

const AS_WRITTEN: Names = {
  within: () => AS_WRITTEN,
  element: (name) => name,
  attribute: (name) => name,
};

const WITHOUT_PREFIX: Names = {
  within: () => WITHOUT_PREFIX,
  element: (name) => localName(name),
  attribute: (name) => (isDeclaration(name) ? undefined : name.startsWith("xml:") ? name : localName(name)),
};

/** `scope` has the URIs of the document's prefixes; `ours` has our prefixes by URI. */
const resolved = (scope: XmlNamespaces, ours: ReadonlyMap<string, string>): Names => {
  const uriOf = (prefix: string, name: string): string => {
    const uri = Object.hasOwn(scope, prefix) ? scope[prefix] : undefined;
    if (uri !== undefined) return uri;
    if (prefix === "") return "";
    throw badXml(`the prefix of '${shown(name)}' is not declared.`);
  };
  const called = (uri: string, local: string): string => {
    const prefix = ours.get(uri) ?? (uri === XML_URI ? "xml" : undefined);
    if (prefix === undefined) return uri === "" && !hasDefault ? local : `{${uri}}${local}`;
    return prefix === "" ? local : `${prefix}:${local}`;
  };
  const hasDefault = [...ours.values()].includes("");
  const names: Names = {
    within: (attributes) => {
      const declared = Object.entries(attributes).filter(([name]) => isDeclaration(name));
      if (declared.length === 0) return names;
      const entries = declared.map(([name, uri]) => [name === "xmlns" ? "" : localName(name), uri] as const);
      for (const [prefix, uri] of entries) {
        if (prefix === "xmlns" || (prefix === "xml") !== (uri === XML_URI)) {
          throw badXml("the prefixes 'xml' and 'xmlns' cannot be redeclared.");
        }
        if (prefix !== "" && uri === "") throw badXml(`the prefix '${shown(prefix)}' is declared without a namespace.`);
      }
      return resolved({ ...scope, ...Object.fromEntries(entries) }, ours);
    },
    element: (name) => called(uriOf(prefixOf(name), name), localName(name)),
    attribute: (name) => {
      if (isDeclaration(name)) return undefined;
      const prefix = prefixOf(name);
      if (prefix === "") return localName(name);
      const uri = uriOf(prefix, name);
      const shownAs = called(uri, localName(name));
      // An attribute without a prefix has no namespace; the default namespace does not apply to it.
      return shownAs.includes(":") || shownAs.startsWith("{") ? shownAs : `{${uri}}${shownAs}`;
    },
  };
  return names;
};

const ourPrefixes = (namespaces: XmlNamespaces): ReadonlyMap<string, string> =>
  new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]));

const isDeclaration = (name: string): boolean => name === "xmlns" || name.startsWith("xmlns:");

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(":")));

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
