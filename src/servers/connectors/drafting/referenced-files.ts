import { posix } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { invalid } from "../../../model/failure.ts";
import { type Files, MOST_SOURCE_BYTES, MOST_SOURCE_FILES } from "./source.ts";

/** Reads a file by its path below the main file's folder. Undefined if there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/** Files that are read at a time. */
const BATCH = 10;

/**
 * Returns the main file with all files that it refers to, directly or through others, as long as they are in its folder
 * or below. Fails if they are too many or too large.
 */
export const withReferencedFiles = async (path: string, text: string, read: ReadFile): Promise<Files> => {
  const files: Record<string, string> = { [path]: text };
  const asked = new Set([path]);
  let bytes = Buffer.byteLength(text);
  let waiting = [path];
  while (waiting.length > 0) {
    const found: string[] = [];
    for (const from of waiting) found.push(...(await referencesIn(files[from] as string, from)));
    const next = [...new Set(found)].filter((file) => !asked.has(file));
    if (asked.size + next.length > MOST_SOURCE_FILES) throw tooMany();
    for (const file of next) asked.add(file);
    waiting = [];
    for (let at = 0; at < next.length; at += BATCH) {
      const batch = next.slice(at, at + BATCH);
      const texts = await Promise.all(batch.map(read));
      for (const [index, file] of batch.entries()) {
        const content = texts[index];
        if (content === undefined) continue;
        bytes += Buffer.byteLength(content);
        if (bytes > MOST_SOURCE_BYTES) throw tooLarge();
        files[file] = content;
        waiting.push(file);
      }
    }
  }
  return files;
};

export const tooMany = () =>
  invalid(`A source may have at most ${MOST_SOURCE_FILES} files.`, {
    field: "files",
    hint: "Remove what you do not need.",
  });
export const tooLarge = () =>
  invalid(`The files may have at most ${MOST_SOURCE_BYTES} bytes together.`, {
    field: "files",
    hint: "Remove what you do not need.",
  });

/** What follows `$ref`, as JSON or YAML. */
const REFERENCE =
  /["']?[ \t]{0,20}:[ \t\r\n]{0,200}(?:"([^"\n]{1,500})"|'([^'\n]{1,500})'|([^\s"'#,}\]][^\s,}\]]{0,500}))/y;
const SLICE = 1_000;

/** Finds the files that a text refers to, without parsing it. */
const referencesIn = async (text: string, from: string): Promise<readonly string[]> => {
  const found = new Set<string>();
  let count = 0;
  for (let at = text.indexOf("$ref"); at >= 0; at = text.indexOf("$ref", at + 4)) {
    REFERENCE.lastIndex = at + 4;
    const [, double, single, plain] = REFERENCE.exec(text) ?? [];
    const reference = double?.replaceAll("\\/", "/") ?? single ?? plain ?? "";
    const file = relativeFile(reference.split("#", 1)[0] as string, from);
    if (file !== undefined) found.add(file);
    // Other requests run in between.
    if (++count % SLICE === 0) await nextTurn();
  }
  return [...found];
};

/** Returns the normalised path that a relative reference means, or undefined if it is none, or outside of the folder. */
export const relativeFile = (address: string, from: string): string | undefined => {
  if (address === "" || /^[a-z][a-z0-9+.-]*:|^[/\\]|[\\\p{Cc}?]/iu.test(address)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  return file.startsWith("..") || file.startsWith("/") || /[\\\p{Cc}]|^[a-z][a-z0-9+.-]*:/iu.test(file)
    ? undefined
    : file;
};
