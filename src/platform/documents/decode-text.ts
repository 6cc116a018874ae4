import { decodeBytes, encodingOf, markedEncoding } from "../../model/text-encoding.ts";
import { unsupported } from "./document.ts";

interface Decoded {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** `<meta charset="…">`, `<meta http-equiv … content="text/html; charset=…">`, `<?xml … encoding="…"?>`. */
const DECLARED =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:+-]{1,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:+-]{1,40})/i;
const PRESCAN = 1_024;

/** The byte order mark takes precedence over the declared charset, and that over one in the document. */
export const decodeText = (bytes: Uint8Array, charset?: string): Decoded => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN)).toString("latin1");
  const [, meta, prolog] = DECLARED.exec(head) ?? [];
  const named = [charset, meta ?? prolog].filter((label) => label !== undefined);
  const encoding = markedEncoding(bytes) ?? named.find(isKnown) ?? (utf16WithoutMark(head) || undefined);
  const warnings = named
    .filter((label) => !isKnown(label))
    .map((label) => `The encoding ${label} is unknown; the encoding was guessed.`);
  return { text: checked(encoding === undefined ? guessed(bytes) : decodeBytes(bytes, encoding)), warnings };
};

const isKnown = (label: string): boolean => encodingOf(label) !== undefined;

const guessed = (bytes: Uint8Array): string => {
  try {
    return decodeBytes(bytes, "utf-8", true);
  } catch {
    return decodeBytes(bytes, "windows-1252");
  }
};

/** In UTF-16, every second byte of ASCII text is 0. */
const utf16WithoutMark = (head: string): string | false => {
  if (/^(?:[\t\n\r -~]\0){8}/.test(head)) return "utf-16le";
  return /^(?:\0[\t\n\r -~]){8}/.test(head) && "utf-16be";
};

const SAMPLE = 65_536;
/** Control characters, surrogates, unassigned and replacement characters: real text has few. */
const BINARY = /(?![\t\n\f\r])\p{Cc}|\p{Cs}|\p{Cn}|\ufffd/gu;
const BINARY_SHARE = 0.02;

const checked = (text: string): string => {
  const middle = Math.floor(text.length / 2);
  for (const start of [0, middle, Math.max(0, text.length - SAMPLE)]) {
    const sample = text.slice(start, start + SAMPLE);
    const binary = sample.match(BINARY)?.length ?? 0;
    if (binary > 2 && binary > sample.length * BINARY_SHARE) {
      throw unsupported(
        "The document is not text: it looks like binary data or damaged text.",
        "Give a PDF, DOCX, HTML or text document.",
      );
    }
  }
  return text;
};
