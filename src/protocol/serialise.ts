import { isObject } from "./json-rpc.ts";
import { type KeptText, keptText, type Piece, type Text } from "./text.ts";

/** JSON, and the same JSON as it stands inside a JSON string (escaped, without the quotes around it). */
export interface Written {
  readonly json: Text;
  readonly quoted: Text;
}

const quote = (json: string): string => JSON.stringify(json).slice(1, -1);

const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/** A text that is all ASCII leaves the process five times as fast as one with a single accent in it. */
const inAscii = (json: string): string =>
  BEYOND_ASCII.test(json)
    ? json.replace(EACH_BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : json;

const write = (value: unknown): Written => {
  const json = JSON.stringify(value) ?? "null";
  return { json: inAscii(json), quoted: inAscii(quote(json)) };
};

interface KeptArray {
  readonly json: KeptText;
  readonly quoted: KeptText;
}

/**
 * A supplier that answers the same search again hands out the same frozen array. Frozen means: nothing in it will ever
 * change, so it is serialised once and its text kept for as long as the array lives. Twenty kilobytes of flights then
 * cost nothing but their way to the client, where serialising and escaping them anew is nine tenths of the whole call.
 */
const kept = new WeakMap<readonly unknown[], KeptArray>();

const writeFrozen = (array: readonly unknown[]): KeptArray => {
  let text = kept.get(array);
  if (text === undefined) {
    const json = JSON.stringify(array);
    text = { json: keptText(inAscii(json)), quoted: keptText(inAscii(quote(json))) };
    kept.set(array, text);
  }
  return text;
};

const MOST_NAMES = 1000;
const names = new Map<string, { readonly json: string; readonly quoted: string }>();

/** A member's name and its colon. Tools use the same few names all the time. */
const writtenName = (name: string) => {
  let written = names.get(name);
  if (written === undefined) {
    const json = `${JSON.stringify(name)}:`;
    written = { json: inAscii(json), quoted: inAscii(quote(json)) };
    if (names.size < MOST_NAMES) names.set(name, written);
  }
  return written;
};

/** What `JSON.stringify(output)` says, and that text quoted, with every frozen array at the top level written once. */
export const writeOutput = (output: unknown): Written => {
  if (!isObject(output) || typeof output["toJSON"] === "function") return write(output);
  const jsonPieces: Piece[] = [];
  const quotedPieces: Piece[] = [];
  let json = "{";
  let quoted = "{";
  let first = true;
  for (const name of Object.keys(output)) {
    const value = output[name];
    const member = Array.isArray(value) && Object.isFrozen(value) ? writeFrozen(value) : JSON.stringify(value);
    if (member === undefined) continue;
    const written = writtenName(name);
    json += first ? written.json : `,${written.json}`;
    quoted += first ? written.quoted : `,${written.quoted}`;
    first = false;
    if (typeof member !== "string") {
      jsonPieces.push(json, member.json);
      quotedPieces.push(quoted, member.quoted);
      json = "";
      quoted = "";
    } else {
      const ascii = inAscii(member);
      json += ascii;
      quoted += quotedValue(value, member, ascii);
    }
  }
  jsonPieces.push(`${json}}`);
  quotedPieces.push(`${quoted}}`);
  return { json: jsonPieces, quoted: quotedPieces };
};

/** Numbers, ids and plain words have nothing to escape but the quotes around them. */
const quotedValue = (value: unknown, json: string, ascii: string): string => {
  if (typeof value === "number" || typeof value === "boolean") return json;
  if (typeof value === "string" && json.length === value.length + 2 && json === ascii) return `\\"${value}\\"`;
  return inAscii(quote(json));
};
