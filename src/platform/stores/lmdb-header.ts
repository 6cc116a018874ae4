import { open } from "node:fs/promises";

/**
 * The state of an LMDB file according to its first two pages, read without LMDB, because opening a damaged file crashes
 * the process. Field offsets are those of liblmdb 0.9.90 on 64-bit machines.
 */
type HeaderFinding =
  | { readonly kind: "absent" }
  | { readonly kind: "empty" }
  | { readonly kind: "foreign" }
  | { readonly kind: "damaged"; readonly how: string }
  /** `short`: the file ends before its last page, which is valid while that page is free. */
  | { readonly kind: "plausible"; readonly short: boolean };

export const readHeader = async (file: string): Promise<HeaderFinding> => {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (handle === undefined) return { kind: "absent" };
  try {
    if ((await handle.stat()).size === 0) return { kind: "empty" };
    const first = await readMeta(handle, 0);
    if (first === undefined) return { kind: "damaged", how: "it is cut off in its first page" };
    const second = isMeta(first) ? await readMeta(handle, pageSizeOf(first)) : await findSecond(handle);
    if (!isMeta(first)) {
      if (hasMagic(first)) return { kind: "damaged", how: "its first page is damaged" };
      return second === undefined ? { kind: "foreign" } : { kind: "damaged", how: "its first page is damaged" };
    }
    if (second === undefined) return { kind: "damaged", how: "it is cut off in its second page" };
    if (!isMeta(second) || pageSizeOf(second) !== pageSizeOf(first)) {
      return { kind: "damaged", how: "its second page is damaged" };
    }
    const current = transactionOf(first) > transactionOf(second) ? first : second;
    // The size is read after the pages, because another process may be extending the file.
    const { size } = await handle.stat();
    const pages = BigInt(Math.floor(size / pageSizeOf(first)));
    const roots = [FREE_ROOT, MAIN_ROOT].map((offset) => current.readBigUInt64LE(offset));
    if (roots.some((root) => root !== NO_PAGE && root >= pages)) return { kind: "damaged", how: "it is cut off" };
    return { kind: "plausible", short: current.readBigUInt64LE(LAST_PAGE) >= pages };
  } finally {
    await handle.close();
  }
};

const META_BYTES = 168;
const MAGIC = 24;
const VERSION = 28;
const PAGE_SIZE = 48;
const FREE_ROOT = 88;
const MAIN_ROOT = 136;
const LAST_PAGE = 144;
const TRANSACTION = 152;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const PAGE_SIZES = [4096, 8192, 16_384, 32_768, 65_536];

type Handle = Awaited<ReturnType<typeof open>>;

const readMeta = async (handle: Handle, position: number): Promise<Buffer | undefined> => {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(META_BYTES), 0, META_BYTES, position);
  return bytesRead === META_BYTES ? buffer : undefined;
};

/** Distinguishes an LMDB file with a damaged first page from another file. */
const findSecond = async (handle: Handle): Promise<Buffer | undefined> => {
  for (const size of PAGE_SIZES) {
    const page = await readMeta(handle, size);
    if (page && isMeta(page) && pageSizeOf(page) === size) return page;
  }
  return undefined;
};

const hasMagic = (page: Buffer): boolean => page.readUInt32LE(MAGIC) === 0xbeefc0de;

const isMeta = (page: Buffer): boolean =>
  hasMagic(page) && (page.readUInt32LE(VERSION) & 0xffff) === 2 && PAGE_SIZES.includes(pageSizeOf(page));

const pageSizeOf = (page: Buffer): number => page.readUInt32LE(PAGE_SIZE);
const transactionOf = (page: Buffer): bigint => page.readBigUInt64LE(TRANSACTION);
