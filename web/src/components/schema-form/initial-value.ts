import { isObject, resolved, type Schema, shapeOf } from "./schema.ts";

const DEEPEST = 8;
/** A schema that asks for itself, several times, has no end. */
const MOST_PARTS = 2_000;
const DAY_MS = 86_400_000;

interface Asked {
  readonly root: Schema;
  parts: number;
  /** For dates that nobody gave an example of. */
  readonly today: Date;
}

/** What a form starts with: defaults, examples of what is required, and a day in the near future where one is needed. */
export const initialValue = (schema: Schema, today: Date): unknown => {
  const root = schema;
  return startOf(resolved(schema, root), "", true, { root, today, parts: 0 }, 0) ?? {};
};

/** Of a part that was just added. */
export const addedValue = (schema: Schema, name: string, root: Schema, today: Date): unknown =>
  startOf(schema, name, true, { root, today, parts: 0 }, 0);

const startOf = (schema: Schema, name: string, required: boolean, asked: Asked, depth: number): unknown => {
  asked.parts += 1;
  if (depth > DEEPEST || asked.parts > MOST_PARTS) return undefined;
  if ("default" in schema && schema["default"] !== null) return schema["default"];
  if (!required) return undefined;
  const { examples } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  const shape = shapeOf(schema, asked.root);
  switch (shape.kind) {
    case "object": {
      const values = shape.fields.map((field) => {
        const value = startOf(field.schema, field.name, field.required, asked, depth + 1);
        return [field.name, value] as const;
      });
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    }
    case "list":
      return Array.from({ length: Math.min(shape.least, 10) }, () =>
        startOf(shape.items, name, true, asked, depth + 1),
      );
    case "choice":
      return shape.values.length === 1 ? shape.values[0] : undefined;
    case "variants": {
      const [first] = shape.variants;
      return first && startOf(first.schema, name, true, asked, depth + 1);
    }
    case "date":
      return suggestedDay(name, asked.today);
    case "number":
      return shape.least;
    default:
      return undefined;
  }
};

/** Days from today, by words in the name of a date; a flight back is after the flight out. */
const DAYS_AHEAD = [
  { words: /return|check_?out|drop_?off|end|until|to$/i, days: 33 },
  { words: /./, days: 30 },
] as const;

const suggestedDay = (name: string, today: Date): string | undefined => {
  if (/birth|expir|issue/i.test(name)) return undefined;
  const { days } = DAYS_AHEAD.find(({ words }) => words.test(name)) ?? DAYS_AHEAD[1];
  return new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
};

/** What may be shown in an empty field as an example. */
export const exampleText = ({ examples }: Schema): string | undefined => {
  const [first] = Array.isArray(examples) ? examples : [];
  return first === undefined || isObject(first) || Array.isArray(first) ? undefined : String(first);
};
