import { connect, type Socket } from "node:net";
import { createResponseReader, type ResponseReader } from "./response-reader.ts";

/** A keep-alive connection with at most one request on its way. */
export interface Connection {
  send(request: Buffer, keepBody: boolean): void;
  end(): void;
}

export interface ConnectionEvents {
  answered(reader: ResponseReader): void;
  /** The server hung up, or there was none. */
  lost(reason: string): void;
}

/** All connections read into the same memory: what arrives is looked at before anything else arrives. */
const arrived = Buffer.allocUnsafe(256 * 1024);

export const openConnection = (port: number, events: ConnectionEvents): Promise<Connection> =>
  new Promise((resolve) => {
    const reader = createResponseReader();
    let reason = "the server hung up";
    let ended = false;
    const socket: Socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: {
        buffer: arrived,
        callback(size) {
          if (reader.take(arrived.subarray(0, size))) events.answered(reader);
          return true;
        },
      },
    });
    socket.once("connect", () =>
      resolve({
        send(request, keepBody) {
          reader.next(keepBody);
          socket.write(request);
        },
        end() {
          ended = true;
          socket.destroy();
        },
      }),
    );
    socket.on("error", ({ message }) => {
      reason = message;
    });
    socket.once("close", () => {
      if (!ended) events.lost(reason);
    });
  });
