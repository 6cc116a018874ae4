import { resolved, type Schema, shapeOf } from "../../../components/schema-form/schema.ts";
import type { Arguments } from "./tool.ts";

const READ: Readonly<Record<string, (text: string) => unknown>> = {
  ...{
    text: (text) => text,
    date: (text) => text,
    "date-time": (text) => text,
    "date-time-local": (text) => text,
    choice: (text) => text,
  },
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  flag: (text) => text === "true",
};

/** Arguments that stand in a link: `?origin=FRA&adults=2`. What the tool does not ask for is left out. */
export const fromAddress = (schema: Schema, query: Readonly<Record<string, string>>): Arguments => {
  const shape = shapeOf(resolved(schema, schema), schema);
  const fields = shape.kind === "object" ? shape.fields : [];
  const given = fields.flatMap((field) => {
    const text = Object.hasOwn(query, field.name) ? query[field.name] : undefined;
    const value = text === undefined ? undefined : READ[shapeOf(field.schema, schema).kind]?.(text.slice(0, 2_000));
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(given);
};
