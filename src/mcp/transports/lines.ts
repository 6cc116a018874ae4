import type { Writable } from "node:stream";

const NEWLINE = 0x0a;

interface LineReader {
  push(chunk: Buffer): void;
  /** Hands out the last line, even if it has no line break. */
  end(): void;
}

/**
 * Splits a byte stream into lines. The pieces of a line are joined once, when it is complete, so a line that arrives
 * byte by byte costs no more than its length, and a character split between chunks is decoded whole. A line over the
 * limit is discarded as it arrives.
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

export type Output = Pick<Writable, "write" | "on" | "once" | "off">;

interface LineWriter {
  write(line: string): void;
  /** Resolves when all lines so far have been written, or the output has failed. */
  flush(): Promise<void>;
}

interface LineWriterEvents {
  /** The output is full: accept no more work until `onDrain`. */
  onFull(): void;
  onDrain(): void;
  onError(error: NodeJS.ErrnoException): void;
}

/** The capacity of a pipe. A longer batch costs more per byte to encode, and delays its first line. */
const BATCH_LENGTH = 64 * 1024;

/**
 * Writes lines. Lines of one turn of the event loop share a write, because a write costs more than most answers. While
 * the output is full, they are kept as text.
 */
export const createLineWriter = (output: Output, { onFull, onDrain, onError }: LineWriterEvents): LineWriter => {
  let batches: string[] = [];
  let writing = false;
  let full = false;
  let broken = false;

  output.on("error", (error) => {
    if (broken) return;
    broken = true;
    batches = [];
    onError(error);
  });

  const writeBatches = (): void => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      if (output.write(batch)) continue;
      if (!full) onFull();
      full = true;
      output.once("drain", writeBatches);
      return;
    }
    writing = false;
    if (full) onDrain();
    full = false;
  };

  return {
    write(line) {
      if (broken) return;
      const last = batches.length - 1;
      const hasRoom = (batches[last]?.length ?? BATCH_LENGTH) < BATCH_LENGTH;
      if (hasRoom) batches[last] += `${line}\n`;
      else batches.push(`${line}\n`);
      if (writing) return;
      writing = true;
      setImmediate(writeBatches);
    },
    flush: () =>
      new Promise((resolve) => {
        if (broken) return resolve();
        const rest = batches.join("");
        batches = [];
        output.write(rest, () => resolve());
      }),
  };
};
