import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import { cleanLine, shorten } from "./clean-text.ts";
import { htmlTitle, htmlToText } from "./html-text.ts";
import { markdownSections, markdownToText } from "./markdown-text.ts";

export interface CorpusText {
  readonly title: string;
  readonly text: string;
}

type Reader = (raw: string) => { readonly title?: string | undefined; readonly text: string };

const html: Reader = (raw) => ({ title: htmlTitle(raw), text: htmlToText(raw) });

const READERS: Readonly<Record<string, Reader>> = {
  ".txt": (raw) => ({ text: raw }),
  ".md": (raw) => ({ title: markdownSections(raw.slice(0, 4_000))[0]?.headings[0], text: markdownToText(raw) }),
  ".html": html,
  ".htm": html,
};

export const isReadable = (name: string): boolean => extname(name).toLowerCase() in READERS;

/** The text of a file; undefined when it is not there any more, is no plain file, or holds no text. */
export const readCorpusFile = async (path: string, mostBytes: number): Promise<CorpusText | undefined> => {
  const bytes = await readStart(path, mostBytes);
  const raw = bytes && decoded(bytes);
  if (raw === undefined) return undefined;
  const { title, text } = READERS[extname(path).toLowerCase()]?.(raw) ?? { text: raw };
  const plain = cleanLine(text);
  if (plain === "") return undefined;
  return { title: shorten(cleanLine(title ?? ""), 200) || cleanLine(basename(path)), text: plain };
};

/** What became a link or a pipe since it was listed is not opened, or not read. */
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
    // A character that was cut in two at the end is no reason to doubt the rest.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};
