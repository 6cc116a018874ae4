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
