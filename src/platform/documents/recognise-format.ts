import { type DocumentBytes, type DocumentFormat, unreadable, unsupported } from "./document.ts";

interface RecognisedFormat {
  readonly format: DocumentFormat;
  readonly warnings: readonly string[];
}

/** The first bytes of common binary formats. */
const SIGNATURES: readonly (readonly [start: string, what: string, offset?: number])[] = [
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  ["\x89PNG", "a PNG picture"],
  ["\xff\xd8\xff", "a JPEG picture"],
  ["GIF8", "a GIF picture"],
  ["BM", "a BMP picture"],
  ["II*\x00", "a TIFF picture"],
  ["MM\x00*", "a TIFF picture"],
  ["WEBP", "a WebP picture", 8],
  ["AVI ", "an AVI film", 8],
  ["WAVE", "a WAV recording", 8],
  ["ftyp", "an MP4 film or a HEIC picture", 4],
  ["ID3", "an MP3 recording"],
  ["OggS", "an Ogg recording"],
  ["\x1a\x45\xdf\xa3", "a Matroska film"],
  ["\x1f\x8b", "a gzip archive"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ", "an xz archive"],
  ["7z\xbc\xaf", "a 7-Zip archive"],
  ["Rar!", "a RAR archive"],
  ["ustar", "a tar archive", 257],
  ["\xd0\xcf\x11\xe0", "an old Office document (.doc, .xls, .ppt) or a protected one"],
  ["{\\rtf", "an RTF document"],
  ["%!PS", "a PostScript document"],
  ["MZ", "a Windows program"],
  ["\x7fELF", "a Linux program"],
  ["\xca\xfe\xba\xbe", "a Java or macOS program"],
  ["\xcf\xfa\xed\xfe", "a macOS program"],
  ["\x00asm", "a WebAssembly program"],
  ["SQLite format 3", "an SQLite database"],
  ["wOFF", "a font"],
  ["wOF2", "a font"],
];

const HEAD = 1_024;
const MEDIA_TYPES: Readonly<Record<string, DocumentFormat>> = {
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/json": "txt",
  "application/xml": "txt",
};
const EXTENSIONS: Readonly<Record<string, DocumentFormat>> = {
  pdf: "pdf",
  docx: "docx",
  html: "html",
  htm: "html",
  xhtml: "html",
  txt: "txt",
  md: "txt",
  csv: "txt",
};
const HTML = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
const NAMES: Readonly<Record<DocumentFormat, string>> = {
  pdf: "a PDF",
  docx: "a DOCX",
  txt: "plain text",
  html: "an HTML page",
};

/**
 * Decides which format a document is read as. Its bytes take precedence: a binary format is rejected whatever the caller,
 * the server or the file name claim. Their claims decide only between HTML and plain text.
 */
export const recogniseFormat = (document: DocumentBytes, wanted?: DocumentFormat): RecognisedFormat => {
  if (document.bytes.length === 0) throw unreadable("The document is empty: it has no bytes.");
  const head = Buffer.from(document.bytes.buffer, document.bytes.byteOffset, Math.min(document.bytes.length, HEAD));
  const found = binaryFormat(head) ?? (isHtml(head) ? "html" : "txt");
  if (wanted !== undefined) {
    if (!fits(found, wanted)) {
      throw unsupported(
        `The document is not ${NAMES[wanted]}: it looks like ${NAMES[found]}.`,
        "Omit format to have it recognised by the contents.",
      );
    }
    return { format: wanted, warnings: [] };
  }
  const claimed = claimOf(document);
  if (claimed === undefined || claimed === found) return { format: found, warnings: [] };
  if (fits(found, claimed)) return { format: claimed, warnings: [] };
  return { format: found, warnings: [`The document is declared as ${NAMES[claimed]}, but is ${NAMES[found]}.`] };
};

const binaryFormat = (head: Buffer): "pdf" | "docx" | undefined => {
  if (head.includes("%PDF-")) return "pdf";
  const start = head.toString("latin1");
  const what = SIGNATURES.find(([sign, , offset = 0]) => start.startsWith(sign, offset))?.[1];
  if (what === "zip") return "docx";
  if (what !== undefined && !isWords(start)) {
    throw unsupported(
      `The document looks like ${what}, which cannot be read.`,
      "Give a PDF, DOCX, HTML or text document.",
    );
  }
  return undefined;
};

/** Short signatures such as BM and MZ can also begin a text. */
const isWords = (start: string): boolean => /^(?:BM|MZ|ID3|GIF8|BZh)[\t\n\r -~]{6,}$/.test(start.slice(0, 64));

const isHtml = (head: Buffer): boolean =>
  HTML.test(
    head
      .toString("latin1")
      .replaceAll("\0", "")
      .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, ""),
  );

const fits = (found: DocumentFormat, wanted: DocumentFormat): boolean =>
  found === wanted || (isText(found) && isText(wanted));

const isText = (format: DocumentFormat): boolean => format === "txt" || format === "html";

const claimOf = ({ mediaType = "", name = "" }: DocumentBytes): DocumentFormat | undefined =>
  MEDIA_TYPES[mediaType] ??
  (mediaType.startsWith("text/") ? "txt" : EXTENSIONS[/\.([a-z]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ""]);
