import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";

/** One difference, said for whoever publishes; breaking where somebody who relied on what was may have to change something. */
export interface Difference {
  readonly field: string;
  readonly message: string;
  readonly breaking: boolean;
}

/**
 * What callers send must go on being accepted; what they get must go on being what they know. So the same difference
 * breaks in one direction and does nothing in the other.
 */
export const diffSchemas = (before: Schema, after: Schema, of: "input" | "output"): Difference[] => {
  const differences: Difference[] = [];
  const seen = new Set<string>();

  const compare = (was: Schema, is: Schema, at: string): void => {
    if (was["$ref"] !== undefined || is["$ref"] !== undefined) {
      const pair = `${was["$ref"]} ${is["$ref"]} ${was["$ref"] === undefined || is["$ref"] === undefined ? at : ""}`;
      if (seen.has(pair)) return;
      seen.add(pair);
    }
    const [old, now] = [resolved(was, before), resolved(is, after)];
    const tell = (message: string, breaking: boolean): void =>
      void differences.push({ field: at, message: `${at} ${message}`, breaking });
    compareTypes(old, now, of, tell);
    compareValues(old, now, of, tell);
    if (of === "input") compareLimits(old, now, tell);
    compareVariants(old, now, of, tell);
    if (old["description"] !== now["description"]) tell("is described differently.", false);
    if (!isDeepStrictEqual(old["default"], now["default"])) tell("has another default.", false);
    compareProperties(old, now, at);
    const [items, entries] = [old["items"], now["items"]];
    if (isJsonObject(items) && isJsonObject(entries)) compare(items, entries, `${at}[]`);
    const [others, rest] = [old["additionalProperties"], now["additionalProperties"]];
    if (isJsonObject(others) && isJsonObject(rest)) compare(others, rest, `${at}.*`);
    else if (isOpen(others) && !isOpen(rest)) tell("takes no further members any more.", of === "input");
  };

  const compareProperties = (old: Schema, now: Schema, at: string): void => {
    const [was, is] = [propertiesOf(old), propertiesOf(now)];
    const [needed, needs] = [requiredOf(old), requiredOf(now)];
    const tell = (name: string, message: string, breaking: boolean): void =>
      void differences.push({ field: `${at}.${name}`, message: `${at}.${name} ${message}`, breaking });
    for (const [name, schema] of was) {
      const next = is.get(name);
      if (next === undefined) {
        if (!isOpen(now["additionalProperties"]) || of === "output") tell(name, "is gone.", true);
        continue;
      }
      if (needs.has(name) && !needed.has(name)) tell(name, "is required now.", of === "input");
      if (needed.has(name) && !needs.has(name)) tell(name, "may be left out now.", of === "output");
      compare(schema, next, `${at}.${name}`);
    }
    for (const name of is.keys()) {
      if (was.has(name)) continue;
      const isDemanded = of === "input" && needs.has(name);
      tell(name, isDemanded ? "is new, and required." : "is new.", isDemanded);
    }
  };

  compare(before, after, of);
  return differences;
};

type Tell = (message: string, breaking: boolean) => void;

const resolved = (schema: Schema, root: Schema): Schema => {
  let current = schema;
  for (let steps = 0; typeof current["$ref"] === "string" && steps < 20; steps++) {
    const definitions = root["$defs"];
    const name = current["$ref"]
      .replace(/^#\/\$defs\//, "")
      .replaceAll("~1", "/")
      .replaceAll("~0", "~");
    const target = isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!isJsonObject(target)) return current;
    const { $ref: _, ...beside } = current;
    current = { ...target, ...beside };
  }
  return current;
};

const ALL = ["string", "number", "integer", "boolean", "object", "array", "null"];

const typesOf = ({ type }: Schema): ReadonlySet<string> => {
  const types = new Set(type === undefined ? ALL : [type].flat().map(String));
  if (types.has("number")) types.add("integer");
  return types;
};

const compareTypes = (old: Schema, now: Schema, of: "input" | "output", tell: Tell): void => {
  const [was, is] = [typesOf(old), typesOf(now)];
  const lost = [...was].filter((type) => !is.has(type));
  const won = [...is].filter((type) => !was.has(type));
  if (lost.length === 0 && won.length === 0) return;
  const breaking = of === "input" ? lost.length > 0 : won.length > 0;
  tell(`was ${said(old["type"])} and is ${said(now["type"])} now.`, breaking);
};

const said = (type: unknown): string => (type === undefined ? "of any type" : [type].flat().join(" or "));

const valuesOf = (schema: Schema): readonly unknown[] | undefined => {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
};

const compareValues = (old: Schema, now: Schema, of: "input" | "output", tell: Tell): void => {
  const [was, is] = [valuesOf(old), valuesOf(now)];
  if (was === undefined && is !== undefined) tell("takes only some values now.", of === "input");
  if (was !== undefined && is === undefined) tell("takes any value now.", false);
  if (was === undefined || is === undefined) return;
  const among = (list: readonly unknown[], value: unknown) => list.some((other) => isDeepStrictEqual(other, value));
  const lost = was.filter((value) => !among(is, value));
  const won = is.filter((value) => !among(was, value));
  if (lost.length > 0) tell(`has no value ${listed(lost)} any more.`, of === "input");
  if (won.length > 0) tell(`has the new value ${listed(won)}.`, false);
};

const listed = (values: readonly unknown[]): string => {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value).slice(0, 50));
  return values.length > shown.length ? `${shown.join(", ")} and others` : shown.join(", ");
};

const LEAST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const MOST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

const compareLimits = (old: Schema, now: Schema, tell: Tell): void => {
  const told = (keyword: string, isNarrower: (was: number, is: number) => boolean): void => {
    const [was, is] = [old[keyword], now[keyword]];
    if (was === is) return;
    const narrower = is !== undefined && (was === undefined || isNarrower(Number(was), Number(is)));
    tell(`had ${keyword} ${was ?? "of nothing"} and has ${is ?? "none"} now.`, narrower);
  };
  for (const keyword of LEAST) told(keyword, (was, is) => is > was);
  for (const keyword of MOST) told(keyword, (was, is) => is < was);
  for (const keyword of ["pattern", "format", "multipleOf", "uniqueItems"]) {
    if (old[keyword] !== now[keyword]) tell(`has another ${keyword}.`, now[keyword] !== undefined);
  }
};

/** Forms are the same if only their texts differ. */
const compareVariants = (old: Schema, now: Schema, of: "input" | "output", tell: Tell): void => {
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const [was, is] = [formsOf(old[keyword]), formsOf(now[keyword])];
    if (was === undefined && is === undefined) continue;
    const lost = (was ?? []).some((form) => !(is ?? []).includes(form));
    const won = (is ?? []).some((form) => !(was ?? []).includes(form));
    if (!lost && !won) continue;
    // Every form of allOf is a demand, one of the others an offer.
    const isNarrower = keyword === "allOf" ? won : lost || was === undefined;
    const isWider = keyword === "allOf" ? lost : won;
    tell(`has other forms (${keyword}).`, of === "input" ? isNarrower : isWider);
  }
};

const formsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? value.map((form) =>
        JSON.stringify(form, (name, part: unknown) =>
          (name === "description" || name === "title") && typeof part === "string" ? undefined : part,
        ),
      )
    : undefined;

const isOpen = (additional: unknown): boolean => additional === true || isJsonObject(additional);

const propertiesOf = ({ properties }: Schema): ReadonlyMap<string, Schema> =>
  new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => [
      name,
      isJsonObject(schema) ? schema : {},
    ]),
  );

const requiredOf = ({ required }: Schema): ReadonlySet<unknown> => new Set(Array.isArray(required) ? required : []);
