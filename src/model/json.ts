export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deeper than any honest message, shallow enough that no recursive walk over it can exhaust the stack. */
export const DEEPEST_JSON = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counted on the text, before it is parsed: eight million nested arrays are cheap to send and dear to build. */
export const nestsTooDeep = (text: string): boolean => {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === BACKSLASH) index++;
      else if (character === QUOTE) quoted = false;
    } else if (character === QUOTE) quoted = true;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > DEEPEST_JSON) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
};
