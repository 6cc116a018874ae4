import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const waiting = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * A response that stands behind an earlier one of its connection has no socket yet, and node does not tell it when that
 * connection closes: without this, whatever was counted until its end would be counted for good.
 */
export const closeWithConnection = (socket: Socket, response: ServerResponse): void => {
  if (response.socket !== null) return;
  let behind = waiting.get(socket);
  if (behind === undefined) {
    const all = new Set<ServerResponse>();
    waiting.set(socket, all);
    socket.once("close", () => {
      for (const late of all) {
        late.destroy();
        late.emit("close");
      }
    });
    behind = all;
  }
  const line = behind.add(response);
  response.once("socket", () => line.delete(response));
};
