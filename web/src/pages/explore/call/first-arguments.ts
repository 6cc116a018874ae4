import { initialValue } from "../../../components/schema-form/initial-value.ts";
import { isObject, type ObjectField, resolved, type Schema, shapeOf } from "../../../components/schema-form/schema.ts";
import type { Arguments, Tool } from "./tool.ts";

const DAY_MS = 86_400_000;
const WEEKS_AHEAD = 5;
/** Of a trip with several flights, and of a stay. */
const DAYS_BETWEEN = 4;
const AROUND_THE_WORLD = ["LHR", "JFK", "SFO", "HND", "SIN", "DXB", "LHR"] as const;

interface Place {
  readonly today: Date;
  /** Which of several in a list: the second flight starts where the first one ended. */
  readonly turn: number;
  /** How many dates stand before it: a stay ends after it has begun, whatever its dates are called. */
  readonly dates: number;
  readonly known: Known;
}

/** What was seen on this page before. */
export interface Known {
  /** Of the last booking. */
  readonly pnr?: string | undefined;
}

type Suggest = (place: Place) => unknown;

const airport =
  (step: number): Suggest =>
  ({ turn }) =>
    AROUND_THE_WORLD[(turn + step) % AROUND_THE_WORLD.length];

const dayAhead =
  (least: number): Suggest =>
  ({ today, turn, dates }) => {
    const days = WEEKS_AHEAD * 7 + (turn + Math.max(dates, least)) * DAYS_BETWEEN;
    return new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  };

const timeAhead =
  (least: number): Suggest =>
  (place) =>
    `${dayAhead(least)(place)}T10:00:00Z`;

const always =
  (value: unknown): Suggest =>
  () =>
    value;

const LATER = /return|check_?out|drop_?off|end|until|to$/i;

/** The first row whose words are in the name and whose kind fits. Only for what is required and has no example of its own. */
const SUGGESTIONS: readonly { readonly kind: string; readonly words: RegExp; readonly suggest: Suggest }[] = [
  { kind: "date", words: /birth|expir|issue/i, suggest: always(undefined) },
  { kind: "date", words: LATER, suggest: dayAhead(1) },
  { kind: "date", words: /./, suggest: dayAhead(0) },
  { kind: "date-time", words: LATER, suggest: timeAhead(1) },
  { kind: "date-time", words: /./, suggest: timeAhead(0) },
  { kind: "text", words: /^(origin|from)(_?(code|airport|iata))?$/i, suggest: airport(0) },
  { kind: "text", words: /^(destination|to)(_?(code|airport|iata))?$/i, suggest: airport(1) },
  { kind: "text", words: /^city(_?code)?$/i, suggest: always("NYC") },
  { kind: "text", words: /^pick_?up_?location/i, suggest: always("JFK") },
  { kind: "text", words: /^pnr$/i, suggest: ({ known }) => known.pnr },
  { kind: "text", words: /^expression$/i, suggest: always("(129.90 * 3 + 45) * 1.19") },
  { kind: "text", words: /^from_unit$/i, suggest: always("miles") },
  { kind: "text", words: /^to_unit$/i, suggest: always("km") },
  { kind: "number", words: /^value$/i, suggest: always(3459) },
  { kind: "text", words: /^prompt$/i, suggest: always("An airplane over a beach at sunset") },
  { kind: "text", words: /^query$/i, suggest: always("airports of London") },
  { kind: "text", words: /^start_time$/i, suggest: always("now") },
  { kind: "text", words: /^end_time$/i, suggest: (place) => dayAhead(0)(place) },
];

/** What a tool's form begins with, so that it can be run at once: LHR to JFK in five weeks. */
export const firstArguments = (
  { inputSchema }: Pick<Tool, "inputSchema">,
  today: Date,
  known: Known = {},
): Arguments => {
  const started = initialValue(inputSchema, today);
  const place = { ...{ today, known, turn: 0, dates: 0 }, root: inputSchema, depth: 0 };
  const value = suggested(resolved(inputSchema, inputSchema), "", started, place);
  return isObject(value) ? value : {};
};

const DEEPEST = 6;

interface Walk extends Place {
  readonly root: Schema;
  readonly depth: number;
}

const suggested = (schema: Schema, name: string, value: unknown, walk: Walk): unknown => {
  if (walk.depth > DEEPEST || hasOwnExample(schema)) return value;
  const shape = shapeOf(schema, walk.root);
  const inside = { ...walk, depth: walk.depth + 1 };
  if (shape.kind === "object" && isObject(value)) return objectOf(shape.fields, value, inside);
  if (shape.kind === "list" && Array.isArray(value)) {
    return value.map((each, turn) => suggested(shape.items, name, each, { ...inside, turn }));
  }
  const row = SUGGESTIONS.find(({ kind, words }) => kind === shape.kind && words.test(name));
  return row?.suggest(walk) ?? value ?? exampleIn(schema);
};

const objectOf = (fields: readonly ObjectField[], value: Schema, walk: Walk): Arguments => {
  let dates = 0;
  const filled = fields.map(({ name, schema, required }) => {
    const before = value[name];
    const after = required ? suggested(schema, name, before, { ...walk, dates }) : before;
    if (required && /^date/.test(shapeOf(schema, walk.root).kind)) dates += 1;
    return [name, after] as const;
  });
  return Object.fromEntries(filled.filter(([, each]) => each !== undefined));
};

/** What a description names: `the hotel's number (e.g. 9100)`. */
const exampleIn = ({ type, description }: Schema): string | undefined =>
  type === "string" ? /\be\.g\. ([\w-]{1,40})/.exec(String(description))?.[1] : undefined;

const hasOwnExample = ({ examples, default: standard }: Schema): boolean =>
  standard !== undefined || (Array.isArray(examples) && examples.length > 0);
