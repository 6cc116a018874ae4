import type { Language } from "./analyse.ts";
import { isMeasure, isStopWord, words as listed } from "./language-data.ts";

export interface Word {
  readonly text: string;
  readonly lower: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

export interface Sentence {
  readonly text: string;
  /** Running text, a heading, or a list item. */
  readonly kind: "sentence" | "heading" | "item";
  /** Number of the paragraph, heading or list item. */
  readonly block: number;
}

export interface ReadSentence extends Sentence {
  readonly words: readonly Word[];
  /** Stems of its words without stop words, measures and bare numbers. */
  readonly content: readonly string[];
}

/** Longer words come from a bad extraction or an attack. */
const LONGEST_WORD = 60;
const LONGEST_UNSPACED_RUN = 2_000;

// Separators and letters are disjoint, so that it never backtracks.
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’&.-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

export const wordsOf = (text: string): Word[] => {
  const found: Word[] = [];
  const add = (word: string, start: number): void => {
    found.push({ text: word, lower: word.toLowerCase(), start, end: start + word.length });
  };
  for (const { 0: run, index } of text.matchAll(wordPattern)) {
    if (unspaced.test(run)) {
      for (const part of segmenter.segment(run.slice(0, LONGEST_UNSPACED_RUN))) {
        if (part.isWordLike) add(part.segment, index + part.index);
      }
    } else if (run.length <= LONGEST_WORD) add(run, index);
  }
  return found;
};

export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

const irregular = new Map(Object.entries(listed.irregular));
const folds: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u", ß: "ss" };

/** Endings, in the order of their replacement. Compounds stay whole. */
const inflections: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/['’]s?$/, ""],
    [/(?<=\w{2})ies$/, "y"],
    [/(?<=ss|x|ch|sh|zz)es$/, ""],
    [/(?<=\w{2}[^sui])s$/, ""],
    [/(?<=[aeiouy]\w{0,60})(?<=\w{3})(?:ing|ed)$/, ""],
    [/(?<=\w{4})ly$/, ""],
    [/(?<=\w{3})([bdfglmnprt])\1$/, "$1"],
    // Keeps plane apart from plan.
    [/(?<=\w{5})e$/, ""],
    [/(?<=\w{2}[^aeiou])y$/, "i"],
  ],
  de: [
    [/(?<=[aeiouy][^aeiouy]\w{0,60})(?<=\w{3})(?:ern|em|er|en|es|e|(?<=[bdfghklmnrt])s)$/, ""],
    [/(?<=[aeiouy][^aeiouy]\w{0,60})(?<=\w{3})(?:est|er|en|(?<=[bdfghklmnt])st)$/, ""],
  ],
  other: [],
};

/** Returns a form that all inflections of a word share. Not necessarily a word. */
export const stem = (lower: string, language: Language): string => {
  const known = language === "en" ? irregular.get(lower.replace(/['’]s?$/, "")) : undefined;
  if (known !== undefined) return known;
  const word = language === "de" ? lower.replace(/[äöüß]/g, (letter) => folds[letter] ?? letter) : lower;
  return inflections[language].reduce((form, [ending, instead]) => form.replace(ending, instead), word);
};

export const isContent = ({ lower }: Word, language: Language): boolean =>
  lower.length > 1 && /\p{L}/u.test(lower) && !isStopWord(lower, language) && !isMeasure(lower, language);

type Block = Omit<Sentence, "block">;

const bullet = /^(?:[-–—•*·▪◦‣]|o(?=\s{2})|[a-z]\))\s+/u;
const numbering = /^(?:\d{1,3}(?:\.\d{1,3}){0,4}\.?|\(\d{1,3}\)|\d{1,3}\)|§\s?\d{1,4})\s+(?=[\p{Lu}"“„])/u;
const closed = /[.!?…:;。！？]["'”’“»«)\]]{0,9}$/u;
/** A line of this length was probably wrapped, a shorter one was ended by its author. */
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

/** Splits a text into paragraphs, headings and list items, and joins wrapped lines. */
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

const { en, de, ...special } = listed.abbreviations;
const always = { en: new Set(en), de: new Set(de), other: new Set([...en, ...de]) };
const beforeNumber = new Set(special.beforeNumber);
const sometimes = new Set(special.sometimes);

const month = /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/;

/** Whether a full stop does not end the sentence: "Dr. | Miller", "am 3. | Oktober". */
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

/** Segmenting takes quadratic time, so long blocks are segmented in parts. */
const WINDOW = 2_000;

/** Returns the ends of the segments of a block. */
const endsOf = (block: string, segmenter: Intl.Segmenter): number[] => {
  const ends: number[] = [];
  for (let at = 0; at < block.length; ) {
    const part = block.slice(at, at + WINDOW);
    const own = Array.from(segmenter.segment(part), ({ index, segment }) => at + index + segment.length);
    // The last segment may continue in the next part.
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

export const readText = (text: string, language: Language): ReadSentence[] =>
  sentencesOf(text, language).map((sentence) => {
    const words = wordsOf(sentence.text);
    const content = words.filter((word) => isContent(word, language)).map(({ lower }) => stem(lower, language));
    return { ...sentence, words, content };
  });
