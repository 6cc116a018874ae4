export interface PictureFormat {
  readonly format: "png" | "jpeg" | "webp";
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** Reads format and size from the first bytes; undefined for other formats. */
export const pictureFormat = (bytes: Buffer): PictureFormat | undefined => {
  for (const [format, measure] of FORMATS) {
    const size = measure(bytes);
    if (size !== undefined && size[0] > 0 && size[1] > 0)
      return { format, mimeType: `image/${format}`, width: size[0], height: size[1] };
  }
  return undefined;
};

type Measure = (bytes: Buffer) => readonly [width: number, height: number] | undefined;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const png: Measure = (bytes) =>
  bytes.length >= 33 && bytes.subarray(0, 8).equals(PNG) && bytes.toString("latin1", 12, 16) === "IHDR"
    ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : undefined;

/** Follows the markers to the start of a frame, which holds the size. */
const jpeg: Measure = (bytes) => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (startsFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
};

/** Lossy, lossless and extended files store the size in different places. */
const webp: Measure = (bytes) => {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    return undefined;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return undefined;
  }
};

const FORMATS: readonly (readonly [PictureFormat["format"], Measure])[] = [
  ["png", png],
  ["jpeg", jpeg],
  ["webp", webp],
];
