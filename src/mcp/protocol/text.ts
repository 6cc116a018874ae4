/**
 * Text on its way out, in pieces. A piece that is sent again and again (twenty kilobytes of the same flights) keeps its
 * bytes: joined into one string it would be copied three times before it reached the network.
 */
export type Text = string | readonly Piece[];
export type Piece = string | KeptText;

export interface KeptText {
  /** ASCII only, so that it has as many bytes as characters. */
  readonly text: string;
  readonly bytes: Buffer;
}

export const keptText = (text: string): KeptText => {
  let bytes: Buffer | undefined;
  return {
    text,
    get bytes() {
      bytes ??= Buffer.from(text, "latin1");
      return bytes;
    },
  };
};

export const joined = (text: Text): string =>
  typeof text === "string" ? text : text.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");

/** One text of several. Strings and kept texts take turns in it, beginning and ending with a string. */
export const spliced = (...texts: readonly Text[]): Text => {
  const pieces: Piece[] = [];
  let run = "";
  for (const text of texts) {
    if (typeof text === "string") {
      run += text;
      continue;
    }
    for (const piece of text) {
      if (typeof piece === "string") run += piece;
      else {
        pieces.push(run, piece);
        run = "";
      }
    }
  }
  if (pieces.length === 0) return run;
  pieces.push(run);
  return pieces;
};
