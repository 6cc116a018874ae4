import { DEEPEST_JSON, nestsTooDeep } from "../../model/json.ts";

/** JSON of somebody else's service. Throws an Error that says what is wrong with it, in words that fit "It is …". */
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

/** The same for what a library has parsed. */
export const isTooDeep = (value: unknown, levels = DEEPEST_JSON): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));
