import { isObject } from "./json-rpc.ts";

/** JSON, and the same JSON as it stands inside a JSON string (escaped, without the quotes around it). */
export interface Written {
  readonly json: string;
  readonly quoted: string;
}

const quote = (json: string): string => JSON.stringify(json).slice(1, -1);

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** A text that is all ASCII leaves the process five times as fast as one with a single accent in it. */
const inAscii = (json: string): string =>
  Buffer.byteLength(json) === json.length
    ? json
    : json.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const written = (json: string): Written => ({ json: inAscii(json), quoted: inAscii(quote(json)) });

const write = (value: unknown): Written => written(JSON.stringify(value) ?? "null");

/**
 * A supplier that answers the same search again hands out the same frozen array. Frozen means: nothing in it will ever
 * change, so it is serialised once and its text kept for as long as the array lives. Twenty kilobytes of flights then
 * cost a concatenation, where serialising and escaping them anew is nine tenths of the whole call.
 */
const kept = new WeakMap<readonly unknown[], Written>();

const writeFrozen = (array: readonly unknown[]): Written => {
  let text = kept.get(array);
  if (text === undefined) {
    text = write(array);
    kept.set(array, text);
  }
  return text;
};

/** What `JSON.stringify(output)` says, and that text quoted, with every frozen array at the top level written once. */
export const writeOutput = (output: unknown): Written => {
  if (!isObject(output) || typeof output["toJSON"] === "function") return write(output);
  let json = "";
  let quoted = "";
  let run = "";
  let separator = "{";
  for (const name of Object.keys(output)) {
    const value = output[name];
    if (Array.isArray(value) && Object.isFrozen(value)) {
      const before = written(`${run}${separator}${JSON.stringify(name)}:`);
      const array = writeFrozen(value);
      json += before.json + array.json;
      quoted += before.quoted + array.quoted;
      run = "";
    } else {
      const member = JSON.stringify(value);
      if (member === undefined) continue;
      run += `${separator}${JSON.stringify(name)}:${member}`;
    }
    separator = ",";
  }
  const end = written(`${run}${separator === "{" ? "{}" : "}"}`);
  return { json: json + end.json, quoted: quoted + end.quoted };
};
