import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The built page, in memory: what is asked for is found by its name, and no name leads out of the folder. */
export interface ConsoleFiles {
  find(path: string): Promise<ConsoleFile | undefined>;
}

export interface ConsoleFile {
  readonly type: string;
  readonly immutable: boolean;
  body(
    codings: readonly string[],
  ): Promise<{ readonly bytes: Buffer; readonly etag: string; readonly coding?: Coding }>;
}

type Coding = "br" | "gzip";
type Compress = (bytes: Buffer) => Promise<Buffer>;

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
const PACKED: ReadonlySet<string> = new Set([".png", ".woff2"]);
/** Not worth the trouble. */
const LEAST_BYTES = 1_000;

const pack = promisify(brotliCompress);
const zip = promisify(gzip);

/** Best first. Nine of eleven: the last two steps take ten times as long for a few bytes. */
const COMPRESS: readonly (readonly [Coding, Compress])[] = [
  ["br", (bytes) => pack(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
  ["gzip", (bytes) => zip(bytes, { level: 9 })],
];

/** Takes the first of the folders that has the page. Read when somebody first asks; asked again until there is one. */
export const createConsoleFiles = (folders: readonly string[]): ConsoleFiles => {
  let reading: Promise<ReadonlyMap<string, ConsoleFile> | undefined> | undefined;

  const read = async (): Promise<ReadonlyMap<string, ConsoleFile> | undefined> => {
    reading ??= readFirst(folders);
    const files = await reading;
    if (files === undefined) reading = undefined;
    return files;
  };

  return { find: async (path) => (await read())?.get(path) };
};

const readFirst = async (folders: readonly string[]): Promise<ReadonlyMap<string, ConsoleFile> | undefined> => {
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

/** Links are not followed: they may lead anywhere. */
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
  const packable = bytes.length >= LEAST_BYTES && !PACKED.has(kind);
  const packed = new Map<Coding, Promise<Buffer>>();

  const packedBy = (coding: Coding, compress: Compress): Promise<Buffer> => {
    const known = packed.get(coding) ?? compress(bytes);
    packed.set(coding, known);
    return known;
  };

  return {
    type: TYPES[kind] ?? "application/octet-stream",
    immutable,
    async body(codings) {
      const [coding, compress] = (packable && COMPRESS.find(([each]) => codings.includes(each))) || [];
      if (coding === undefined || compress === undefined) return { bytes, etag: `"${digest}"` };
      return { bytes: await packedBy(coding, compress), etag: `"${digest}-${coding}"`, coding };
    },
  };
};
