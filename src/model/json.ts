export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deeper than any legitimate message, and shallow enough that recursion over it cannot overflow the stack. */
export const DEEPEST_JSON = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Checks nesting on the text, before it is parsed: eight million nested arrays are cheap to send, costly to build. */
export const nestsTooDeep = (text: string): boolean => {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) {
      index = closingQuote(text, index);
      if (index === -1) return false;
    } else if (character === 0x5b || character === 0x7b) {
      if (++depth > DEEPEST_JSON) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
};

/** Searches natively, which takes half the time of a loop, and a tenth in long strings. */
const closingQuote = (text: string, opening: number): number => {
  let at = text.indexOf('"', opening + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
};

const isEscaped = (text: string, at: number): boolean => {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from--;
  return (at - from) % 2 === 1;
};

/** JSON of frozen arrays: a supplier returns the same frozen array for a repeated search, so it is serialised once. */
const written = new WeakMap<readonly unknown[], string>();

/** Returns the array's JSON; cached if the array is frozen. */
export const frozenJson = (array: readonly unknown[]): string => {
  const known = written.get(array);
  if (known !== undefined) return known;
  const json = JSON.stringify(array);
  if (Object.isFrozen(array)) written.set(array, json);
  return json;
};

interface Beginning {
  readonly most: number;
  readonly entries: readonly unknown[];
}

const beginnings = new WeakMap<readonly unknown[], Beginning>();

/** Returns the first entries whose JSON fits into `most` characters, at least one; cached for frozen arrays. */
export const beginningOf = <T>(array: readonly T[], most: number): readonly T[] => {
  const known = beginnings.get(array);
  if (known?.most === most) return known.entries as readonly T[];
  const texts: string[] = [];
  let length = 1;
  for (const entry of array) {
    const text = JSON.stringify(entry);
    length += text.length + 1;
    if (length > most && texts.length > 0) break;
    texts.push(text);
  }
  const isWhole = texts.length === array.length;
  if (!Object.isFrozen(array)) return isWhole ? array : array.slice(0, texts.length);
  const entries = isWhole ? array : Object.freeze(array.slice(0, texts.length));
  written.set(entries, `[${texts.join()}]`);
  beginnings.set(array, { most, entries });
  return entries;
};

/** Returns the value memoised for the key; calls `make` the first time. */
export const remembered = <K extends object, V>(memory: WeakMap<K, V>, key: K, make: (key: K) => V): V => {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  memory.set(key, made);
  return made;
};
