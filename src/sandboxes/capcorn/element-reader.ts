import type { XmlElement, XmlValue } from "../../platform/xml/xml-element.ts";
import { CapcornRefusal } from "./capcorn-refusal.ts";

/** Reads an XML element by the expected names. Errors include the path; elements and attributes never read are recorded. */
export interface ElementReader {
  /** From the root, for error messages: `rooms/room[2]`. */
  readonly path: string;
  text(): string;
  attribute(name: string): string | undefined;
  requiredAttribute(name: string): string;
  /** At most one. */
  child(name: string): ElementReader | undefined;
  /** Exactly one. */
  requiredChild(name: string): ElementReader;
  children(name: string): readonly ElementReader[];
  /** At least one. */
  requiredChildren(name: string): readonly ElementReader[];
  /** Paths of elements and attributes that were not read, including descendants. */
  unread(): readonly string[];
}

export const createElementReader = (value: XmlValue, path: string): ElementReader => {
  const fields: XmlElement = typeof value === "string" ? { "#text": value } : (value as XmlElement);
  const read = new Map<string, readonly ElementReader[]>();

  const children = (name: string): readonly ElementReader[] => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const found = Object.hasOwn(fields, name) ? (fields[name] as XmlValue) : [];
    const list = (Array.isArray(found) ? found : [found]) as readonly XmlValue[];
    const here = path === "" ? name : `${path}/${name}`;
    const readers = list.map((item, i) => createElementReader(item, list.length > 1 ? `${here}[${i + 1}]` : here));
    read.set(name, readers);
    return readers;
  };

  const child = (name: string): ElementReader | undefined => {
    const [first, second] = children(name);
    if (second === undefined) return first;
    throw new CapcornRefusal("invalid", `'${name}' may occur only once in ${path}.`);
  };

  const attribute = (name: string): string | undefined => {
    read.set(`@${name}`, []);
    const field = `@${name}`;
    return Object.hasOwn(fields, field) ? (fields[field] as string).trim() : undefined;
  };

  const text = (): string => {
    read.set("#text", []);
    return Object.hasOwn(fields, "#text") ? (fields["#text"] as string) : "";
  };

  const missing = (what: string): CapcornRefusal => new CapcornRefusal("missing", `${path} must have ${what}.`);

  return {
    path,
    text,
    attribute,
    requiredAttribute: (name) => {
      const found = attribute(name);
      if (found === undefined || found === "") throw missing(`the attribute '${name}'`);
      return found;
    },
    child,
    requiredChild: (name) => {
      const found = child(name);
      if (found === undefined) throw missing(`the element '${name}'`);
      return found;
    },
    children,
    requiredChildren: (name) => {
      const found = children(name);
      if (found.length === 0) throw missing(`at least one element '${name}'`);
      return found;
    },
    unread: () =>
      Object.keys(fields).flatMap((name) => {
        const readers = read.get(name);
        // Ignores attributes of other namespaces, such as xsi:schemaLocation.
        if (readers === undefined) return name.startsWith("@{") ? [] : [path === "" ? name : `${path}/${name}`];
        return readers.flatMap((reader) => reader.unread());
      }),
  };
};
