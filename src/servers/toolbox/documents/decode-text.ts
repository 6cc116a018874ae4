import { decodeBytes, encodingOf, markedEncoding } from "../../../model/text-encoding.ts";
import { unsupported } from "./document-failures.ts";

export interface Decoded {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** `<meta charset="…">`, `<meta http-equiv … content="text/html; charset=…">`, `<?xml … encoding="…"?>`. */
const DECLARED =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:+-]{1,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:+-]{1,40})/i;
const PRESCAN = 1_024;

/** The mark at the beginning is believed first, then what came with the document, then what stands in it. */
export const decodeText = (bytes: Uint8Array, charset?: string): Decoded => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN)).toString("latin1");
  const [, meta, prolog] = DECLARED.exec(head) ?? [];
  const named = [charset, meta ?? prolog].filter((label) => label !== undefined);
  const encoding = markedEncoding(bytes) ?? named.find(isKnown) ?? (utf16WithoutMark(head) || undefined);
  const warnings = named
    .filter((label) => !isKnown(label))
    .map((label) => `The encoding ${label} is not known; it was guessed.`);
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

/** Western text in UTF-16 has a zero in every other byte. */
const utf16WithoutMark = (head: string): string | false => {
  if (/^(?:[\t\n\r -~]\0){8}/.test(head)) return "utf-16le";
  return /^(?:\0[\t\n\r -~]){8}/.test(head) && "utf-16be";
};

const SAMPLE = 65_536;
/** No text has more than a few of them: control characters, what no encoding could mean, what is assigned to nothing. */
const STRANGE = /(?![\t\n\f\r])\p{Cc}|\p{Cs}|\p{Cn}|\ufffd/gu;
const STRANGE_SHARE = 0.02;

const checked = (text: string): string => {
  const middle = Math.floor(text.length / 2);
  for (const start of [0, middle, Math.max(0, text.length - SAMPLE)]) {
    const sample = text.slice(start, start + SAMPLE);
    const strange = sample.match(STRANGE)?.length ?? 0;
    if (strange > 2 && strange > sample.length * STRANGE_SHARE) {
      throw unsupported(
        "The document is no text: it looks like binary data, or like text that was broken on its way.",
        "Give a PDF, DOCX, HTML or text document.",
      );
    }
  }
  return text;
};
