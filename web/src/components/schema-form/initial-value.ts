import { type ObjectField, resolved, type Schema, shapeOf } from "./schema.ts";

const MAX_DEPTH = 8;
/** Recursive schemas could otherwise expand without end. */
const MAX_PARTS = 2_000;

interface BuildContext extends SuggestionContext {
  readonly root: Schema;
  readonly depth: number;
  /** Number of parts built so far, over the whole form. */
  readonly counter: { parts: number };
}

const newContext = (root: Schema, today: Date, known: KnownValues = {}): BuildContext => ({
  root,
  today,
  known,
  depth: 0,
  index: 0,
  dates: 0,
  counter: { parts: 0 },
});

/** The initial form value: defaults, examples of required fields, and sensible suggestions. */
export const initialValue = (schema: Schema, today: Date, known?: KnownValues): unknown =>
  buildValue(resolved(schema, schema), "", newContext(schema, today, known)) ?? {};

/** The initial value of a part that was just added. */
export const newItemValue = (schema: Schema, name: string, root: Schema, today: Date): unknown =>
  buildValue(schema, name, newContext(root, today));

/** Builds a value for a required or explicitly added part. */
const buildValue = (schema: Schema, name: string, context: BuildContext): unknown => {
  context.counter.parts += 1;
  if (context.depth > MAX_DEPTH || context.counter.parts > MAX_PARTS) return undefined;
  if (hasDefault(schema)) return schema["default"];
  const { examples } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  const shape = shapeOf(schema, context.root);
  const inside: BuildContext = { ...context, depth: context.depth + 1 };
  switch (shape.kind) {
    case "object":
      return objectOf(shape.fields, inside);
    case "list":
      return Array.from({ length: Math.min(shape.min, 10) }, (_, index) =>
        buildValue(shape.items, name, { ...inside, index }),
      );
    case "choice":
      return shape.values[0];
    case "variants": {
      const [first] = shape.variants;
      return first && buildValue(first.schema, name, inside);
    }
    case "flag":
      // An unticked checkbox means false.
      return false;
    case "number":
      return suggestionFor("number", name, context) ?? shape.min;
    default:
      return suggestionFor(shape.kind, name, context) ?? exampleIn(schema);
  }
};

const objectOf = (fields: readonly ObjectField[], inside: BuildContext): Schema => {
  let dates = 0;
  const values = fields.map(({ name, schema, required }) => {
    const value = required ? buildValue(schema, name, { ...inside, dates }) : defaultOf(schema);
    if (required && /^date/.test(shapeOf(schema, inside.root).kind)) dates += 1;
    return [name, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
};

const hasDefault = (schema: Schema): boolean => "default" in schema && schema["default"] !== null;

const defaultOf = (schema: Schema): unknown => (hasDefault(schema) ? schema["default"] : undefined);

/** The example in a description, such as `the hotel's number (e.g. 9100)`. */
const exampleIn = ({ type, description }: Schema): string | undefined =>
  type === "string" ? /\be\.g\. ([\w-]{1,40})/.exec(String(description))?.[1] : undefined;

const DAY_MS = 86_400_000;
const WEEKS_AHEAD = 5;
/** Days between flights of a trip, or nights of a stay. */
const DAYS_BETWEEN = 4;
const AROUND_THE_WORLD = ["LHR", "JFK", "SFO", "HND", "SIN", "DXB", "LHR"] as const;

/** Values seen earlier in this window. */
export interface KnownValues {
  /** Record locator of the last booking. */
  readonly pnr?: string | undefined;
}

/** Where in a form a suggestion is needed. */
interface SuggestionContext {
  readonly today: Date;
  readonly known: KnownValues;
  /** Index in a list: the second flight starts where the first one ends. */
  readonly index: number;
  /** Number of dates before this one: a stay must end after it begins, whatever the fields are called. */
  readonly dates: number;
}

type Suggest = (context: SuggestionContext) => unknown;

const airport =
  (step: number): Suggest =>
  ({ index }) =>
    AROUND_THE_WORLD[(index + step) % AROUND_THE_WORLD.length];

const dayAhead =
  (min: number): Suggest =>
  ({ today, index, dates }) => {
    const days = WEEKS_AHEAD * 7 + (index + Math.max(dates, min)) * DAYS_BETWEEN;
    return new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  };

const timeAhead =
  (min: number, time = "T10:00:00Z"): Suggest =>
  (context) =>
    `${dayAhead(min)(context)}${time}`;

const always =
  (value: unknown): Suggest =>
  () =>
    value;

const LATER = /return|check_?out|drop_?off|end|until|to$/i;
/** A data: URL works without network access. */
const DOCUMENT = "data:text/plain;base64,RmxpZ2h0IEJBMTc1IGZyb20gTG9uZG9uIHRvIE5ldyBZb3JrLCBzZWF0IDEyQS4=";

/** The first matching row applies. Used only for required fields without an example of their own. */
const SUGGESTIONS: readonly { readonly kind: string; readonly words: RegExp; readonly suggest: Suggest }[] = [
  { kind: "date", words: /birth|expir|issue/i, suggest: always(undefined) },
  { kind: "date", words: LATER, suggest: dayAhead(1) },
  { kind: "date", words: /./, suggest: dayAhead(0) },
  { kind: "date-time", words: LATER, suggest: timeAhead(1) },
  { kind: "date-time", words: /./, suggest: timeAhead(0) },
  { kind: "date-time-local", words: LATER, suggest: timeAhead(1, "T10:00") },
  { kind: "date-time-local", words: /./, suggest: timeAhead(0, "T10:00") },
  { kind: "text", words: /^(origin|from)(_?(code|airport|iata))?$/i, suggest: airport(0) },
  { kind: "text", words: /^(destination|to)(_?(code|airport|iata))?$/i, suggest: airport(1) },
  { kind: "text", words: /^city(_?code)?$/i, suggest: always("NYC") },
  { kind: "text", words: /^pick_?up_?location/i, suggest: always("JFK") },
  { kind: "text", words: /^pnr$/i, suggest: ({ known }) => known.pnr },
  { kind: "text", words: /^first_?name$/i, suggest: always("Ada") },
  { kind: "text", words: /^last_?name$/i, suggest: always("Lovelace") },
  { kind: "text", words: /^expression$/i, suggest: always("(129.90 * 3 + 45) * 1.19") },
  { kind: "text", words: /^from_unit$/i, suggest: always("miles") },
  { kind: "text", words: /^to_unit$/i, suggest: always("km") },
  { kind: "number", words: /^value$/i, suggest: always(3459) },
  { kind: "text", words: /^prompt$/i, suggest: always("An airplane over a beach at sunset") },
  { kind: "text", words: /^query$/i, suggest: always("airports of London") },
  { kind: "text", words: /^document_url$/i, suggest: always(DOCUMENT) },
  { kind: "text", words: /^start_time$/i, suggest: always("now") },
  { kind: "text", words: /^end_time$/i, suggest: (context) => dayAhead(0)(context) },
];

/** Suggests a value by kind and name, so that a form can be sent right away. */
const suggestionFor = (kind: string, name: string, context: SuggestionContext): unknown =>
  SUGGESTIONS.find((row) => row.kind === kind && row.words.test(name))?.suggest(context);
