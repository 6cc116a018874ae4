import { DEEPEST_JSON, nestsTooDeep } from "../../model/json.ts";
import type { InputProblem } from "./input-problem.ts";

/** Parses JSON of another service. Throws an Error whose message completes the sentence "It is …". */
export const parseForeignJson = (bytes: Uint8Array): unknown => {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("not UTF-8");
  }
  if (nestsTooDeep(text)) throw new Error(`nested deeper than ${DEEPEST_JSON} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("not JSON");
  }
};

/** Checks the nesting of a value that a library has parsed. */
export const isTooDeep = (value: unknown, levels = DEEPEST_JSON): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));

interface JsonLimits {
  /** The sender's name for the value, such as "tool". */
  readonly name: string;
  readonly maxBytes: number;
  /** What to do when it is too large. */
  readonly hint: string;
}

/** Returns why a parsed value from outside is unsafe to process, or undefined if it is safe. */
export const checkJsonSize = (raw: object, { name, maxBytes, hint }: JsonLimits): InputProblem | undefined => {
  if (isTooDeep(raw)) return { field: name, message: `${name} must not nest deeper than ${DEEPEST_JSON} levels.` };
  let polluted = false;
  const json = JSON.stringify(raw, (field, value: unknown) => {
    polluted ||= field === "__proto__";
    return value;
  });
  if (polluted) return { field: name, message: `${name} must not have a field named '__proto__'.` };
  const bytes = Buffer.byteLength(json);
  if (bytes <= maxBytes) return undefined;
  const allowed = `at most ${maxBytes} bytes as JSON`;
  return { field: name, message: `${name} must be ${allowed}, got ${bytes}.`, allowed, hint };
};
