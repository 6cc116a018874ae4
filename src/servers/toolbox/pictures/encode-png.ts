import { deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, a byte each; alpha is not looked at. */
  readonly rgba: Uint8Array;
}

/** An opaque PNG: a quarter smaller than with an alpha channel that says nothing. `texts` are keyword and text. */
export const encodePng = ({ width, height, rgba }: Pixels, texts: Readonly<Record<string, string>>): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text)),
    chunk("IDAT", deflateSync(filtered(width, height, rgba), { level: 7 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** Latin-1 as tEXt, anything longer or with other letters as uncompressed iTXt. */
const textChunk = (keyword: string, text: string): Buffer =>
  text.startsWith("<")
    ? chunk("iTXt", Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, "latin1"), Buffer.from(text, "utf8")]))
    : chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1"));

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** Each line as the difference to its neighbours that leaves the least to say (the specification's heuristic). */
const filtered = (width: number, height: number, rgba: Uint8Array): Buffer => {
  const length = width * 3;
  const out = Buffer.alloc((length + 1) * height);
  let above = new Uint8Array(length);
  let line = new Uint8Array(length);
  const tries = [0, 1, 2, 3, 4].map(() => new Uint8Array(length));
  for (let y = 0; y < height; y++) {
    for (let x = 0, from = y * width * 4, to = 0; x < width; x++, from += 4, to += 3) {
      line[to] = rgba[from] as number;
      line[to + 1] = rgba[from + 1] as number;
      line[to + 2] = rgba[from + 2] as number;
    }
    const costs = [0, 0, 0, 0, 0];
    for (let i = 0; i < length; i++) {
      const value = line[i] as number;
      const left = i < 3 ? 0 : (line[i - 3] as number);
      const up = above[i] as number;
      const corner = i < 3 ? 0 : (above[i - 3] as number);
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      for (let kind = 0; kind < 5; kind++) {
        const rest = (value - (guesses[kind] as number)) & 255;
        (tries[kind] as Uint8Array)[i] = rest;
        costs[kind] = (costs[kind] as number) + (rest < 128 ? rest : 256 - rest);
      }
    }
    const best = costs.indexOf(Math.min(...costs));
    out[y * (length + 1)] = best;
    out.set(tries[best] as Uint8Array, y * (length + 1) + 1);
    [above, line] = [line, above];
  }
  return out;
};

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

const crc32 = (bytes: Buffer): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};
