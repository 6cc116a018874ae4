import type { Socket } from "node:net";

/** Hangs up on connections on which nothing moves. */
export interface IdleWatch {
  watch(socket: Socket): void;
  /** Open connections. */
  watched(): number;
  close(): void;
}

/** All connections are looked at every now and then, so that a request costs nothing. */
export const createIdleWatch = (idleMs: number): IdleWatch => {
  const seen = new Map<Socket, { bytes: number; since: number }>();
  const look = () => {
    const now = performance.now();
    for (const [socket, last] of seen) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== last.bytes) {
        last.bytes = bytes;
        last.since = now;
      } else if (now - last.since >= idleMs) socket.destroy();
    }
  };
  const timer = setInterval(look, idleMs / 5).unref();
  return {
    watch(socket) {
      seen.set(socket, { bytes: -1, since: performance.now() });
      socket.once("close", () => seen.delete(socket));
    },
    watched: () => seen.size,
    close: () => clearInterval(timer),
  };
};
