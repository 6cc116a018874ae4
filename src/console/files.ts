import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

interface ConsoleFile {
  readonly type: string;
  /** The name contains a hash of the content. */
  readonly immutable: boolean;
  /** Returns the content in the best of the accepted codings. */
  body(
    codings: readonly string[],
  ): Promise<{ readonly bytes: Buffer; readonly etag: string; readonly coding?: Coding }>;
}

type Coding = "br" | "gzip";
type Compress = (bytes: Buffer) => Promise<Buffer>;
type FilesByPath = ReadonlyMap<string, ConsoleFile>;

const INDEX = "index.html";
const ASSETS = "assets";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};
const COMPRESSED_TYPES: ReadonlySet<string> = new Set([".png", ".woff2"]);
/** Smaller files are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Best first. Brotli levels above 9 take ten times as long and save only a few bytes. */
const COMPRESS: readonly (readonly [Coding, Compress])[] = [
  ["br", (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
  ["gzip", (bytes) => zip(bytes, { level: 9 })],
];

/**
 * Serves the built console from memory, so that no path leads out of its folder. Reads the first of the folders that contains
 * it, at the first request; until one does, tries again with each request.
 */
export const createConsoleFiles = (folders: readonly string[]) => {
  let reading: Promise<FilesByPath | undefined> | undefined;

  const read = async (): Promise<FilesByPath | undefined> => {
    reading ??= readFirst(folders);
    const files = await reading;
    if (files === undefined) reading = undefined;
    return files;
  };

  return { find: async (path: string): Promise<ConsoleFile | undefined> => (await read())?.get(path) };
};

const readFirst = async (folders: readonly string[]): Promise<FilesByPath | undefined> => {
  for (const folder of folders) {
    const index = await readFile(join(folder, INDEX)).catch(ifAbsent);
    if (index === undefined) continue;
    const names = await namesIn(join(folder, ASSETS));
    const assets = await Promise.all(
      names.map(async (name) => {
        const file = fileOf(name, await readFile(join(folder, ASSETS, name)), true);
        return [`/${ASSETS}/${name}`, file] as const;
      }),
    );
    return new Map([["/", fileOf(INDEX, index, false)], ...assets]);
  }
  return undefined;
};

/** Ignores symbolic links, which may lead out of the folder. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ifAbsent)) ?? [];
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const ifAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  return undefined;
};

const fileOf = (name: string, bytes: Buffer, immutable: boolean): ConsoleFile => {
  const kind = extname(name).toLowerCase();
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  const isCompressible = bytes.length >= MIN_COMPRESSED_BYTES && !COMPRESSED_TYPES.has(kind);
  const compressed = new Map<Coding, Promise<Buffer>>();

  const compressedBy = (coding: Coding, compress: Compress): Promise<Buffer> => {
    const known = compressed.get(coding) ?? compress(bytes);
    compressed.set(coding, known);
    return known;
  };

  return {
    type: TYPES[kind] ?? "application/octet-stream",
    immutable,
    async body(codings) {
      const [coding, compress] = (isCompressible && COMPRESS.find(([each]) => codings.includes(each))) || [];
      if (coding === undefined || compress === undefined) return { bytes, etag: `"${digest}"` };
      return { bytes: await compressedBy(coding, compress), etag: `"${digest}-${coding}"`, coding };
    },
  };
};
