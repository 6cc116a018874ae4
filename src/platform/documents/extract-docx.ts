import { type Extracted, unreadable, unsupported } from "./document.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";

const XML = /\.(?:xml|rels)$/i;
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Nested tables reach a few dozen levels. */
const DEEPEST = 1_000;

/** Other ZIP-based formats, by a part that only they have. */
const OTHER_FORMATS: readonly (readonly [part: RegExp, what: string])[] = [
  [/^xl\//, "an Excel workbook"],
  [/^ppt\//, "a PowerPoint presentation"],
  [/^content\.xml$/, "an OpenDocument file"],
  [/^META-INF\/container\.xml$/, "an EPUB book"],
  [/^META-INF\/MANIFEST\.MF$/, "a Java archive"],
];

/** The archive as mammoth sees it: only the parts that were checked. */
interface Parts {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<string | Buffer>;
}

export const extractDocx = async (bytes: Buffer): Promise<Extracted> => {
  const { file, title } = partsOf(bytes);
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.extractRawText(file).catch(broken);
  return { text: value.trim(), ...(title !== undefined && { title }) };
};

/** The headings, lists and tables of a document as HTML, without pictures. */
export const docxHtml = async (bytes: Buffer): Promise<Pick<Extracted, "text" | "title">> => {
  const { file, title } = partsOf(bytes);
  const { default: mammoth } = await import("mammoth");
  const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
  const { value } = await mammoth.convertToHtml(file, { convertImage }).catch(broken);
  return { text: value, ...(title !== undefined && { title }) };
};

const broken = (cause: unknown): never => {
  throw unreadable("The document is broken: it is a DOCX archive with invalid contents.", undefined, cause);
};

const partsOf = (bytes: Buffer) => {
  const entries = readZipDirectory(bytes);
  if (!entries.has("word/document.xml")) {
    const what =
      OTHER_FORMATS.find(([part]) => [...entries.keys()].some((name) => part.test(name)))?.[1] ?? "a ZIP archive";
    throw unsupported(`The document looks like ${what}, not like a DOCX.`, "Give a PDF, DOCX, HTML or text document.");
  }
  const parts = new Map(
    [...entries.values()].filter(({ name }) => XML.test(name)).map((entry) => [entry.name, xmlOf(entry)]),
  );
  const file: Parts = {
    exists: (name) => parts.has(name),
    async read(name, encoding) {
      const part = parts.get(name) ?? "";
      return encoding === undefined ? Buffer.from(part) : part;
    },
  };
  const title = titleIn(parts.get("docProps/core.xml"));
  // `file` is missing in the types. With it, mammoth unpacks nothing itself.
  return { file: { file } as unknown as { buffer: Buffer }, ...(title !== undefined && { title }) };
};

const xmlOf = (entry: ZipEntry): string => {
  const text = new TextDecoder().decode(entry.unpack());
  // In UTF-16, zeros separate the characters.
  if (DECLARATION.test(text.replaceAll("\0", ""))) {
    throw unreadable(
      "The document was not opened, because it declares a document type or entities.",
      "Word processors do not write such files; ask for another one.",
    );
  }
  if (depthOf(text) > DEEPEST)
    throw unreadable(`The document was not opened, because it is nested deeper than ${DEEPEST} levels.`);
  return text;
};

const depthOf = (xml: string): number => {
  let depth = 0;
  let deepest = 0;
  for (let at = xml.indexOf("<"); at >= 0; ) {
    const end = xml.indexOf(">", at);
    if (end < 0) break;
    const next = xml[at + 1];
    if (next === "/") depth--;
    else if (next !== "?" && next !== "!" && xml[end - 1] !== "/") deepest = Math.max(deepest, ++depth);
    at = xml.indexOf("<", end);
  }
  return deepest;
};

const titleIn = (properties = ""): string | undefined => {
  const title = /<dc:title>([^<]{1,1000})<\/dc:title>/.exec(properties)?.[1];
  return title?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => PREDEFINED[name] ?? "");
};

const PREDEFINED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
