import { constants, type Stats } from "node:fs";
import { lstat, open, opendir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Log } from "../../../model/log.ts";
import type { OfflineIndex } from "./offline-index.ts";
import { cleanLine, htmlToText, markdownSections, markdownToText, shorten } from "./plain-text.ts";

/** Keeps the index in step with the operator's documents folder. */
export interface Corpus {
  /** Looks for changes at most once a minute. Resolves to warnings for the caller. */
  refresh(): Promise<readonly string[]>;
  close(): void;
}

export interface CorpusLimits {
  readonly files: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
  readonly depth: number;
  /** Files and folders visited, readable or not. */
  readonly entries: number;
}

interface CorpusOptions {
  readonly folder: string;
  readonly index: OfflineIndex;
  readonly log: Log;
  readonly limits?: CorpusLimits;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

interface Listed {
  readonly path: string;
  readonly bytes: number;
  /** Changes when the file does. */
  readonly mark: string;
}

const LIMITS: CorpusLimits = {
  files: 5_000,
  totalBytes: 16_000_000,
  fileBytes: 500_000,
  depth: 12,
  entries: 50_000,
};
const CHECK_EVERY_MS = 60_000;

export const createCorpus = ({
  folder,
  index,
  log,
  limits = LIMITS,
  now = () => performance.now(),
}: CorpusOptions): Corpus => {
  const marks = new Map<string, string>();
  let closed = false;
  let current: Promise<readonly string[]> | undefined;
  let checkedAt = 0;

  const read = async (): Promise<readonly string[]> => {
    const { files, complete } = await listFiles(folder, limits);
    const listed = new Set(files.map(({ path }) => path));
    for (const path of marks.keys()) {
      if (listed.has(path)) continue;
      marks.delete(path);
      index.drop(idOf(path));
    }
    for (const { path, bytes, mark } of files) {
      if (closed) break;
      if (marks.get(path) === mark) continue;
      const text = await readCorpusFile(join(folder, path), bytes);
      marks.set(path, mark);
      if (text === undefined) index.drop(idOf(path));
      else await index.put([{ id: idOf(path), url: addressOf(path), kind: "document", ...text }]);
    }
    return complete ? [] : [overLimit(limits)];
  };

  return {
    refresh: () => {
      if (current !== undefined && now() - checkedAt < CHECK_EVERY_MS) return current;
      checkedAt = now();
      // A refresh starts when the one before has ended.
      current = (current ?? Promise.resolve()).then(read).catch((error: NodeJS.ErrnoException) => {
        log.warn("search corpus unreadable", { code: error.code ?? error.name });
        return ["The documents folder could not be read; it was not searched."];
      });
      return current;
    },
    close: () => {
      closed = true;
    },
  };
};

const idOf = (path: string): string => `document:${path}`;

const addressOf = (path: string): string => `taxiway://corpus/${path.split("/").map(encodeName).join("/")}`;

/** File names can contain lone surrogates, URLs cannot. */
const encodeName = (name: string): string => encodeURIComponent(name.replace(/\p{Cs}/gu, "\ufffd"));

const overLimit = ({ files, totalBytes }: CorpusLimits): string =>
  `The documents folder exceeds the limits of the index (${files} files, ${Math.round(totalBytes / 1_000_000)} MB); the rest was not searched.`;

/** Sorted by name, so that the same files are kept when the limits are exceeded. Does not follow links. */
const listFiles = async (folder: string, limits: CorpusLimits) => {
  const files: Listed[] = [];
  let entries = 0;
  let bytes = 0;
  let complete = true;

  const add = (path: string, { size, mtimeMs, ino }: Stats): void => {
    const share = Math.min(size, limits.fileBytes);
    if (files.length >= limits.files || bytes + share > limits.totalBytes) {
      complete = false;
      return;
    }
    bytes += share;
    files.push({ path, bytes: share, mark: `${size}:${mtimeMs}:${ino}` });
  };

  const visit = async (path: string, depth: number): Promise<void> => {
    const found: { readonly name: string; readonly folder: boolean }[] = [];
    for await (const entry of await opendir(join(folder, path), { bufferSize: 512 })) {
      if (++entries > limits.entries) complete = false;
      if (entries > limits.entries) break;
      if (entry.isDirectory() || (entry.isFile() && isReadable(entry.name)))
        found.push({ name: entry.name, folder: entry.isDirectory() });
    }
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, folder: isFolder } of found) {
      const inner = path === "" ? name : `${path}/${name}`;
      if (!isFolder && files.length >= limits.files) {
        complete = false;
        continue;
      }
      if (isFolder && depth >= limits.depth) complete = false;
      else if (isFolder) await visit(inner, depth + 1).catch(() => undefined);
      else
        await lstat(join(folder, inner)).then(
          (stats) => add(inner, stats),
          () => undefined,
        );
    }
  };

  await visit("", 1);
  return { files, complete };
};

type Reader = (raw: string) => { readonly title?: string | undefined; readonly text: string };

const READERS: Readonly<Record<string, Reader>> = {
  ".txt": (raw) => ({ text: raw }),
  ".md": (raw) => ({ title: markdownSections(raw.slice(0, 4_000))[0]?.headings[0], text: markdownToText(raw) }),
  ".html": htmlToText,
  ".htm": htmlToText,
};

const isReadable = (name: string): boolean => extname(name).toLowerCase() in READERS;

/** Returns undefined for a file that has disappeared, is not a regular file, or contains no text. */
const readCorpusFile = async (path: string, mostBytes: number) => {
  const bytes = await readStart(path, mostBytes);
  const raw = bytes && decoded(bytes);
  if (raw === undefined) return undefined;
  const { title, text } = READERS[extname(path).toLowerCase()]?.(raw) ?? { text: raw };
  const plain = cleanLine(text);
  if (plain === "") return undefined;
  return { title: shorten(cleanLine(title ?? ""), 200) || cleanLine(basename(path)), text: plain };
};

/** Does not open a file that was replaced by a link, nor block on one that was replaced by a pipe. */
const readStart = async (path: string, mostBytes: number): Promise<Buffer | undefined> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat().then((stats) => (stats.isFile() ? stats : { size: 0 }));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, mostBytes)), 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
};

const decoded = (bytes: Buffer): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    // The end may be the first half of a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};
