/**
 * Reads one HTTP/1.1 response after the other from a connection, piece by piece. It does as little as it can: the head
 * is searched for what ends the body, and the body is only counted unless somebody wants to see it.
 */
export interface ResponseReader {
  /** True when the response is complete. The bytes are not kept. */
  take(bytes: Buffer): boolean;
  /** Makes ready for the next response, whose body is kept if asked for. */
  next(keepBody: boolean): void;
  readonly status: number;
  /** Bytes of the body. */
  readonly length: number;
  body(): string;
}

const HEAD_END = "\r\n\r\n";
const CR = 0x0d;
const LF = 0x0a;

export const createResponseReader = (): ResponseReader => {
  let head = "";
  let headRead = false;
  let chunked = false;
  let status = 0;
  let length = 0;
  /** Bytes of the body, or of the chunk with its end of line, that are still to come. */
  let missing = 0;
  let sizeLine = "";
  let lastChunk = false;
  let kept: Buffer[] | undefined;

  /** Returns where the body starts, or -1. */
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
        // The last two bytes of what is missing are the end of the line, not content.
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
