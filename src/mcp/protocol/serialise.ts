import { frozenJson, isJsonObject, remembered } from "../../model/json.ts";

/**
 * Outgoing text in pieces. A piece that is sent repeatedly (twenty kilobytes of the same flights) caches its bytes;
 * joined into one string it would be copied three times on its way to the network.
 */
export type Text = string | readonly Piece[];
type Piece = string | CachedText;

interface CachedText {
  /** ASCII only, so that length in bytes and in characters are equal. */
  readonly text: string;
  readonly bytes: Buffer;
}

const cachedText = (text: string): CachedText => {
  let bytes: Buffer | undefined;
  return {
    text,
    get bytes() {
      bytes ??= Buffer.from(text, "latin1");
      return bytes;
    },
  };
};

/** Joins the pieces of a text into one string. */
export const joinText = (text: Text): string =>
  typeof text === "string" ? text : text.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");

/** Concatenates texts. Strings and cached texts alternate in the result, which begins and ends with a string. */
export const concatText = (...texts: readonly Text[]): Text => {
  const pieces: Piece[] = [];
  let run = "";
  for (const text of texts) {
    if (typeof text === "string") {
      run += text;
      continue;
    }
    for (const piece of text) {
      if (typeof piece === "string") run += piece;
      else {
        pieces.push(run, piece);
        run = "";
      }
    }
  }
  if (pieces.length === 0) return run;
  pieces.push(run);
  return pieces;
};

const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/** Escapes non-ASCII characters: Node writes an all-ASCII string five times as fast as one with a single accent. */
const toAscii = (json: string): string =>
  BEYOND_ASCII.test(json)
    ? json.replace(EACH_BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : json;

/** Writes a string as JSON. */
export const writeString = (text: string): string => toAscii(JSON.stringify(text));

/** The JSON of frozen arrays. Serialising them for each call would be nine tenths of the cost of an answer. */
const frozenTexts = new WeakMap<readonly unknown[], CachedText>();

const writeFrozen = (array: readonly unknown[]): CachedText =>
  remembered(frozenTexts, array, () => cachedText(toAscii(frozenJson(array))));

const MAX_NAMES = 1000;
const names = new Map<string, string>();

/** Writes a member name and its colon; cached, because tools use few names. */
const writeName = (name: string): string => {
  let written = names.get(name);
  if (written === undefined) {
    written = `${writeString(name)}:`;
    if (names.size < MAX_NAMES) names.set(name, written);
  }
  return written;
};

/** Serialises an output like `JSON.stringify`, but writes each frozen array at the top level only once. */
export const writeOutput = (output: unknown): Text => {
  if (!isJsonObject(output) || typeof output["toJSON"] === "function") return toAscii(JSON.stringify(output) ?? "null");
  const pieces: Piece[] = [];
  let json = "{";
  let first = true;
  for (const name of Object.keys(output)) {
    const value = output[name];
    const member = Array.isArray(value) && Object.isFrozen(value) ? writeFrozen(value) : JSON.stringify(value);
    if (member === undefined) continue;
    json += first ? writeName(name) : `,${writeName(name)}`;
    first = false;
    if (typeof member !== "string") {
      pieces.push(json, member);
      json = "";
    } else json += toAscii(member);
  }
  pieces.push(`${json}}`);
  return pieces;
};
