import type { CST, Document, Pair } from "yaml";

export interface YamlLimits {
  readonly mostAliases: number;
  /** Collections inside of collections. */
  readonly deepest: number;
}

/** Deeper than its limit. The rest of it was not looked at. */
export class YamlTooDeep extends Error {}

/** For what the parser keeps on its stack beside collections: the document, a scalar, a key. */
const BESIDE_COLLECTIONS = 5;

/** Finds duplicate keys in linear time, and stops where it nests too deep. Throws what is wrong; `pos` says where. */
export const readYaml = async (text: string, { mostAliases, deepest }: YamlLimits): Promise<unknown> => {
  const yaml = await import("yaml");

  function* tokens(): Generator<CST.Token, void> {
    const parser = new yaml.Parser();
    for (const lexeme of new yaml.Lexer().lex(text)) {
      yield* parser.next(lexeme);
      if (parser.stack.length > deepest + BESIDE_COLLECTIONS) throw new YamlTooDeep();
    }
    yield* parser.end();
  }

  // The library compares every key with all before it, which is quadratic: `duplicateKey` does it instead.
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
