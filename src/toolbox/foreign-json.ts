/** Deeper than any honest answer, shallow enough for every recursive walk over it. */
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** JSON of somebody else's service. Throws an Error that says what is wrong with it, in words that fit "It is …". */
export const parseForeignJson = (bytes: Uint8Array): unknown => {
  // Before it is parsed: half a million nested arrays are cheap to send and dear to build.
  if (nestsTooDeep(bytes)) throw new Error(`nested deeper than ${DEEPEST} levels`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("not UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("not JSON");
  }
};

const nestsTooDeep = (bytes: Uint8Array): boolean => {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (quoted) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.has(byte)) {
      if (++depth > DEEPEST) return true;
    } else if (CLOSING.has(byte)) depth--;
  }
  return false;
};

/** The same for what a library has parsed. */
export const isTooDeep = (value: unknown, levels = DEEPEST): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
