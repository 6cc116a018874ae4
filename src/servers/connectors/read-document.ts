import { type Failure, invalid } from "../../model/failure.ts";
import { readYaml, YamlTooDeep } from "./read-yaml.ts";

export interface DocumentLimits {
  /** What it is called before its sender: at the beginning of a sentence, and as a field. */
  readonly name: string;
  readonly field: string;
  readonly mostBytes: number;
  /** Of YAML, which takes twenty times as long to read. */
  readonly mostYamlBytes: number;
  readonly deepest: number;
  readonly mostValues: number;
}

const MOST_ALIASES = 100;

/**
 * YAML or JSON of a stranger as plain values. What a few lines of YAML could become is bounded before anybody walks
 * through it; and nothing in it is called `__proto__`, since libraries that copy it would take that for a prototype.
 */
export const readDocument = async (
  text: string,
  limits: DocumentLimits,
): Promise<{ readonly value: unknown; readonly warnings: readonly string[] }> => {
  const { name, field, mostBytes, mostYamlBytes } = limits;
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  const isJson = /^\s*[{[]/.test(plain);
  const bytes = Buffer.byteLength(plain);
  const most = isJson ? mostBytes : mostYamlBytes;
  if (bytes > most) {
    throw invalid(`${name} must be at most ${most} bytes as ${isJson ? "JSON" : "YAML"}, got ${bytes}.`, {
      field,
      hint: isJson ? "Leave out what you do not need." : "Leave out what you do not need, or send it as JSON.",
    });
  }
  const { value, warnings } = weighed(await parse(plain, isJson, limits), limits);
  return { value, warnings };
};

const parse = async (text: string, isJson: boolean, limits: DocumentLimits): Promise<unknown> => {
  const { name, field, mostYamlBytes, deepest } = limits;
  if (isJson) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML may begin with a brace too.
      if (text.length > mostYamlBytes) throw invalid(`${name} is not JSON.`, { field });
    }
  }
  try {
    return await readYaml(text, { mostAliases: MOST_ALIASES, deepest });
  } catch (error) {
    if (error instanceof YamlTooDeep) throw tooDeep(limits);
    throw invalid(`${name} is neither JSON nor YAML: ${reasonOf(error, text)}.`, {
      field,
      hint: "Correct it where the message says, and send it again.",
    });
  }
};

const reasonOf = (error: unknown, text: string): string => {
  if (error instanceof RangeError) return "it nests too deep";
  const { message = "", pos } = error as { message?: string; pos?: [number, number] };
  if (/alias count/i.test(message)) return `it repeats itself by more than ${MOST_ALIASES} aliases`;
  const reason = message.split("\n", 1)[0]?.slice(0, 150).replace(/\.$/, "") ?? "";
  return pos === undefined ? reason : `${reason}, in line ${text.slice(0, pos[0]).split("\n").length}`;
};

const tooDeep = ({ name, field, deepest }: DocumentLimits): Failure =>
  invalid(`${name} must not nest deeper than ${deepest} levels.`, { field });

/** A copy, so that what YAML shared by aliases is counted, and changed by nobody in two places. */
const weighed = (
  value: unknown,
  limits: DocumentLimits,
): { readonly value: unknown; readonly warnings: readonly string[] } => {
  const { name, field, deepest, mostValues } = limits;
  let values = 0;
  let dropped = 0;
  const copy = (part: unknown, levels: number): unknown => {
    if (++values > mostValues) throw invalid(`${name} must have at most ${mostValues} values.`, { field });
    if (typeof part !== "object" || part === null) return part;
    if (levels === 0) throw tooDeep(limits);
    if (Array.isArray(part)) return part.map((entry) => copy(entry, levels - 1));
    const entries = Object.entries(part).filter(([key]) => key !== "__proto__");
    dropped += Object.keys(part).length - entries.length;
    return Object.fromEntries(entries.map(([key, entry]) => [key, copy(entry, levels - 1)]));
  };
  const copied = copy(value, deepest);
  return {
    value: copied,
    warnings: dropped === 0 ? [] : [`${dropped} fields called __proto__ were left out.`],
  };
};
