import { type Block, createBlocks, type Page } from "./page.ts";
import { METHODS } from "./target.ts";

const MOST_LINES = 200_000;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=\p{L})/u;
const REQUEST = new RegExp(`^(?:${METHODS})\\s+\\S`);
/** What a heading does not have. */
const NO_HEADING = /[{}[\]<>=|;"]|[.,:!?]$|https?:/;

/** Reads the lines of a text without markup, such as that of a PDF: headings, samples and sentences. */
export const textBlocks = (text: string): Page => {
  const { blocks, add } = createBlocks();
  let sentence = "";
  const end = (): void => {
    add({ kind: "text", text: sentence });
    sentence = "";
  };
  for (const raw of text.split("\n", MOST_LINES)) {
    const line = raw.trim();
    const level = headingLevel(line, sentence);
    const item = /^[•▪◦‣–*-]\s+(.+)$/.exec(line)?.[1];
    if (line === "") end();
    else if (level !== undefined || item !== undefined || isOwnLine(line)) {
      end();
      if (level !== undefined) add({ kind: "heading", level, text: line });
      else if (item !== undefined) add({ kind: "item", depth: 0, text: item });
      else add({ kind: "text", text: raw });
    } else {
      // A line that ends a sentence, or is far shorter than the others, ends the paragraph.
      sentence = sentence === "" ? line : `${sentence} ${line}`;
      if (/[.:!?]$/.test(line)) end();
    }
  }
  end();
  return { blocks: withSamples(blocks) };
};

const headingLevel = (line: string, before: string): number | undefined => {
  const number = NUMBERED.exec(line)?.[1];
  const isShort = line.length <= 70 && line.split(" ").length <= 9 && !NO_HEADING.test(line) && !REQUEST.test(line);
  if (!isShort || before !== "") return undefined;
  if (number !== undefined) return Math.min(6, number.split(".").length + 1);
  return /^\p{Lu}/u.test(line) && line.split(" ").length <= 5 ? 2 : undefined;
};

/** Lines of samples and requests are not parts of a sentence. */
const isOwnLine = (line: string): boolean =>
  /^[{}[\]<"]|[{[,]$|^(?:curl|HTTP\/\d)\b|\\$/.test(line) ||
  REQUEST.test(line) ||
  /^[A-Z][\w-]{1,40}: \S{1,200}$/.test(line);

/** Word processors and PDF have each line of a sample as a paragraph of its own: joins them. */
export const withSamples = (blocks: readonly Block[]): readonly Block[] => {
  const made: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const length = sampleLength(blocks, at);
    const block = blocks[at] as Block;
    if (length === 0) made.push(block);
    else {
      const lines = blocks.slice(at, at + length).map((each) => ("text" in each ? each.text : ""));
      // Word processors make typographic quotes.
      made.push({ kind: "code", language: "", text: lines.join("\n").replace(/[“”„‟]/g, '"') });
      at += length - 1;
    }
  }
  return made;
};

const LONGEST_SAMPLE = 2_000;

/** How many blocks form a sample that begins with this one; 0 if none does. */
const sampleLength = (blocks: readonly Block[], at: number): number => {
  const first = blocks[at];
  if (first?.kind !== "text") return 0;
  const start = first.text.trim();
  if (/^curl\s/.test(start))
    return lengthWhile(blocks, at, (text, before) => /\\$/.test(before) || /^-{1,2}\w/.test(text));
  if (/^[{[]/.test(start)) return balancedLength(blocks, at, /[{[]/g, /[}\]]/g);
  if (/^<(?:\?xml|[A-Za-z_])/.test(start)) return balancedLength(blocks, at, /<[A-Za-z_](?:[^<>]*[^/<>])?>/g, /<\//g);
  return 0;
};

const lengthWhile = (
  blocks: readonly Block[],
  at: number,
  isNext: (text: string, before: string) => boolean,
): number => {
  let length = 1;
  for (; length < LONGEST_SAMPLE; length++) {
    const [before, block] = [blocks[at + length - 1], blocks[at + length]];
    if (block?.kind !== "text" || before?.kind !== "text" || !isNext(block.text.trim(), before.text.trim())) break;
  }
  return length;
};

const balancedLength = (blocks: readonly Block[], at: number, open: RegExp, close: RegExp): number => {
  let depth = 0;
  for (let length = 0; length < LONGEST_SAMPLE; length++) {
    const block = blocks[at + length];
    if (block === undefined || block.kind === "table" || block.kind === "code") return 0;
    const text = block.text.replace(/[“”„‟]/g, '"').replace(/"(?:[^"\\]|\\.){0,2000}"/g, '""');
    depth += (text.match(open)?.length ?? 0) - (text.match(close)?.length ?? 0);
    // The XML declaration is neither opened nor closed.
    if (depth <= 0 && !/^<\?xml[^>]*>$/.test(text.trim())) return length + 1;
  }
  return 0;
};
