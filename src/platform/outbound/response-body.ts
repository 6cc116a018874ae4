import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { OutboundError } from "./outbound.ts";

export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** Legitimate responses are compressed once; many layers are an attack. */
const MOST_LAYERS = 3;

const DECOMPRESSORS: Readonly<Record<string, (firstByte: number) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Some servers send raw deflate data under this name, others the zlib format required by the RFC.
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/** Reads and decompresses a body. Rejects as soon as it is larger than `maxBytes`. */
export const readBody = async (body: Readable, encoding: string, maxBytes: number): Promise<Buffer> => {
  try {
    let stream = body;
    for (const layer of layersOf(encoding)) stream = await decompress(stream, layer);
    return await collected(stream, maxBytes);
  } catch (error) {
    body.destroy();
    if (error instanceof OutboundError) throw error;
    throw new OutboundError("broken", "The response cannot be decompressed.", { sent: true, cause: error });
  }
};

/** Returns the compression layers, outermost first. */
const layersOf = (encoding: string): readonly string[] => {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((layer) => layer.trim())
    .filter((layer) => layer !== "" && layer !== "identity")
    .reverse();
  if (layers.length > MOST_LAYERS || !layers.every((layer) => Object.hasOwn(DECOMPRESSORS, layer))) {
    const message = `The response has a content encoding other than ${ACCEPTED_ENCODINGS}.`;
    throw new OutboundError("broken", message, { sent: true });
  }
  return layers;
};

const decompress = async (compressed: Readable, layer: string): Promise<Readable> => {
  const chunks = compressed[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const first = await chunks.next();
  // An empty body is not compressed, whatever its headers say.
  if (first.done) return Readable.from([]);
  const createDecompressor = DECOMPRESSORS[layer] as (firstByte: number) => Transform;
  const source = Readable.from(concat(first.value, chunks));
  return pipeline(source, createDecompressor(first.value[0] as number), () => {});
};

async function* concat(first: Buffer, rest: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const collected = async (stream: Readable, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export const tooLarge = (maxBytes: number): OutboundError =>
  new OutboundError("too_large", `The response is larger than ${maxBytes} bytes.`, { sent: true });

/**
 * Returns the response with a body that fails when it exceeds `maxBytes`, because libraries buffer a whole body. In an
 * event stream the limit applies to each event.
 */
export const cappedResponse = (response: Response, maxBytes: number): Response => {
  if (response.body === null) return response;
  const isEventStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  let size = 0;
  let lastByte = 0;

  /** Returns how many bytes of the chunk belong to an incomplete event; undefined if no event ended in it. */
  const incompleteBytes = (chunk: Uint8Array): number | undefined => {
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
      if (size > maxBytes) return controller.error(tooLarge(maxBytes));
      controller.enqueue(chunk);
      if (isEventStream) size = incompleteBytes(chunk) ?? size;
    },
  });
  const { status, statusText, url } = response;
  const capped = new Response(response.body.pipeThrough(cap), { status, statusText, headers: [...response.headers] });
  return Object.defineProperty(capped, "url", { value: url });
};
