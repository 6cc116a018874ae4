import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { OutboundError } from "./outbound.ts";

export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** Nobody packs more than once; a few times is tolerated, a hundred is an attack. */
const MOST_LAYERS = 3;

const UNPACKERS: Readonly<Record<string, (firstByte: number) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Half the world sends raw deflate under this name, the other half wraps it as the RFC says.
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/** Reads a body to its end, unpacked, and gives up as soon as it is larger than `maxBytes`. */
export const readWhole = async (body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> => {
  try {
    let stream = body;
    for (const layer of layersOf(encoding)) stream = await unpacked(stream, layer);
    return await collected(stream, maxBytes);
  } catch (error) {
    body.destroy();
    if (error instanceof OutboundError) throw error;
    throw new OutboundError("broken", "The answer cannot be unpacked.", { sent: true, cause: error });
  }
};

/** Outermost first. */
const layersOf = (encoding = ""): readonly string[] => {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((layer) => layer.trim())
    .filter((layer) => layer !== "" && layer !== "identity")
    .reverse();
  if (layers.length > MOST_LAYERS || !layers.every((layer) => Object.hasOwn(UNPACKERS, layer))) {
    throw new OutboundError("broken", `The answer is packed in a way other than ${ACCEPTED_ENCODINGS}.`, {
      sent: true,
    });
  }
  return layers;
};

const unpacked = async (packed: Readable, layer: string): Promise<Readable> => {
  const chunks = packed[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const first = await chunks.next();
  // An empty body is not packed, whatever its headers say.
  if (first.done) return Readable.from([]);
  const unpacker = UNPACKERS[layer] as (firstByte: number) => Transform;
  return pipeline(Readable.from(after(first.value, chunks)), unpacker(first.value[0] as number), () => {});
};

async function* after(first: Buffer, rest: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const collected = async (stream: Readable, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new OutboundError("too_large", `The answer is larger than ${maxBytes} bytes.`, { sent: true });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The same answer, whose body breaks off when it is larger than its reader can hold: libraries collect a body, or an event
 * of a stream, until it is whole. A stream as such may be endless.
 */
export const cappedResponse = (response: Response, maxBytes: number): Response => {
  if (response.body === null) return response;
  const isEventStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  let size = 0;
  let lastByte = 0;

  /** How much of the chunk belongs to an event that is not whole yet; undefined: no event ended in it. */
  const begun = (chunk: Uint8Array): number | undefined => {
    let rest: number | undefined;
    for (const [i, byte] of chunk.entries()) {
      if (byte === CARRIAGE_RETURN) continue;
      if (byte === LINE_FEED && lastByte === LINE_FEED) rest = chunk.length - i - 1;
      lastByte = byte;
    }
    return rest;
  };
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > maxBytes) {
        controller.error(
          new OutboundError("too_large", `The answer is larger than ${maxBytes} bytes.`, { sent: true }),
        );
        return;
      }
      controller.enqueue(chunk);
      if (isEventStream) size = begun(chunk) ?? size;
    },
  });
  const { status, statusText, url } = response;
  const capped = new Response(response.body.pipeThrough(cap), { status, statusText, headers: [...response.headers] });
  return Object.defineProperty(capped, "url", { value: url });
};
