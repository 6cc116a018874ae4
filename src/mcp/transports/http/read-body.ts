import type { IncomingMessage } from "node:http";

export const TOO_LARGE = Symbol("too large");

const NOTHING = Buffer.alloc(0);

/** Hands over the body as text; see `readBytes`. */
export const readBody = (request: IncomingMessage, limit: number, done: (body: string | typeof TOO_LARGE) => void) =>
  readBytes(request, limit, (bytes) => done(bytes === TOO_LARGE ? bytes : bytes.toString()));

/**
 * Hands over the body; TOO_LARGE as soon as that is known, without reading the rest; nothing at all when the client
 * leaves before it is complete.
 */
export const readBytes = (request: IncomingMessage, limit: number, done: (body: Buffer | typeof TOO_LARGE) => void) => {
  if (Number(request.headers["content-length"]) > limit) return done(TOO_LARGE);
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) {
      request.removeAllListeners("data");
      request.removeAllListeners("end");
      request.pause();
      done(TOO_LARGE);
    } else if (first === undefined) first = chunk;
    else {
      more ??= [first];
      more.push(chunk);
    }
  });
  request.on("end", () => done((more === undefined ? first : Buffer.concat(more)) ?? NOTHING));
};
