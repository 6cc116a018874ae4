import type { ServerResponse } from "node:http";

/** A response that stays open and is written to event by event. */
export interface EventStream {
  /** False when the reader is gone or does not keep up. */
  event(json: string, id?: string, name?: string): boolean;
  /** An event without content: where to come back to, and after how many milliseconds. */
  prime(id: string, retryMs: number): void;
  end(): void;
}

const KEEP_ALIVE_MS = 15_000;
/** A reader this far behind is cut off; it can come back for the rest, our memory cannot. */
const MOST_UNREAD = 4 * 1024 * 1024;

export const createEventStream = (
  response: ServerResponse,
  onTick?: () => void,
  mostUnread = MOST_UNREAD,
): EventStream => {
  const timer = setInterval(() => {
    response.write(": still here\n\n");
    onTick?.();
  }, KEEP_ALIVE_MS).unref();
  response.once("close", () => clearInterval(timer));

  const write = (text: string): boolean => {
    if (response.destroyed || response.writableEnded) return false;
    response.write(text);
    if (response.writableLength <= mostUnread) return true;
    response.destroy();
    return false;
  };

  return {
    event: (json, id, name = "message") =>
      write(`${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`),
    prime(id, retryMs) {
      write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
    },
    end() {
      clearInterval(timer);
      response.end();
    },
  };
};
