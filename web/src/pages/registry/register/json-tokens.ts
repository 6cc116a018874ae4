export interface JsonToken {
  readonly at: number;
  /** A sign by itself, a string, a number or word that JSON knows, or anything else. */
  readonly kind: "{" | "}" | "[" | "]" | "," | ":" | "text" | "word" | "strange";
  readonly text: string;
}

const TOKEN = /("(?:[^"\\\n]|\\.)*")|([{}[\],:])|[^\s{}[\],:"]+|"/g;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i;

/** Whatever somebody typed, piece by piece; white space is left out. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (const { 0: piece, 1: quoted, 2: sign, index: at } of text.matchAll(TOKEN)) {
    const kind = (sign as JsonToken["kind"] | undefined) ?? (quoted ? "text" : WORD.test(piece) ? "word" : "strange");
    yield { at, kind, text: piece };
  }
}
