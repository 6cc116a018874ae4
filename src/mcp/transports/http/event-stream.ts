import type { ServerResponse } from "node:http";

/** A response of server-sent events. */
export interface EventStream {
  /** Returns false if the client has disconnected or does not keep up. */
  event(json: string, id?: string, name?: string): boolean;
  /** Sends an event without data, which tells the client from which event and after what time to reconnect. */
  prime(id: string, retryMs: number): void;
  end(): void;
}

const KEEP_ALIVE_MS = 15_000;
/** A client this many bytes behind is disconnected, to limit memory. It can reconnect for the rest. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

export const createEventStream = (
  response: ServerResponse,
  onTick?: () => void,
  maxUnreadBytes = MAX_UNREAD_BYTES,
): EventStream => {
  const timer = setInterval(() => {
    response.write(": keep-alive\n\n");
    onTick?.();
  }, KEEP_ALIVE_MS).unref();
  response.once("close", () => clearInterval(timer));

  const write = (text: string): boolean => {
    if (response.destroyed || response.writableEnded) return false;
    response.write(text);
    if (response.writableLength <= maxUnreadBytes) return true;
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
