const NEWLINE = 0x0a;

export interface LineReader {
  push(chunk: Buffer): void;
  /** Hands out a last line that nobody ended. */
  end(): void;
}

/**
 * Cuts a stream of bytes into lines. The pieces of a line are kept as they came and joined when it is complete, so a
 * line that arrives byte by byte costs no more than its length; a character cut in two by a chunk is whole again in
 * the line. Of a line above the limit nothing is kept.
 */
export const createLineReader = (limit: number, onLine: (line: string) => void, onOverlong: () => void): LineReader => {
  let pieces: Buffer[] = [];
  let length = 0;
  let discarding = false;

  const keep = (piece: Buffer) => {
    if (discarding) return;
    length += piece.length;
    if (length <= limit) {
      pieces.push(piece);
      return;
    }
    discarding = true;
    pieces = [];
    onOverlong();
  };

  const complete = () => {
    const line = discarding || length === 0 ? "" : lineOf(pieces);
    pieces = [];
    length = 0;
    discarding = false;
    if (line !== "") onLine(line);
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        if (end > start) keep(chunk.subarray(start, end));
        complete();
        start = end + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    },
    end: complete,
  };
};

const lineOf = (pieces: readonly Buffer[]): string => {
  const [first] = pieces;
  const bytes = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
  return bytes.toString("utf8").trim();
};
