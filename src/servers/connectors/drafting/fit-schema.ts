import { childrenOf } from "../../../mcp/tools/subschemas.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import { shortText } from "./document-text.ts";

export interface FittedSchema {
  readonly schema: Schema;
  /** Paths of the objects and lists that were left open, such as `order.lines[].tax`. */
  readonly open: readonly string[];
}

/** Text lengths of the schema's own properties and of everything deeper, tried in order. */
const TEXTS = [
  { own: 500, deeper: 150, isBare: false },
  { own: 300, deeper: 60, isBare: false },
  { own: 150, deeper: 0, isBare: false },
  { own: 100, deeper: 0, isBare: true },
] as const;
type Texts = (typeof TEXTS)[number];

/** Enums with more values and longer patterns go before any property. */
const MOST_BARE_VALUES = 20;
const LONGEST_BARE_PATTERN = 100;

/**
 * Shortens a schema to a number of bytes: texts first, then examples, long enums and patterns, then objects and lists,
 * which are left open, the deepest first. Undefined if not even the names of the schema's own properties fit.
 */
export const fitSchema = (schema: Schema, maxBytes: number): FittedSchema | undefined => {
  if (bytesOf(schema) <= maxBytes) return { schema, open: [] };
  let shorter = schema;
  for (const texts of TEXTS) {
    shorter = withTexts(schema, texts, 0);
    if (bytesOf(shorter) <= maxBytes) return { schema: shorter, open: [] };
  }
  return pruned(shorter, maxBytes);
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const withTexts = (schema: Schema, texts: Texts, depth: number): Schema => {
  const { description, examples, enum: values, pattern, ...rest } = schema;
  const text = typeof description === "string" ? shortText(description, depth > 1 ? texts.deeper : texts.own) : "";
  const keeps = (isLong: boolean) => !(texts.isBare && isLong);
  return withChildren(
    {
      ...rest,
      ...(text !== "" && { description: text }),
      ...(examples !== undefined && keeps(true) && { examples }),
      ...(values !== undefined && keeps((values as readonly unknown[]).length > MOST_BARE_VALUES) && { enum: values }),
      ...(pattern !== undefined && keeps(String(pattern).length > LONGEST_BARE_PATTERN) && { pattern }),
    },
    (child, keyword) => withTexts(child, texts, keyword === "$defs" ? 2 : depth + 1),
  );
};

/** Returns a copy with other subschemas; those that become undefined are left out. */
const withChildren = (schema: Schema, change: (child: Schema, keyword: string) => Schema | undefined): Schema => {
  const copy: Record<string, unknown> = { ...schema };
  for (const [[keyword = "", name], child] of childrenOf(schema)) {
    const changed = change(child, keyword);
    if (name === undefined) {
      if (changed === undefined) delete copy[keyword];
      else copy[keyword] = changed;
      continue;
    }
    const before = schema[keyword];
    if (copy[keyword] === before) copy[keyword] = Array.isArray(before) ? [...before] : { ...(before as object) };
    const members = copy[keyword] as Record<string, unknown>;
    if (changed === undefined) delete members[name];
    else members[name] = changed;
  }
  return copy;
};

interface Node {
  readonly schema: Schema;
  readonly path: string;
  readonly isRequired: boolean;
  /** Bytes with all children left open, less those that its parent already counts. */
  readonly cost: number;
}

/** Goes through the schema level by level, required and small schemas first, and leaves open what does not fit. */
const pruned = (root: Schema, maxBytes: number): FittedSchema | undefined => {
  const { $defs, ...whole } = root;
  const definitions: Readonly<Record<string, unknown>> = isJsonObject($defs) ? $defs : {};
  const nameIn = ({ $ref }: Schema): string => (typeof $ref === "string" ? $ref.replace(/^#\/\$defs\//, "") : "");
  const definitionOf = (schema: Schema): Schema | undefined => {
    const name = nameIn(schema);
    const target = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return isJsonObject(target) ? target : undefined;
  };
  const stubOf = (schema: Schema): Schema => {
    const { type } = definitionOf(schema) ?? schema;
    if (type === undefined) return {};
    return [type].flat().includes("array") ? { type, items: {} } : { type };
  };
  /** A reference is counted where it is, and its definition once. */
  const countedIn = (schema: Schema): Schema => (definitionOf(schema) === undefined ? stubOf(schema) : schema);
  const costOf = (schema: Schema): number => {
    const own = bytesOf(withChildren(schema, () => undefined));
    return childrenOf(schema).reduce((sum, [at, child]) => sum + keyBytes(at) + bytesOf(countedIn(child)), own);
  };

  const shown = new Set<Schema>();
  const reached = new Set<string>();
  const open: string[] = [];
  let left = maxBytes - bytesOf({ $defs: {} });
  let level: Node[] = [{ schema: whole, path: "", isRequired: true, cost: costOf(whole) }];
  while (level.length > 0) {
    const next: Node[] = [];
    for (const { schema, path, cost } of level.sort(byNeed)) {
      if (cost > left) {
        if (childrenOf(schema).length > 0) open.push(path);
        continue;
      }
      left -= cost;
      shown.add(schema);
      const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
      for (const [at, child] of childrenOf(schema)) {
        const name = nameIn(child);
        const definition = definitionOf(child);
        if (definition !== undefined && reached.has(name)) continue;
        if (definition !== undefined) reached.add(name);
        next.push({
          schema: definition ?? child,
          path: pathTo(path, at),
          isRequired: at[0] === "properties" && required.has(at[1]),
          cost:
            definition === undefined ? costOf(child) - bytesOf(stubOf(child)) : costOf(definition) + name.length + 4,
        });
      }
    }
    level = next;
  }
  if (!shown.has(whole)) return undefined;

  const rendered = (schema: Schema): Schema => {
    const definition = definitionOf(schema);
    if (!shown.has(definition ?? schema)) return stubOf(schema);
    // Of open variants several match, and the negation of an open schema matches nothing.
    const { oneOf, not: _, ...rest } = schema;
    return withChildren({ ...rest, ...(oneOf !== undefined && { anyOf: oneOf }) }, rendered);
  };
  const kept = [...reached].sort().flatMap((name): [string, Schema][] => {
    const definition = definitions[name] as Schema;
    return shown.has(definition) ? [[name, rendered(definition)]] : [];
  });
  return { schema: { ...rendered(whole), ...(kept.length > 0 && { $defs: Object.fromEntries(kept) }) }, open };
};

const byNeed = (a: Node, b: Node): number => Number(b.isRequired) - Number(a.isRequired) || a.cost - b.cost;

const keyBytes = ([keyword = "", name]: readonly string[]): number =>
  name === undefined ? keyword.length + 4 : Buffer.byteLength(JSON.stringify(name)) + 2;

const pathTo = (path: string, [keyword = "", name = ""]: readonly string[]): string => {
  if (keyword === "properties") return path === "" ? name : `${path}.${name}`;
  return keyword === "items" || keyword === "prefixItems" ? `${path}[]` : path;
};
