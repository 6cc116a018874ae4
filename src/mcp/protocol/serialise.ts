import { frozenJson, remembered } from "../../model/frozen-json.ts";
import { isObject } from "./json-rpc.ts";
import { type KeptText, keptText, type Piece, type Text } from "./text.ts";

const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/** A text that is all ASCII leaves the process five times as fast as one with a single accent in it. */
const inAscii = (json: string): string =>
  BEYOND_ASCII.test(json)
    ? json.replace(EACH_BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : json;

/** A text as a JSON string. */
export const writeString = (text: string): string => inAscii(JSON.stringify(text));

/**
 * The bytes of a frozen array that is sent again and again: they then cost nothing but their way to the client, where
 * serialising them for each call is nine tenths of it.
 */
const kept = new WeakMap<readonly unknown[], KeptText>();

const writeFrozen = (array: readonly unknown[]): KeptText =>
  remembered(kept, array, () => keptText(inAscii(frozenJson(array))));

const MOST_NAMES = 1000;
const names = new Map<string, string>();

/** A member's name and its colon. Tools use the same few names all the time. */
const writtenName = (name: string): string => {
  let written = names.get(name);
  if (written === undefined) {
    written = `${writeString(name)}:`;
    if (names.size < MOST_NAMES) names.set(name, written);
  }
  return written;
};

/** What `JSON.stringify(output)` says, with every frozen array at the top level written once. */
export const writeOutput = (output: unknown): Text => {
  if (!isObject(output) || typeof output["toJSON"] === "function") return inAscii(JSON.stringify(output) ?? "null");
  const pieces: Piece[] = [];
  let json = "{";
  let first = true;
  for (const name of Object.keys(output)) {
    const value = output[name];
    const member = Array.isArray(value) && Object.isFrozen(value) ? writeFrozen(value) : JSON.stringify(value);
    if (member === undefined) continue;
    json += first ? writtenName(name) : `,${writtenName(name)}`;
    first = false;
    if (typeof member !== "string") {
      pieces.push(json, member);
      json = "";
    } else json += inAscii(member);
  }
  pieces.push(`${json}}`);
  return pieces;
};
