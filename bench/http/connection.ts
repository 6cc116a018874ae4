import { connect, type Socket } from "node:net";

/** A keep-alive connection with at most one pending request. */
export interface Connection {
  send(request: Buffer, keepBody: boolean): void;
  end(): void;
}

export interface ConnectionEvents {
  answered(reader: ResponseReader): void;
  /** The server closed the connection, or refused it. */
  lost(reason: string): void;
}

/** Shared by all connections, because received bytes are processed synchronously. */
const received = Buffer.allocUnsafe(256 * 1024);

export const openConnection = (port: number, events: ConnectionEvents): Promise<Connection> =>
  new Promise((resolve) => {
    const reader = createResponseReader();
    let reason = "the server closed the connection";
    let ended = false;
    const socket: Socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: {
        buffer: received,
        callback(size) {
          if (reader.take(received.subarray(0, size))) events.answered(reader);
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

/**
 * Parses the HTTP/1.1 responses of a connection with as little work as possible: from the head it takes status and body
 * length, and the bytes of the body are only counted unless they are kept.
 */
export interface ResponseReader {
  /** Returns true when the response is complete. Does not hold on to the bytes. */
  take(bytes: Buffer): boolean;
  /** Prepares for the next response. */
  next(keepBody: boolean): void;
  readonly status: number;
  /** Bytes of the body so far. */
  readonly length: number;
  body(): string;
}

const HEAD_END = "\r\n\r\n";
const CR = 0x0d;
const LF = 0x0a;

const createResponseReader = (): ResponseReader => {
  let head = "";
  let headRead = false;
  let chunked = false;
  let status = 0;
  let length = 0;
  /** Missing bytes of the body, or of the chunk and its line end. */
  let missing = 0;
  let sizeLine = "";
  let lastChunk = false;
  let kept: Buffer[] | undefined;

  /** Returns the start of the body, or -1 if the head is incomplete. */
  const readHead = (bytes: Buffer): number => {
    const before = head.length;
    const endHere = before === 0 ? bytes.indexOf(HEAD_END) : -1;
    head += bytes.toString("latin1", 0, endHere === -1 ? bytes.length : endHere + HEAD_END.length);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return -1;
    status = Number(head.slice(9, 12));
    const fields = head.slice(0, end + 2).toLowerCase();
    chunked = fields.includes("\r\ntransfer-encoding: chunked\r\n");
    missing = chunked ? 0 : Number(/\r\ncontent-length: (\d+)\r\n/.exec(fields)?.[1] ?? 0);
    headRead = true;
    return end + HEAD_END.length - before;
  };

  const count = (bytes: Buffer, from: number, to: number) => {
    length += to - from;
    kept?.push(Buffer.from(bytes.subarray(from, to)));
  };

  const readPlain = (bytes: Buffer, start: number): boolean => {
    count(bytes, start, bytes.length);
    missing -= bytes.length - start;
    return missing <= 0;
  };

  const readChunks = (bytes: Buffer, start: number): boolean => {
    let at = start;
    while (at < bytes.length) {
      if (missing > 0) {
        const end = Math.min(bytes.length, at + missing);
        // The last two missing bytes are the line end, which is not content.
        count(bytes, at, Math.max(at, Math.min(end, at + missing - 2)));
        missing -= end - at;
        at = end;
        if (missing === 0 && lastChunk) return true;
        continue;
      }
      const byte = bytes[at++] as number;
      if (byte === LF) {
        const size = Number.parseInt(sizeLine, 16);
        sizeLine = "";
        lastChunk = size === 0;
        missing = size + 2;
      } else if (byte !== CR) sizeLine += String.fromCharCode(byte);
    }
    return false;
  };

  return {
    take(bytes) {
      const start = headRead ? 0 : readHead(bytes);
      if (start === -1) return false;
      return chunked ? readChunks(bytes, start) : readPlain(bytes, start);
    },
    next(keepBody) {
      head = "";
      headRead = false;
      lastChunk = false;
      length = 0;
      missing = 0;
      kept = keepBody ? [] : undefined;
    },
    get status() {
      return status;
    },
    get length() {
      return length;
    },
    body: () => Buffer.concat(kept ?? []).toString(),
  };
};
