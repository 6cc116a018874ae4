import type { CST, Document, Pair } from "yaml";
import { type Failure, invalid } from "../../model/failure.ts";

export interface DocumentLimits {
  /** The document's name in error messages, at the start of a sentence. */
  readonly name: string;
  readonly field: string;
  readonly mostBytes: number;
  /** Limit for YAML, which takes twenty times as long to read as JSON. */
  readonly mostYamlBytes: number;
  readonly deepest: number;
  readonly mostValues: number;
}

const MOST_ALIASES = 100;

/**
 * Reads untrusted YAML or JSON. Limits the size that YAML aliases can expand to, and drops members called `__proto__`, which
 * would become a prototype where the value is copied.
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
      hint: isJson ? "Remove what you do not need." : "Remove what you do not need, or send it as JSON.",
    });
  }
  return bounded(await parse(plain, isJson, limits), limits);
};

const parse = async (text: string, isJson: boolean, limits: DocumentLimits): Promise<unknown> => {
  const { name, field, mostYamlBytes, deepest } = limits;
  if (isJson) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML may start with a brace too.
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
  if (/alias count/i.test(message)) return `it has more than ${MOST_ALIASES} aliases`;
  const reason = message.split("\n", 1)[0]?.slice(0, 150).replace(/\.$/, "") ?? "";
  return pos === undefined ? reason : `${reason}, in line ${text.slice(0, pos[0]).split("\n").length}`;
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
    const entries = Object.entries(part).filter(([key]) => key !== "__proto__");
    dropped += Object.keys(part).length - entries.length;
    return Object.fromEntries(entries.map(([key, entry]) => [key, copy(entry, levels - 1)]));
  };
  const copied = copy(value, deepest);
  return { value: copied, warnings: dropped === 0 ? [] : [`${dropped} fields called __proto__ were left out.`] };
};

interface YamlLimits {
  readonly mostAliases: number;
  /** Levels of nested collections. */
  readonly deepest: number;
}

/** The document nests deeper than its limit. The rest of it was not read. */
export class YamlTooDeep extends Error {}

/** What the parser keeps on its stack besides collections: the document, a scalar, a key. */
const OTHER_STACK_ENTRIES = 5;

/** Parses YAML. Rejects duplicate keys, and stops where it nests too deep. `pos` of the error says where. */
export const readYaml = async (text: string, { mostAliases, deepest }: YamlLimits): Promise<unknown> => {
  const yaml = await import("yaml");

  function* tokens(): Generator<CST.Token, void> {
    const parser = new yaml.Parser();
    for (const lexeme of new yaml.Lexer().lex(text)) {
      yield* parser.next(lexeme);
      if (parser.stack.length > deepest + OTHER_STACK_ENTRIES) throw new YamlTooDeep();
    }
    yield* parser.end();
  }

  // The library compares every key with all others, which is quadratic; `duplicateKey` is linear.
  const composer = new yaml.Composer({ merge: true, logLevel: "silent", prettyErrors: false, uniqueKeys: false });
  const [document] = composer.compose(tokens(), true, text.length);
  const error = document?.errors[0] ?? duplicateKey(document as Document, yaml);
  if (error !== undefined) throw error;
  return document?.toJS({ maxAliasCount: mostAliases });
};

const duplicateKey = (document: Document, { visit, isScalar, YAMLParseError }: typeof import("yaml")) => {
  let found: InstanceType<typeof YAMLParseError> | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items as Pair[]) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (seen.has(key.value)) found = new YAMLParseError([at, at + 1], "DUPLICATE_KEY", "Map keys must be unique");
        if (found !== undefined) return visit.BREAK;
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};
