interface Level {
  readonly list: boolean;
  step: string;
  /** Where the name or list item begins. */
  at: number;
  expectsName: boolean;
}

/**
 * Finds a path in a JSON text: the name of the field or the list item. If the path does not exist, the deepest part that
 * does, where the missing field belongs.
 */
export const positionInJson = (text: string, path: readonly string[]): number => {
  const levels: Level[] = [];
  let deepest = { depth: 0, at: 0 };
  for (const { at, kind, text: piece } of jsonTokens(text)) {
    const level = levels.at(-1);
    if (kind === ":") continue;
    if (kind === "}" || kind === "]") levels.pop();
    else if (kind === ",") nextItem(level);
    else if (level?.expectsName) Object.assign(level, { step: JSON.parse(piece), at, expectsName: false });
    else {
      if (level?.list) level.at = at;
      const isOnPath = levels.every(({ step }, index) => step === path[index]);
      if (level && levels.length > deepest.depth && isOnPath) deepest = { depth: levels.length, at: level.at };
      if (kind === "{" || kind === "[") levels.push({ list: kind === "[", step: "0", at, expectsName: kind === "{" });
    }
  }
  return deepest.at;
};

const nextItem = (level: Level | undefined): void => {
  if (level === undefined) return;
  if (level.list) level.step = String(Number(level.step) + 1);
  else level.expectsName = true;
};

/** Counted from 1. */
export const lineNumberAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** Start and end of the line. */
export const lineRangeAt = (text: string, at: number): readonly [number, number] => {
  const end = text.indexOf("\n", at);
  return [text.lastIndexOf("\n", at - 1) + 1, end === -1 ? text.length : end];
};

type Expected = "value" | "value or end" | "name" | "name or end" | "colon" | "more";
type Transitions = Readonly<Partial<Record<string, Expected>>>;

const VALUE_START: Transitions = { text: "more", word: "more", "{": "name or end", "[": "value or end" };

const NEXT: Readonly<Record<Expected, Transitions>> = {
  value: VALUE_START,
  "value or end": { ...VALUE_START, "]": "more" },
  name: { text: "colon" },
  "name or end": { text: "colon", "}": "more" },
  colon: { ":": "value" },
  more: {},
};
const IN_CONTAINER: Readonly<Record<string, Transitions>> = {
  "{": { ",": "name", "}": "more" },
  "[": { ",": "value", "]": "more" },
};

/** Where a text stops being valid JSON. Browsers report this in different formats, or not at all. */
export const jsonErrorPosition = (text: string): number => {
  const openContainers: string[] = [];
  let expected: Expected = "value";
  for (const { at, kind } of jsonTokens(text)) {
    const steps: Transitions = expected === "more" ? (IN_CONTAINER[openContainers.at(-1) ?? ""] ?? {}) : NEXT[expected];
    const next: Expected | undefined = steps[kind];
    if (next === undefined) return at;
    if (kind === "{" || kind === "[") openContainers.push(kind);
    if (kind === "}" || kind === "]") openContainers.pop();
    expected = next;
  }
  return text.trimEnd().length;
};

interface JsonToken {
  readonly at: number;
  /** Punctuation, a string, a JSON number or keyword, or anything else. */
  readonly kind: "{" | "}" | "[" | "]" | "," | ":" | "text" | "word" | "other";
  readonly text: string;
}

const TOKEN = /("(?:[^"\\\n]|\\.)*")|([{}[\],:])|[^\s{}[\],:"]+|"/g;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i;

/** Splits a text into JSON tokens, without whitespace. */
function* jsonTokens(text: string): Generator<JsonToken> {
  for (const { 0: piece, 1: quoted, 2: sign, index: at } of text.matchAll(TOKEN)) {
    const kind = (sign as JsonToken["kind"] | undefined) ?? (quoted ? "text" : WORD.test(piece) ? "word" : "other");
    yield { at, kind, text: piece };
  }
}
