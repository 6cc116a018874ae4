import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Closes connections that are idle for too long. Checks them all at intervals, which adds no work to a request. */
export const createIdleWatch = (idleMs: number) => {
  const seen = new Map<Socket, { bytes: number; since: number }>();
  const check = () => {
    const now = performance.now();
    for (const [socket, last] of seen) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== last.bytes || working.has(socket)) {
        last.bytes = bytes;
        last.since = now;
      } else if (now - last.since >= idleMs) socket.destroy();
    }
  };
  const timer = setInterval(check, idleMs / 5).unref();
  return {
    watch(socket: Socket): void {
      seen.set(socket, { bytes: -1, since: performance.now() });
      socket.once("close", () => seen.delete(socket));
    },
    /** The number of open connections. */
    watched: (): number => seen.size,
    close: (): void => clearInterval(timer),
  };
};

const working = new Map<Socket, number>();

/**
 * Keeps a connection open, however long the server works on its answer without sending anything. Returns a function that
 * ends it.
 */
export const keepOpen = (socket: Socket): (() => void) => {
  working.set(socket, (working.get(socket) ?? 0) + 1);
  return () => {
    const left = (working.get(socket) ?? 1) - 1;
    if (left === 0) working.delete(socket);
    else working.set(socket, left);
  };
};

const queued = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a pipelined response together with its connection. Until the earlier responses are sent it has no socket, so
 * node does not report the end of the connection to it, and it would count as open forever.
 */
export const closeWithConnection = (socket: Socket, response: ServerResponse): void => {
  if (response.socket !== null) return;
  let responses = queued.get(socket);
  if (responses === undefined) {
    const all = new Set<ServerResponse>();
    queued.set(socket, all);
    socket.once("close", () => {
      for (const unsent of all) {
        unsent.destroy();
        unsent.emit("close");
      }
    });
    responses = all;
  }
  const own = responses.add(response);
  response.once("socket", () => own.delete(response));
};
