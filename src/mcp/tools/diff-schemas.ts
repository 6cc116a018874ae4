import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";

/** One difference, described for the publisher; `breaking` if existing callers may have to change. */
export interface Difference {
  readonly field: string;
  readonly message: string;
  readonly breaking: boolean;
}

/**
 * Compares two schemas. Narrowing breaks callers for an input, because they may send what is no longer accepted;
 * widening breaks them for an output, because they may receive what they do not expect.
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
    const report = (message: string, breaking: boolean): void =>
      void differences.push({ field: at, message: `${at} ${message}`, breaking });
    compareTypes(old, now, of, report);
    compareValues(old, now, of, report);
    if (of === "input") compareLimits(old, now, report);
    compareVariants(old, now, of, report);
    if (old["description"] !== now["description"]) report("has a new description.", false);
    if (!isDeepStrictEqual(old["default"], now["default"])) report("has a new default.", false);
    compareProperties(old, now, at);
    const [items, entries] = [old["items"], now["items"]];
    if (isJsonObject(items) && isJsonObject(entries)) compare(items, entries, `${at}[]`);
    const [others, rest] = [old["additionalProperties"], now["additionalProperties"]];
    if (isJsonObject(others) && isJsonObject(rest)) compare(others, rest, `${at}.*`);
    else if (isOpen(others) && !isOpen(rest)) report("no longer accepts further properties.", of === "input");
  };

  const compareProperties = (old: Schema, now: Schema, at: string): void => {
    const [was, is] = [propertiesOf(old), propertiesOf(now)];
    const [needed, needs] = [requiredOf(old), requiredOf(now)];
    const report = (name: string, message: string, breaking: boolean): void =>
      void differences.push({ field: `${at}.${name}`, message: `${at}.${name} ${message}`, breaking });
    for (const [name, schema] of was) {
      const next = is.get(name);
      if (next === undefined) {
        if (!isOpen(now["additionalProperties"]) || of === "output") report(name, "was removed.", true);
        continue;
      }
      if (needs.has(name) && !needed.has(name)) report(name, "is now required.", of === "input");
      if (needed.has(name) && !needs.has(name)) report(name, "is now optional.", of === "output");
      compare(schema, next, `${at}.${name}`);
    }
    for (const name of is.keys()) {
      if (was.has(name)) continue;
      const isRequired = of === "input" && needs.has(name);
      report(name, isRequired ? "is new and required." : "is new.", isRequired);
    }
  };

  compare(before, after, of);
  return differences;
};

type Report = (message: string, breaking: boolean) => void;

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

const compareTypes = (old: Schema, now: Schema, of: "input" | "output", report: Report): void => {
  const [was, is] = [typesOf(old), typesOf(now)];
  const lost = [...was].filter((type) => !is.has(type));
  const gained = [...is].filter((type) => !was.has(type));
  if (lost.length === 0 && gained.length === 0) return;
  const breaking = of === "input" ? lost.length > 0 : gained.length > 0;
  report(`changed from ${typeText(old["type"])} to ${typeText(now["type"])}.`, breaking);
};

const typeText = (type: unknown): string => (type === undefined ? "any type" : [type].flat().join(" or "));

const valuesOf = (schema: Schema): readonly unknown[] | undefined => {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
};

const compareValues = (old: Schema, now: Schema, of: "input" | "output", report: Report): void => {
  const [was, is] = [valuesOf(old), valuesOf(now)];
  if (was === undefined && is !== undefined) report("now accepts only certain values.", of === "input");
  if (was !== undefined && is === undefined) report("now accepts any value.", false);
  if (was === undefined || is === undefined) return;
  const among = (list: readonly unknown[], value: unknown) => list.some((other) => isDeepStrictEqual(other, value));
  const lost = was.filter((value) => !among(is, value));
  const gained = is.filter((value) => !among(was, value));
  if (lost.length > 0) report(`no longer has the value ${listed(lost)}.`, of === "input");
  if (gained.length > 0) report(`has the new value ${listed(gained)}.`, false);
};

const listed = (values: readonly unknown[]): string => {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value).slice(0, 50));
  return values.length > shown.length ? `${shown.join(", ")} and others` : shown.join(", ");
};

const LOWER_LIMITS = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const UPPER_LIMITS = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

const compareLimits = (old: Schema, now: Schema, report: Report): void => {
  const compareLimit = (keyword: string, isNarrower: (was: number, is: number) => boolean): void => {
    const [was, is] = [old[keyword], now[keyword]];
    if (was === is) return;
    const narrower = is !== undefined && (was === undefined || isNarrower(Number(was), Number(is)));
    report(`changed ${keyword} from ${was ?? "none"} to ${is ?? "none"}.`, narrower);
  };
  for (const keyword of LOWER_LIMITS) compareLimit(keyword, (was, is) => is > was);
  for (const keyword of UPPER_LIMITS) compareLimit(keyword, (was, is) => is < was);
  for (const keyword of ["pattern", "format", "multipleOf", "uniqueItems"]) {
    if (old[keyword] !== now[keyword]) report(`has a different ${keyword}.`, now[keyword] !== undefined);
  }
};

/** Ignores titles and descriptions of the alternatives. */
const compareVariants = (old: Schema, now: Schema, of: "input" | "output", report: Report): void => {
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const [was, is] = [formsOf(old[keyword]), formsOf(now[keyword])];
    if (was === undefined && is === undefined) continue;
    const lost = (was ?? []).some((form) => !(is ?? []).includes(form));
    const gained = (is ?? []).some((form) => !(was ?? []).includes(form));
    if (!lost && !gained) continue;
    // Each schema of allOf is a requirement; each schema of oneOf and anyOf is an alternative.
    const isNarrower = keyword === "allOf" ? gained : lost || was === undefined;
    const isWider = keyword === "allOf" ? lost : gained;
    report(`has different alternatives (${keyword}).`, of === "input" ? isNarrower : isWider);
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
