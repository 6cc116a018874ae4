import type { IncomingMessage } from "node:http";

export const TOO_LARGE = Symbol("too large");

/**
 * The body as text; TOO_LARGE as soon as that is known, without reading the rest; undefined when the client left before
 * it was complete.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<string | typeof TOO_LARGE | undefined> =>
  new Promise((resolve) => {
    if (Number(request.headers["content-length"]) > limit) return resolve(TOO_LARGE);
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve(TOO_LARGE);
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first.toString() : Buffer.concat(chunks).toString());
    });
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
