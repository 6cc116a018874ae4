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
const names = new Map<string, string>();

/** A member's name and its colon. Tools use the same few names all the time. */
const written = (name: string): string => {
  let text = names.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (names.size < MOST_NAMES) names.set(name, text);
  }
  return text;
};

/** What `JSON.stringify(output)` says, and that text quoted, with every frozen array at the top level written once. */
export const writeOutput = (output: unknown): Written => {
  if (!isObject(output) || typeof output["toJSON"] === "function") return write(output);
  const json: Piece[] = [];
  const quoted: Piece[] = [];
  let run = "";
  let separator = "{";
  const put = () => {
    json.push(inAscii(run));
    quoted.push(inAscii(quote(run)));
    run = "";
  };
  for (const name of Object.keys(output)) {
    const value = output[name];
    if (Array.isArray(value) && Object.isFrozen(value)) {
      run += separator + written(name);
      put();
      const array = writeFrozen(value);
      json.push(array.json);
      quoted.push(array.quoted);
    } else {
      const member = JSON.stringify(value);
      if (member === undefined) continue;
      run += separator + written(name) + member;
    }
    separator = ",";
  }
  run += separator === "{" ? "{}" : "}";
  put();
  return { json, quoted };
};
