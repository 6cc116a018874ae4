import { MAX_DOCUMENT_BYTES, type RawDocument } from "./document.ts";
import { badAddress, tooLarge } from "./document-failures.ts";
import { mediaTypeOf } from "./media-type.ts";

const BASE64_MARK = /;\s*base64\s*$/i;
const SHOWN = 100;
const PERCENT = 0x25;

/** RFC 2397, as browsers read it: `data:text/html;charset=utf-8;base64,…`. */
export const readDataAddress = (address: string): Omit<RawDocument, "source" | "warnings"> & { shown: string } => {
  // Three characters at most for each byte; the rest is for what stands before the comma.
  if (address.length > 3 * MAX_DOCUMENT_BYTES + 1_000) throw tooLarge();
  const comma = address.indexOf(",");
  if (comma < 0) {
    throw badAddress(
      "The data: address has no comma: what stands before it says what the data is, the data comes after it.",
      "Write data:text/plain;base64, followed by the document in base64.",
    );
  }
  const about = address.slice("data:".length, comma);
  const isBase64 = BASE64_MARK.test(about.slice(-SHOWN));
  const bytes = percentDecoded(address.slice(comma + 1));
  const { essence, charset } = mediaTypeOf(about);
  const decoded = isBase64 ? base64Decoded(bytes) : bytes;
  if (decoded.length > MAX_DOCUMENT_BYTES) throw tooLarge();
  return {
    bytes: decoded,
    ...(essence !== undefined && { mediaType: essence }),
    ...(charset !== undefined && { charset }),
    shown: `data:${about.slice(0, SHOWN)},…`,
  };
};

/** A percent sign that is followed by no two digits stands for itself. */
const percentDecoded = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  let written = bytes.indexOf(PERCENT);
  if (written < 0) return bytes;
  for (let read = written; read < bytes.length; read++) {
    const byte = bytes[read] as number;
    const value = byte === PERCENT ? digitOf(bytes[read + 1]) * 16 + digitOf(bytes[read + 2]) : Number.NaN;
    bytes[written++] = Number.isNaN(value) ? byte : value;
    if (!Number.isNaN(value)) read += 2;
  }
  return bytes.subarray(0, written);
};

const digitOf = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
};

const base64Decoded = (bytes: Buffer): Buffer => {
  const text = bytes.toString("latin1").replace(/[\t\n\f\r ]+/g, "");
  const body = text.replace(/={0,2}$/, "");
  if (!/^[A-Za-z0-9+/_-]*$/.test(body) || body.length % 4 === 1) {
    throw badAddress(
      "The data: address says base64, but what follows the comma is no base64.",
      "Check that it was neither cut off nor changed on the way.",
    );
  }
  return Buffer.from(body, "base64");
};
