import type { Writable } from "node:stream";

export type Output = Pick<Writable, "write" | "on" | "once" | "off">;

export interface Outbox {
  post(line: string): void;
  /** Resolves when everything posted so far has left, or never will. */
  flush(): Promise<void>;
}

export interface OutboxEvents {
  /** The reader does not keep up: take no more work until `onRoom`. */
  onFull(): void;
  onRoom(): void;
  /** The reader is gone. */
  onBroken(error: NodeJS.ErrnoException): void;
}

/** What a pipe takes at once. A longer text costs more per byte to encode, and its reader waits for all of it. */
const ENOUGH_FOR_A_WRITE = 64 * 1024;

/**
 * Writes lines. Short ones of one turn of the event loop leave together: a write costs more than most answers. While
 * stdout is full they wait here, where they cost no more than their text.
 */
export const createOutbox = (output: Output, { onFull, onRoom, onBroken }: OutboxEvents): Outbox => {
  let batches: string[] = [];
  let writing = false;
  let full = false;
  let broken = false;

  output.on("error", (error) => {
    if (broken) return;
    broken = true;
    batches = [];
    onBroken(error);
  });

  const write = (): void => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      if (output.write(batch)) continue;
      if (!full) onFull();
      full = true;
      output.once("drain", write);
      return;
    }
    writing = false;
    if (full) onRoom();
    full = false;
  };

  return {
    post(line) {
      if (broken) return;
      const last = batches.length - 1;
      const open = (batches[last]?.length ?? ENOUGH_FOR_A_WRITE) < ENOUGH_FOR_A_WRITE;
      if (open) batches[last] += `${line}\n`;
      else batches.push(`${line}\n`);
      if (writing) return;
      writing = true;
      setImmediate(write);
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
