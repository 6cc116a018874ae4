import { isUtf8 } from "node:buffer";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { invalid } from "../../../model/failure.ts";
import { tooLarge, tooMany, withReferencedFiles } from "../drafting/referenced-files.ts";
import { type Files, MOST_SOURCE_BYTES, MOST_SOURCE_FILES, type Source } from "../drafting/source.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "it is not a folder",
};

const unreadable = (path: string, error: unknown) =>
  invalid(`${path} cannot be read: ${REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? "read error"}.`);

const readBytes = async (path: string): Promise<Buffer> => {
  const { size } = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (size > MOST_SOURCE_BYTES) throw invalid(`${path} must be at most ${MOST_SOURCE_BYTES} bytes, got ${size}.`);
  return readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
};

/** Reads a file named on the command line. */
export const readText = async (path: string): Promise<string> => (await readBytes(path)).toString("utf8");

/** Media types of documents that are not text. */
const TYPES: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Text, or a `data:` URL of anything else. */
const readContent = async (path: string): Promise<string> => {
  const bytes = await readBytes(path);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const type = TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
  return `data:${type};base64,${bytes.toString("base64")}`;
};

const isHidden = (name: string): boolean => name.startsWith(".") || name === "node_modules";

/** Reads what `draft` and `operations` are called with: a URL, a folder, or a file with the files that it refers to. */
export const readSource = async (named: string): Promise<Source> => {
  if (/^https?:\/\//i.test(named)) return { url: named };
  const found = await stat(named).catch((error: unknown) => {
    throw unreadable(named, error);
  });
  if (found.isDirectory()) return { files: await readFolder(named) };
  const [folder, entry] = [dirname(named), basename(named)];
  const text = await readContent(named);
  const files = await withReferencedFiles(entry, text, async (path) => {
    const isFile = !path.split("/").some(isHidden) && (await stat(join(folder, path)).catch(() => undefined))?.isFile();
    return isFile ? readContent(join(folder, path)) : undefined;
  });
  return Object.keys(files).length === 1 ? { document: text } : { files, entry };
};

/** Reads all files of a folder and the folders in it, by path; hidden ones are skipped. */
const readFolder = async (root: string): Promise<Files> => {
  const files: Record<string, string> = {};
  let [count, bytes] = [0, 0];
  const waiting = [""];
  for (const folder of waiting) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      throw unreadable(join(root, folder), error);
    });
    for (const entry of entries) {
      if (isHidden(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) {
        const content = await readContent(join(root, path));
        bytes += Buffer.byteLength(content);
        if (bytes > MOST_SOURCE_BYTES) throw tooLarge();
        if (++count > MOST_SOURCE_FILES) throw tooMany();
        files[path] = content;
      }
    }
  }
  if (count === 0) throw invalid(`${root} contains no files.`);
  return files;
};
