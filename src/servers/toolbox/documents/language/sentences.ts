import type { Language } from "./analysis.ts";
import { isStopWord, words } from "./language-data.ts";

export interface Sentence {
  readonly text: string;
  /** Running text, the title of a section, or an entry of a list. */
  readonly kind: "sentence" | "heading" | "item";
  /** Number of the paragraph, heading or entry. */
  readonly block: number;
}

type Block = Omit<Sentence, "block">;

const bullet = /^(?:[-–—•*·▪◦‣]|o(?=\s{2})|[a-z]\))\s+/u;
const numbering = /^(?:\d{1,3}(?:\.\d{1,3}){0,4}\.?|\(\d{1,3}\)|\d{1,3}\)|§\s?\d{1,4})\s+(?=[\p{Lu}"“„])/u;
const closed = /[.!?…:;。！？]["'”’“»«)\]]{0,9}$/u;
/** A line this long was probably broken by its margin, a shorter one by its writer. */
const MARGIN = 50;
const LONGEST_HEADING = 110;

const blockOf = (lines: readonly string[]): Block => {
  const text = lines.join(" ");
  if (bullet.test(text)) {
    const entry = text.replace(bullet, "");
    return { text: entry, kind: closed.test(entry) && entry.length > MARGIN ? "sentence" : "item" };
  }
  const body = text.replace(numbering, "");
  const isHeading = body.length <= LONGEST_HEADING && !closed.test(body) && !body.endsWith(",");
  return { text: body.replace(/^#{1,6}\s+/, ""), kind: isHeading ? "heading" : "sentence" };
};

const continues = (line: string, next: string): boolean =>
  !(bullet.test(next) || numbering.test(next) || next.startsWith("#")) &&
  (line.length >= MARGIN || /^\p{Ll}/u.test(next) || line.endsWith(","));

/** Paragraphs, headings and entries of lists; lines that only a margin had broken are joined. */
const blocksOf = (text: string): Block[] => {
  const blocks: string[][] = [];
  let last: string | undefined;
  for (const raw of text.split(/\r\n|[\n\r\f\v\u2028\u2029]/)) {
    const line = raw.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (line !== "") {
      if (last !== undefined && continues(last, line)) blocks.at(-1)?.push(line);
      else blocks.push([line]);
    }
    last = line === "" ? undefined : line;
  }
  return blocks.map(blockOf);
};

const { en, de, ...special } = words.abbreviations;
const always = { en: new Set(en), de: new Set(de), other: new Set([...en, ...de]) };
const beforeNumber = new Set(special.beforeNumber);
const sometimes = new Set(special.sometimes);

const month = /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/;

/** Whether a segment that ends in a full stop goes on in the next one: "Dr. | Miller", "am 3. | Oktober". */
const goesOn = (segment: string, following: string, language: Language): boolean => {
  const next = /^["'“„‚‘«»([¿¡*_]{0,5}([\p{L}\p{M}\p{N}'’-]{1,60})/u.exec(following)?.[1] ?? "";
  if (/^\p{Ll}/u.test(next)) return true;
  const word = /(?:^|[^\p{L}\p{N}.])([\p{L}\p{N}][\p{L}\p{N}.]{0,23})\.$/u.exec(segment.slice(-30).trimEnd())?.[1];
  if (word === undefined) return false;
  const opens = /^\p{Lu}/u.test(next) && next.length > 1 && isStopWord(next.toLowerCase(), language);
  const lower = word.toLowerCase();
  if (/^(?:\p{Lu}\.){0,9}\p{Lu}$/u.test(word) || sometimes.has(lower)) return !opens;
  if (beforeNumber.has(lower)) return /^\d/.test(next);
  const isOrdinal = language !== "en" && /^(?:\d{1,3}|[IVX]{1,5})$/.test(word);
  return isOrdinal ? month.test(next) || !opens : always[language].has(lower);
};

/** Segmenting takes time with the square of the length, so a long block is segmented in parts. */
const WINDOW = 2_000;

/** Where the segments of a block end. */
const endsOf = (block: string, segmenter: Intl.Segmenter): number[] => {
  const ends: number[] = [];
  for (let at = 0; at < block.length; ) {
    const part = block.slice(at, at + WINDOW);
    const own = Array.from(segmenter.segment(part), ({ index, segment }) => at + index + segment.length);
    // The last segment of a part may go on in the next part.
    if (at + WINDOW < block.length) own.pop();
    ends.push(...own);
    at = own.at(-1) ?? at + WINDOW;
  }
  return ends;
};

const splitBlock = (block: string, language: Language, segmenter: Intl.Segmenter): string[] => {
  const sentences: string[] = [];
  let start = 0;
  for (const end of endsOf(block, segmenter)) {
    const isInner = end < block.length;
    if (isInner && goesOn(block.slice(Math.max(start, end - 40), end), block.slice(end, end + 80), language)) continue;
    sentences.push(block.slice(start, end).trim());
    start = end;
  }
  return sentences;
};

export const sentencesOf = (text: string, language: Language): Sentence[] => {
  const segmenter = new Intl.Segmenter(language === "other" ? undefined : language, { granularity: "sentence" });
  return blocksOf(text).flatMap(({ text: block, kind }, index) =>
    (kind === "sentence" ? splitBlock(block, language, segmenter) : [block])
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
      .map((sentence) => ({ text: sentence, kind, block: index })),
  );
};
