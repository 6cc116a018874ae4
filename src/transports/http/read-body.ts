import type { IncomingMessage } from "node:http";

/**
 * The body as text; "too large" as soon as that is known, without reading the rest; undefined when the client left before
 * it was complete.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<string | "too large" | undefined> =>
  new Promise((resolve) => {
    if (Number(request.headers["content-length"]) > limit) return resolve("too large");
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve("too large");
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first.toString() : Buffer.concat(chunks).toString());
    });
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
