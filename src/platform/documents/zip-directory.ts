import { inflateRawSync } from "node:zlib";
import { unreadable } from "./document.ts";

/** A file, as listed in the archive's central directory. */
export interface ZipEntry {
  readonly name: string;
  /** The declared unpacked size, which `unpack` enforces. */
  readonly size: number;
  unpack(): Buffer;
}

const LIMITS = { entries: 2_000, unpacked: 50 * 1024 * 1024, ratio: 150, ratioFrom: 1024 * 1024 };

const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const ZIP64 = 0xffffffff;

/** Lists the files of an archive and unpacks them on demand. Rejects archives that could be zip bombs. */
export const readZipDirectory = (bytes: Buffer): ReadonlyMap<string, ZipEntry> => {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > LIMITS.entries) throw dangerous(`it has more than ${LIMITS.entries} parts`);
  const entries = new Map<string, ZipEntry>();
  let at = bytes.readUInt32LE(end + 16);
  let unpacked = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_SIZE > end || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
    const entry = { ...headerAt(bytes, at), name };
    check(entry, entries);
    unpacked += entry.size;
    if (unpacked > LIMITS.unpacked) throw dangerous("unpacked, it would be far too large");
    entries.set(name, { name, size: entry.size, unpack: () => unpack(bytes, entry) });
    at += ENTRY_SIZE + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
};

const endOf = (bytes: Buffer): number => {
  const earliest = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= earliest; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw broken();
};

interface Header {
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const headerAt = (bytes: Buffer, at: number): Header => ({
  flags: bytes.readUInt16LE(at + 8),
  method: bytes.readUInt16LE(at + 10),
  packed: bytes.readUInt32LE(at + 20),
  size: bytes.readUInt32LE(at + 24),
  offset: bytes.readUInt32LE(at + 42),
});

const check = (
  { name, flags, method, packed, size }: Header & { name: string },
  others: ReadonlyMap<string, unknown>,
) => {
  if (flags & ENCRYPTED) throw unreadable("The document is encrypted.", "Give a version without a password.");
  if (method !== STORED && method !== DEFLATED)
    throw unreadable("The document uses a compression method that DOCX does not support.");
  if (packed === ZIP64 || size === ZIP64) throw dangerous("unpacked, it would be far too large");
  if (size > LIMITS.ratioFrom && size > packed * LIMITS.ratio) {
    throw dangerous(`a part of it grows to more than ${LIMITS.ratio} times its size`);
  }
  if (others.has(name)) throw dangerous("two of its parts have the same name");
  if (/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name))
    throw dangerous("the name of a part points outside of the archive");
};

const unpack = (bytes: Buffer, { method, packed, size, offset }: Header): Buffer => {
  if (offset + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw broken();
  const start = offset + LOCAL_SIZE + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + packed);
  if (method === STORED) return data;
  try {
    const unpacked = inflateRawSync(data, { maxOutputLength: Math.max(size, 1) });
    if (unpacked.length === size) return unpacked;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") throw broken(cause);
  }
  throw dangerous("a part of it does not have its declared size");
};

const dangerous = (what: string) =>
  unreadable(
    `The document was not opened, because ${what}.`,
    "Word processors do not write such files; ask for another one.",
  );

const broken = (cause?: unknown) =>
  unreadable("The document is broken: its archive cannot be read.", "The file may be incomplete.", cause);
