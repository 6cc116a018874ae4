import { type ObjectField, resolved, type Schema, shapeOf } from "./schema.ts";
import { type Known, type Place, suggestionFor } from "./suggestions.ts";

const DEEPEST = 8;
/** A schema that asks for itself, several times, has no end. */
const MOST_PARTS = 2_000;

interface Asked extends Place {
  readonly root: Schema;
  readonly depth: number;
  /** Of all parts together. */
  readonly counted: { parts: number };
}

const beginning = (root: Schema, today: Date, known: Known = {}): Asked => ({
  ...{ root, today, known, depth: 0, turn: 0, dates: 0, counted: { parts: 0 } },
});

/** What a form starts with: defaults, examples of what is required, and what makes sense where nobody gave one. */
export const initialValue = (schema: Schema, today: Date, known?: Known): unknown =>
  startOf(resolved(schema, schema), "", beginning(schema, today, known)) ?? {};

/** Of a part that was just added. */
export const addedValue = (schema: Schema, name: string, root: Schema, today: Date): unknown =>
  startOf(schema, name, beginning(root, today));

/** Of what is required, or was asked for. */
const startOf = (schema: Schema, name: string, asked: Asked): unknown => {
  asked.counted.parts += 1;
  if (asked.depth > DEEPEST || asked.counted.parts > MOST_PARTS) return undefined;
  if (hasDefault(schema)) return schema["default"];
  const { examples } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  const shape = shapeOf(schema, asked.root);
  const inside: Asked = { ...asked, depth: asked.depth + 1 };
  switch (shape.kind) {
    case "object":
      return objectOf(shape.fields, inside);
    case "list":
      return Array.from({ length: Math.min(shape.least, 10) }, (_, turn) =>
        startOf(shape.items, name, { ...inside, turn }),
      );
    case "choice":
      return shape.values[0];
    case "variants": {
      const [first] = shape.variants;
      return first && startOf(first.schema, name, inside);
    }
    case "flag":
      // What is shown as not ticked is sent as that.
      return false;
    case "number":
      return suggestionFor("number", name, asked) ?? shape.least;
    default:
      return suggestionFor(shape.kind, name, asked) ?? exampleIn(schema);
  }
};

const objectOf = (fields: readonly ObjectField[], inside: Asked): Schema => {
  let dates = 0;
  const values = fields.map(({ name, schema, required }) => {
    const value = required ? startOf(schema, name, { ...inside, dates }) : defaultOf(schema);
    if (required && /^date/.test(shapeOf(schema, inside.root).kind)) dates += 1;
    return [name, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
};

const hasDefault = (schema: Schema): boolean => "default" in schema && schema["default"] !== null;

const defaultOf = (schema: Schema): unknown => (hasDefault(schema) ? schema["default"] : undefined);

/** What a description names: `the hotel's number (e.g. 9100)`. */
const exampleIn = ({ type, description }: Schema): string | undefined =>
  type === "string" ? /\be\.g\. ([\w-]{1,40})/.exec(String(description))?.[1] : undefined;
