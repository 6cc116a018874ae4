import type { Schema } from "../../../../model/schema.ts";
import { objectOf, path, readText, step, withReaders, type XmlType } from "../expressions.ts";
import type { SampleMember, SampleShape } from "./sample-shape.ts";
import { type ValueType, valueSchema } from "./value-schema.ts";

const TYPES: Readonly<Record<ValueType, XmlType>> = {
  string: "string",
  date: "string",
  "date-time": "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
};
const indented = (depth: number): string => "  ".repeat(depth);

/** Returns the JSONata that maps arguments to the content of the root element. */
export const writeMapping = (members: readonly SampleMember[]): string => objectOf(membersOf(members, 1), "");

const membersOf = (members: readonly SampleMember[], depth: number): [string, string][] =>
  members.map(({ name, steps, isList, shape, required, constant }): [string, string] => {
    const access = step(name);
    const [outer = "#text", ...inner] = steps;
    if (constant !== undefined) {
      return [
        outer,
        inner.reduceRight((content, element) => `{ ${JSON.stringify(element)}: ${content} }`, JSON.stringify(constant)),
      ];
    }
    const isFlag = shape.kind === "flag" && !isList;
    const value = isFlag ? '""' : written(shape, access, depth + inner.length);
    const nested = inner.reduceRight(
      (content, element, level) => objectOf([[element, content]], indented(depth + level)),
      isList ? `[${value}]` : value,
    );
    if (isFlag) return [outer, `${access} ? ${nested}`];
    return [outer, inner.length === 0 || required ? nested : `$exists(${access}) ? ${nested}`];
  });

const written = (shape: SampleShape, access: string, depth: number): string => {
  if (shape.kind === "flag") return `${access}.""`;
  return shape.kind === "value"
    ? access
    : `${access}.${objectOf(membersOf(shape.members, depth + 1), indented(depth))}`;
};

/** Returns the JSONata that maps the root element of a response to the result. */
export const readMapping = (members: readonly SampleMember[]): string =>
  withReaders(objectOf(readMembers(members, "body.", 2), indented(1)));

const readMembers = (members: readonly SampleMember[], from: string, depth: number): [string, string][] =>
  members.map(({ name, steps, isList, shape }): [string, string] => {
    const access = steps.length === 0 ? (from === "" ? "$" : from.slice(0, -1)) : `${from}${path(steps)}`;
    if (shape.kind === "flag") return [name, isList ? `[${access}.true]` : `$exists(${access})`];
    if (shape.kind === "value") {
      const type = TYPES[shape.type];
      return [name, isList ? `[${access}.${readText(type, "$")}]` : readText(type, access)];
    }
    const value = `${access}.${objectOf(readMembers(shape.members, "", depth + 1), indented(depth))}`;
    return [name, isList ? `[${value}]` : value];
  });

/** Returns paths of list elements, below the root. */
export const arrayPaths = (members: readonly SampleMember[], above: readonly string[] = []): string[] =>
  members.flatMap(({ steps, isList, shape }) => {
    const own = [...above, ...steps];
    return [...(isList ? [own.join(".")] : []), ...(shape.kind === "object" ? arrayPaths(shape.members, own) : [])];
  });

/**
 * Returns the schema of a shape. Inputs are required if every sample had them; outputs only if the mapping always
 * produces them.
 */
export const shapeSchema = (
  shape: SampleShape,
  of: "input" | "output",
  describe: (name: string, steps: readonly string[]) => Schema,
  above: readonly string[] = [],
): Schema => {
  if (shape.kind === "flag") return { type: "boolean" };
  if (shape.kind === "value") return valueSchema(shape.type, of === "input" ? shape.texts : []);
  const members = shape.members.filter(({ constant }) => constant === undefined);
  const required = members.filter((member) => isRequired(member, of)).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      members.map(({ name, steps, isList, shape: inner }) => {
        const own = [...above, ...steps];
        const schema = shapeSchema(inner, of, describe, own);
        const described = describe(name, own);
        return [name, isList ? { type: "array", items: schema, ...described } : { ...schema, ...described }];
      }),
    ),
    ...(required.length > 0 && { required }),
  };
};

/** Returns for each property of a shape's schema, such as `rooms.adults`, the path of its element. */
export const originsOf = (
  members: readonly SampleMember[],
  above: readonly string[] = [],
  path: readonly string[] = [],
): readonly (readonly [property: string, steps: readonly string[]])[] =>
  members.flatMap(({ name, steps, shape }) => {
    const [own, names] = [
      [...above, ...steps],
      [...path, name],
    ];
    const inner = shape.kind === "object" ? originsOf(shape.members, own, names) : [];
    return [[names.join("."), own] as const, ...inner];
  });

const isRequired = ({ required, isList, shape }: SampleMember, of: "input" | "output"): boolean =>
  of === "input" ? required && shape.kind !== "flag" : isList || shape.kind === "flag";
