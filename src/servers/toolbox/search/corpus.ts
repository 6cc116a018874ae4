import type { Stats } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../../model/log.ts";
import { isReadable, readCorpusFile } from "./corpus-file.ts";
import type { OfflineIndex } from "./offline-index.ts";

/** The user's own documents, kept in the index as they are in their folder. */
export interface Corpus {
  /** Looks for changes, unless that was done a moment ago. Resolves to what a searcher should know, in sentences. */
  refresh(): Promise<readonly string[]>;
  close(): void;
}

export interface CorpusLimits {
  readonly files: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
  readonly depth: number;
  /** Files and folders looked at, readable or not. */
  readonly entries: number;
}

interface CorpusOptions {
  readonly folder: string;
  readonly index: OfflineIndex;
  readonly log: Log;
  readonly limits?: CorpusLimits;
  /** Milliseconds on a clock that only goes forward. */
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
    return complete ? [] : [leftOut(limits)];
  };

  return {
    refresh: () => {
      if (current !== undefined && now() - checkedAt < CHECK_EVERY_MS) return current;
      checkedAt = now();
      // One after another: a slow reading is not overtaken by the next.
      current = (current ?? Promise.resolve()).then(read).catch((error: NodeJS.ErrnoException) => {
        log.warn("search corpus unreadable", { code: error.code ?? error.name });
        return ["The folder of documents could not be read, and was left out."];
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

/** File names need not be text; an address must be. */
const encodeName = (name: string): string => encodeURIComponent(name.replace(/\p{Cs}/gu, "\ufffd"));

const leftOut = ({ files, totalBytes }: CorpusLimits): string =>
  `The folder of documents holds more than the index takes (${files} files, ${Math.round(totalBytes / 1_000_000)} MB); the rest was left out.`;

/** In the order of their names, so that it is always the same files that fit. Links are not followed. */
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
