import { isObject } from "../../format/json.ts";
import { Unparsed } from "../schema-form/form-value.ts";
import { initialValue, type KnownValues } from "../schema-form/initial-value.ts";
import { resolved, type Schema, shapeOf } from "../schema-form/schema.ts";

/** A tool as listed by tools/list. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Schema;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

export type Arguments = Readonly<Record<string, unknown>>;

export type Effect = "read-only" | "write" | "destructive";

/** What a tool may do, from its annotations. Without annotations it counts as destructive. */
export const effectOf = ({ annotations = {} }: Tool): Effect => {
  if (annotations.readOnlyHint) return "read-only";
  return annotations.destructiveHint === false ? "write" : "destructive";
};

/** Initial arguments with which a tool can run right away, such as LHR to JFK in five weeks. */
export const initialArguments = (
  { inputSchema }: Pick<Tool, "inputSchema">,
  today: Date,
  known: KnownValues = {},
): Arguments => {
  const value = initialValue(inputSchema, today, known);
  return isObject(value) ? value : {};
};

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  text: (text) => text,
  date: (text) => text,
  "date-time": (text) => text,
  "date-time-local": (text) => text,
  choice: (text) => text,
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  flag: (text) => text === "true",
};

/** Reads arguments from a link, such as `?origin=FRA&adults=2`. Unknown names are ignored. */
export const argumentsFromQuery = (schema: Schema, query: Readonly<Record<string, string>>): Arguments => {
  const shape = shapeOf(resolved(schema, schema), schema);
  const fields = shape.kind === "object" ? shape.fields : [];
  const given = fields.flatMap((field) => {
    const text = Object.hasOwn(query, field.name) ? query[field.name] : undefined;
    const value = text === undefined ? undefined : PARSERS[shapeOf(field.schema, schema).kind]?.(text.slice(0, 2_000));
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(given);
};

/** Whether a JSON field does not parse yet, so that the form cannot be sent. Values that only violate the schema can. */
export const hasUnparsedJson = (value: unknown): boolean => {
  if (value instanceof Unparsed) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnparsedJson);
};
