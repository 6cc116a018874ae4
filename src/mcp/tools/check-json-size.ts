import type { Misfit } from "./explain-misfit.ts";
import { isTooDeep } from "./foreign-json.ts";

export interface SizeLimit {
  /** What it is called before its sender. */
  readonly name: string;
  readonly mostBytes: number;
  /** What to do when it is too large. */
  readonly hint: string;
}

/** Whether JSON from outside is such that others may walk through it; undefined if it is. */
export const checkJsonSize = (raw: object, { name, mostBytes, hint }: SizeLimit): Misfit | undefined => {
  if (isTooDeep(raw)) return { field: name, message: `${name} nests deeper than anybody would look.` };
  let polluted = false;
  const json = JSON.stringify(raw, (field, value: unknown) => {
    polluted ||= field === "__proto__";
    return value;
  });
  if (polluted) return { field: name, message: `No field in ${name} may be called '__proto__'.` };
  const bytes = Buffer.byteLength(json);
  if (bytes <= mostBytes) return undefined;
  const allowed = `at most ${mostBytes} bytes as JSON`;
  return { field: name, message: `${name} must be ${allowed}, got ${bytes}.`, allowed, hint };
};
