import { type Failure, invalid } from "../../model/failure.ts";
import { type DocumentBytes, MAX_DOCUMENT_BYTES, tooLarge } from "./document.ts";

const BASE64_MARK = /;\s*base64\s*$/i;
const SHOWN = 100;
const PERCENT = 0x25;

/** Reads an RFC 2397 URL as browsers do: `data:text/html;charset=utf-8;base64,…`. Errors name the `field` it was in. */
export const readDataAddress = (address: string, field: string): DocumentBytes & { readonly shown: string } => {
  // At most three characters per byte, plus the part before the comma.
  if (address.length > 3 * MAX_DOCUMENT_BYTES + 1_000) throw tooLarge(field);
  const comma = address.indexOf(",");
  if (comma < 0) {
    throw badAddress(
      field,
      "The data: URL has no comma between the media type and the data.",
      "Write data:text/plain;base64, followed by the document in base64.",
    );
  }
  const about = address.slice("data:".length, comma);
  const isBase64 = BASE64_MARK.test(about.slice(-SHOWN));
  const bytes = percentDecoded(address.slice(comma + 1));
  const { essence, charset } = mediaTypeOf(about);
  const decoded = isBase64 ? base64Decoded(bytes, field) : bytes;
  if (decoded.length > MAX_DOCUMENT_BYTES) throw tooLarge(field);
  return {
    bytes: decoded,
    ...(essence !== undefined && { mediaType: essence }),
    ...(charset !== undefined && { charset }),
    shown: `data:${about.slice(0, SHOWN)},…`,
  };
};

/** Keeps a percent sign that is not followed by two hexadecimal digits. */
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

const badAddress = (field: string, message: string, hint: string): Failure => invalid(message, { field, hint });

const base64Decoded = (bytes: Buffer, field: string): Buffer => {
  const text = bytes.toString("latin1").replace(/[\t\n\f\r ]+/g, "");
  const body = text.replace(/={0,2}$/, "");
  if (!/^[A-Za-z0-9+/_-]*$/.test(body) || body.length % 4 === 1) {
    throw badAddress(
      field,
      "The data: URL is marked as base64, but the data is not valid base64.",
      "Check that it is complete and unchanged.",
    );
  }
  return Buffer.from(body, "base64");
};

interface MediaType {
  /** Lower case, without parameters: `text/html`. */
  readonly essence?: string;
  readonly charset?: string;
}

const ESSENCE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const CHARSET = /^charset\s*=\s*"?([\w.:+-]{1,40})"?$/i;

/** Parses a Content-Type header or the beginning of a data: URL; invalid parts are ignored. */
export const mediaTypeOf = (text: string | undefined): MediaType => {
  const [essence = "", ...parameters] = (text ?? "").slice(0, 1_000).split(";");
  const type = essence.trim().toLowerCase();
  const charset = parameters.map((parameter) => CHARSET.exec(parameter.trim())?.[1]).find((found) => found);
  return {
    ...(ESSENCE.test(type) && { essence: type }),
    ...(charset !== undefined && { charset: charset.toLowerCase() }),
  };
};
