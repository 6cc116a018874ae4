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

/** What a pipe takes at once. Larger texts cost more per byte to encode, and the reader waits for all of it. */
const ENOUGH_FOR_A_WRITE = 64 * 1024;

/** Writes lines. Short ones of one turn of the event loop leave in one write: a write costs more than most answers. */
export const createOutbox = (output: Output, { onFull, onRoom, onBroken }: OutboxEvents): Outbox => {
  let waiting = "";
  let scheduled = false;
  let full = false;
  let broken = false;

  output.on("error", (error) => {
    if (broken) return;
    broken = true;
    onBroken(error);
  });

  const write = (done?: () => void): void => {
    const lines = waiting;
    waiting = "";
    if (broken) {
      done?.();
      return;
    }
    if (output.write(lines, () => done?.()) || full) return;
    full = true;
    onFull();
    output.once("drain", () => {
      full = false;
      if (waiting !== "") write();
      onRoom();
    });
  };

  const writeTurn = (): void => {
    scheduled = false;
    if (waiting !== "" && !full) write();
  };

  return {
    post(line) {
      waiting += `${line}\n`;
      if (waiting.length >= ENOUGH_FOR_A_WRITE) write();
      if (scheduled || waiting === "") return;
      scheduled = true;
      setImmediate(writeTurn);
    },
    flush: () => new Promise((resolve) => write(resolve)),
  };
};
