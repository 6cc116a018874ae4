import { type Failure, invalid } from "../../model/failure.ts";
import { readYaml, YamlTooDeep } from "./read-yaml.ts";

export interface DocumentLimits {
  /** The document's name in error messages, at the start of a sentence. */
  readonly name: string;
  readonly field: string;
  readonly mostBytes: number;
  readonly deepest: number;
  readonly mostValues: number;
}

/**
 * Reads untrusted YAML or JSON. Limits the size that YAML aliases can expand to, and drops members called `__proto__`, which
 * would become a prototype where the value is copied.
 */
export const readDocument = async (
  text: string,
  limits: DocumentLimits,
): Promise<{ readonly value: unknown; readonly warnings: readonly string[] }> => {
  const { name, field, mostBytes } = limits;
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  const bytes = Buffer.byteLength(plain);
  if (bytes > mostBytes) {
    const hint = "Remove what you do not need.";
    throw invalid(`${name} must be at most ${mostBytes} bytes, got ${bytes}.`, { field, hint });
  }
  return bounded(await parse(plain, limits), limits);
};

const parse = async (text: string, limits: DocumentLimits): Promise<unknown> => {
  const { name, field, deepest } = limits;
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML may start with a brace too.
    }
  }
  try {
    return await readYaml(text, { deepest });
  } catch (error) {
    if (error instanceof YamlTooDeep) throw tooDeep(limits);
    const reason = error instanceof Error ? error.message.slice(0, 200) : "unknown error";
    throw invalid(`${name} is neither JSON nor YAML: ${reason}.`, {
      field,
      hint: "Correct it where the message says, and send it again.",
    });
  }
};

const tooDeep = ({ name, field, deepest }: DocumentLimits): Failure =>
  invalid(`${name} must not nest deeper than ${deepest} levels.`, { field });

/** Copies the value and checks its limits. In the copy, values that YAML shares by alias are separate and counted each. */
const bounded = (
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
    const copied: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(part)) {
      if (key === "__proto__") dropped++;
      else copied[key] = copy(entry, levels - 1);
    }
    return copied;
  };
  const copied = copy(value, deepest);
  return { value: copied, warnings: dropped === 0 ? [] : [`${dropped} fields called __proto__ were left out.`] };
};
