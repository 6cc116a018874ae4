import { isObject } from "./json-rpc.ts";

/** JSON, and the same JSON as it stands inside a JSON string (escaped, without the quotes around it). */
export interface Written {
  readonly json: string;
  readonly quoted: string;
}

const quote = (json: string): string => JSON.stringify(json).slice(1, -1);

const write = (value: unknown): Written => {
  const json = JSON.stringify(value) ?? "null";
  return { json, quoted: quote(json) };
};

/**
 * A supplier that answers the same search again hands out the same frozen array. Frozen means: nothing in it will ever
 * change, so it is serialised once and its text kept for as long as the array lives. Twenty kilobytes of flights then
 * cost a concatenation, where serialising and escaping them anew is nine tenths of the whole call.
 */
const kept = new WeakMap<readonly unknown[], Written>();

const writeFrozen = (array: readonly unknown[]): Written => {
  let written = kept.get(array);
  if (written === undefined) {
    written = write(array);
    kept.set(array, written);
  }
  return written;
};

/** Exactly `JSON.stringify(output)`, and that text quoted, with every frozen array at the top level written once. */
export const writeOutput = (output: unknown): Written => {
  if (!isObject(output) || typeof output["toJSON"] === "function") return write(output);
  let json = "";
  let quoted = "";
  let run = "";
  let separator = "{";
  for (const name of Object.keys(output)) {
    const value = output[name];
    if (Array.isArray(value) && Object.isFrozen(value)) {
      const array = writeFrozen(value);
      run += `${separator}${JSON.stringify(name)}:`;
      json += run + array.json;
      quoted += quote(run) + array.quoted;
      run = "";
    } else {
      const member = JSON.stringify(value);
      if (member === undefined) continue;
      run += `${separator}${JSON.stringify(name)}:${member}`;
    }
    separator = ",";
  }
  run += separator === "{" ? "{}" : "}";
  return { json: json + run, quoted: quoted + quote(run) };
};
