import type { Language } from "./analysis.ts";
import { isMeasure, isStopWord, words as listed } from "./language-data.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

export interface Word {
  readonly text: string;
  readonly lower: string;
  /** Where it begins and ends in the text it was taken from. */
  readonly start: number;
  readonly end: number;
}

export interface ReadSentence extends Sentence {
  readonly words: readonly Word[];
  /** Stems of its words without stop words, measures and bare numbers. */
  readonly content: readonly string[];
}

/** Longer ones come from a bad extraction or an attack. */
const LONGEST_WORD = 60;
const LONGEST_UNSPACED_RUN = 2_000;

// Separators and letters exclude each other, so this never backtracks.
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’&.-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** Scripts that write without spaces between words. */
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

/** Inflections, in the order in which they are replaced. A compound stays whole. */
const inflections: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/['’]s?$/, ""],
    [/(?<=\w{2})ies$/, "y"],
    [/(?<=ss|x|ch|sh|zz)es$/, ""],
    [/(?<=\w{2}[^sui])s$/, ""],
    [/(?<=[aeiouy]\w{0,60})(?<=\w{3})(?:ing|ed)$/, ""],
    [/(?<=\w{4})ly$/, ""],
    [/(?<=\w{3})([bdfglmnprt])\1$/, "$1"],
    // Shorter ones would meet other words: plane and plan.
    [/(?<=\w{5})e$/, ""],
    [/(?<=\w{2}[^aeiou])y$/, "i"],
  ],
  de: [
    [/(?<=[aeiouy][^aeiouy]\w{0,60})(?<=\w{3})(?:ern|em|er|en|es|e|(?<=[bdfghklmnrt])s)$/, ""],
    [/(?<=[aeiouy][^aeiouy]\w{0,60})(?<=\w{3})(?:est|er|en|(?<=[bdfghklmnt])st)$/, ""],
  ],
  other: [],
};

/** A form that the inflections of a word share, for counting; not meant to be read. */
export const stem = (lower: string, language: Language): string => {
  const known = language === "en" ? irregular.get(lower.replace(/['’]s?$/, "")) : undefined;
  if (known !== undefined) return known;
  const word = language === "de" ? lower.replace(/[äöüß]/g, (letter) => folds[letter] ?? letter) : lower;
  return inflections[language].reduce((form, [ending, instead]) => form.replace(ending, instead), word);
};

export const isContent = ({ lower }: Word, language: Language): boolean =>
  lower.length > 1 && /\p{L}/u.test(lower) && !isStopWord(lower, language) && !isMeasure(lower, language);

export const readText = (text: string, language: Language): ReadSentence[] =>
  sentencesOf(text, language).map((sentence) => {
    const words = wordsOf(sentence.text);
    const content = words.filter((word) => isContent(word, language)).map(({ lower }) => stem(lower, language));
    return { ...sentence, words, content };
  });
