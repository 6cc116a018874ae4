import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { XmlOptions } from "../../connector.ts";
import type { Note } from "../draft.ts";
import { objectOf, path, readText, step, withReaders, type XmlType } from "../expressions.ts";
import type { NamedArgument } from "./arguments.ts";
import { objectShape } from "./object-shape.ts";
import { lastPart, type References } from "./references.ts";

const DEEPEST = 6;
const NAME = /^[A-Za-z_][\w.-]*$/;

interface XmlRequest {
  readonly root: string;
  readonly mapping: string;
  readonly xml: XmlOptions | undefined;
}

interface XmlResponse {
  readonly mapping: string;
  readonly arrays: readonly string[];
}

interface Mapping {
  readonly references: References;
  readonly namespaces: Map<string, string>;
  readonly arrays: Set<string>;
  note(sentence: string): void;
}

/** Position of a property in XML, from its `xml` keywords. */
interface Place {
  /** The last one is `@name` for an attribute. */
  readonly steps: readonly string[];
  readonly schema: unknown;
  readonly isList: boolean;
}

/** Maps arguments to the XML of a request body. */
export const writeXmlMapping = (
  schema: unknown,
  sources: readonly NamedArgument[],
  references: References,
  note: Note,
): XmlRequest => {
  const mapping: Mapping = { references, namespaces: new Map(), arrays: new Set(), note };
  const followed = references.follow(schema);
  const about = xmlOf(followed?.value);
  const fallback = followed?.pointer === undefined ? "request" : lastPart(followed.pointer);
  const root = qualified(about, nameOf(about) ?? (NAME.test(fallback) ? fallback : "request"), mapping, true);
  const [whole] = sources;
  const members = whole?.isWhole
    ? [member(entryPlace(followed?.value, mapping, true), step(whole.argument), mapping, 1)]
    : sources.map(({ name, argument, schemas: [first] }) =>
        member(placeOf(name, first, mapping, true), step(argument), mapping, 1),
      );
  const { namespaces } = mapping;
  return {
    root,
    mapping: objectOf(members, ""),
    xml: namespaces.size === 0 ? undefined : { namespaces: Object.fromEntries(namespaces) },
  };
};

/** Returns one element and the expression of its content. */
const member = (
  { steps, schema, isList }: Place,
  access: string,
  mapping: Mapping,
  depth: number,
): [string, string] => {
  const indent = "  ".repeat(depth);
  const [outer = "", inner] = steps;
  const value = written(schema, access, mapping, inner === undefined ? depth : depth + 1);
  const list = isList ? `[${value}]` : value;
  if (inner === undefined) return [outer, list];
  return [outer, `$exists(${access}) ? ${objectOf([[inner, list]], indent)}`];
};

const written = (schema: unknown, access: string, mapping: Mapping, depth: number): string => {
  const shape = depth > DEEPEST ? undefined : objectShape(schema, mapping.references);
  if (shape === undefined) {
    if (depth > DEEPEST) mapping.note(`XML below ${DEEPEST} levels is written with unmapped names.`);
    return access;
  }
  const members = [...shape.properties].map(([name, [first]]) =>
    member(placeOf(name, first, mapping, true), step(name), mapping, depth + 1),
  );
  return `${access}.${objectOf(members, "  ".repeat(depth))}`;
};

/** Maps the XML of a response to what its schema describes. */
export const readXmlMapping = (schema: unknown, references: References, note: Note): XmlResponse => {
  const mapping: Mapping = { references, namespaces: new Map(), arrays: new Set(), note };
  const whole = references.follow(schema)?.value;
  const shape = objectShape(schema, references);
  const members =
    shape === undefined
      ? [readMember("items", entryPlace(whole, mapping, false), [], mapping, 1, "body.")]
      : [...shape.properties].map(([name, [first]]) =>
          readMember(name, placeOf(name, first, mapping, false), [], mapping, 1, "body."),
        );
  return { mapping: withReaders(objectOf(members, "  ")), arrays: [...mapping.arrays].sort() };
};

const readMember = (
  name: string,
  place: Place,
  above: readonly string[],
  mapping: Mapping,
  depth: number,
  from = "",
): [string, string] => {
  const steps = [...above, ...place.steps];
  if (place.isList) mapping.arrays.add(steps.join("."));
  const access = `${from}${path(place.steps)}`;
  const shape = depth > DEEPEST ? undefined : objectShape(place.schema, mapping.references);
  if (shape !== undefined) {
    const members = [...shape.properties].map(([inner, [first]]) =>
      readMember(inner, placeOf(inner, first, mapping, false), steps, mapping, depth + 1),
    );
    const value = `${access}.${objectOf(members, "  ".repeat(depth + 1))}`;
    return [name, place.isList ? `[${value}]` : value];
  }
  const type = typeOf(place.schema, mapping.references);
  return [name, place.isList ? `[${access}.${readText(type, "$")}]` : readText(type, access)];
};

const typeOf = (schema: unknown, references: References): XmlType => {
  const types = [references.follow(schema)?.value["type"]].flat();
  if (types.includes("integer") || types.includes("number")) return "number";
  return types.includes("boolean") ? "boolean" : "string";
};

const placeOf = (property: string, schema: unknown, mapping: Mapping, qualifies: boolean): Place => {
  const followed = mapping.references.follow(schema)?.value;
  // `xml` beside a reference applies to this one property.
  const about = { ...xmlOf(followed), ...xmlOf(schema) };
  const own = nameOf(about);
  const wanted = (xml: JsonObject, name: string) => (qualifies ? qualified(xml, name, mapping, false) : name);
  const fallback = NAME.test(property) ? property : property.replace(/[^\w.-]+/g, "_").replace(/^(?=[^A-Za-z_])/, "_");
  if ([followed?.["type"]].flat().includes("array")) {
    const items = followed?.["items"];
    const inner = xmlOf(mapping.references.follow(items)?.value);
    const isWrapped = about["wrapped"] === true;
    const entry = wanted(inner, nameOf(inner) ?? (isWrapped ? (own ?? fallback) : fallback));
    const steps = isWrapped ? [wanted(about, own ?? fallback), entry] : [entry];
    return { steps, schema: items, isList: true };
  }
  const name = wanted(about, own ?? fallback);
  return { steps: [about["attribute"] === true ? `@${name}` : name], schema, isList: false };
};

/** Position of the entries when the whole document is a list: the root already wraps them. */
const entryPlace = (schema: unknown, mapping: Mapping, qualifies: boolean): Place => {
  const place = placeOf("item", schema, mapping, qualifies);
  return { ...place, steps: place.steps.slice(-1) };
};

const xmlOf = (schema: unknown): JsonObject =>
  isJsonObject(schema) && isJsonObject(schema["xml"]) ? schema["xml"] : {};

const nameOf = ({ name }: JsonObject): string | undefined =>
  typeof name === "string" && NAME.test(name) ? name : undefined;

/** Returns the prefixed name and records its namespace for the root, which may have no prefix. */
const qualified = (
  { prefix, namespace }: JsonObject,
  name: string,
  { namespaces }: Mapping,
  isRoot: boolean,
): string => {
  if (typeof namespace !== "string" || namespace === "" || namespace.length > 500 || /[\s<>"]/.test(namespace))
    return name;
  const isNamed = typeof prefix === "string" && NAME.test(prefix) && !/^xml/i.test(prefix);
  if (!isNamed && !isRoot) return name;
  namespaces.set(isNamed ? prefix : "", namespace);
  return isNamed ? `${prefix}:${name}` : name;
};
