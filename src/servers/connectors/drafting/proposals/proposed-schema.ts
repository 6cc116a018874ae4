import { hidesSomething } from "../../../../mcp/tools/clean-text.ts";
import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { documentLine, isSafeValue } from "../document-text.ts";
import { LINKS } from "./proposal.ts";

const LONGEST_TEXT = 500;
const DEEPEST = 12;

/** Keywords that are taken over as they are; their values are checked with the whole schema. */
const PLAIN = new Set(
  (
    "type required format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength " +
    "minItems maxItems uniqueItems pattern"
  ).split(" "),
);
/** Keywords whose values a model would read. */
const VALUES = new Set(["enum", "const", "default", "examples"]);
/** Said about the schema, and not needed. */
const IGNORED = new Set(["$schema", "title", "$comment", "example"]);

/** Copies a schema that a model proposed, with clean texts. Returns a sentence if it has something that is not allowed. */
export const proposedSchema = (raw: unknown, of: string): Schema | string => {
  const problems: string[] = [];
  const copy = copied(raw, of, DEEPEST, (problem) => void problems.push(problem));
  const [first] = problems;
  if (first !== undefined) return first;
  return copy["type"] === "object" ? copy : `${of} is not a schema of type object.`;
};

type Report = (problem: string) => void;

const copied = (raw: unknown, at: string, levels: number, report: Report): Schema => {
  if (!isJsonObject(raw)) {
    report(`${at} is not a JSON Schema.`);
    return {};
  }
  if (levels === 0) {
    report(`${at} nests too deep.`);
    return {};
  }
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(raw)) {
    if (PLAIN.has(keyword)) copy[keyword] = value;
    else if (VALUES.has(keyword)) {
      if (isSafeValue(value) && !LINKS.test(JSON.stringify(value))) copy[keyword] = value;
      else report(`${at} has a value that may not be shown to models.`);
    } else if (keyword === "description") {
      const text = documentLine(value, LONGEST_TEXT, at, () => undefined);
      if (text !== "" && !LINKS.test(text)) copy[keyword] = text;
    } else if (keyword === "properties") copy[keyword] = properties(value, at, levels, report);
    else if (keyword === "items") copy[keyword] = copied(value, `${at}[]`, levels - 1, report);
    else if (keyword === "anyOf")
      copy[keyword] = (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) =>
        copied(each, at, levels - 1, report),
      );
    else if (keyword === "additionalProperties")
      copy[keyword] = typeof value === "boolean" ? value : copied(value, `${at}.*`, levels - 1, report);
    else if (!IGNORED.has(keyword)) report(`${at} uses ${keyword.slice(0, 40)}, which is not supported in proposals.`);
  }
  return copy;
};

const properties = (raw: unknown, at: string, levels: number, report: Report): Readonly<Record<string, Schema>> => {
  if (!isJsonObject(raw)) {
    report(`${at} has properties that are not an object.`);
    return {};
  }
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, schema]): [string, Schema][] => {
      if (name === "__proto__" || hidesSomething(name) || !isSafeValue(name) || name.length > 64) {
        report(`${at} has a property whose name is not allowed.`);
        return [];
      }
      return [[name, copied(schema, `${at}.${name}`, levels - 1, report)]];
    }),
  );
};
