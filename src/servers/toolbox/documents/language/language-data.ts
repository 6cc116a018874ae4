import { readFileSync } from "node:fs";
import type { Language } from "./analyse.ts";

/** Reads a file of `data/`. */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;

type WordList = readonly string[];

/** Word lists of all analyses: in lower case, abbreviations without their last full stop. */
export const words = readData<{
  readonly stopWords: Readonly<Record<"en" | "de", WordList>>;
  /** Units, times and the like, which are never keywords. */
  readonly measures: Readonly<Record<Language, WordList>>;
  readonly abbreviations: Readonly<Record<"en" | "de" | "beforeNumber" | "sometimes", WordList>>;
  /** Frequent words of one language that related languages do not have. */
  readonly indicators: Readonly<Record<string, WordList>>;
  readonly beforeNoun: WordList;
  readonly beforeVerb: WordList;
  readonly afterNoun: WordList;
  readonly germanArticles: WordList;
  readonly irregular: Readonly<Record<string, string>>;
}>("words");

/** A group of alternatives for a regular expression. */
export const anyOf = (alternatives: WordList): string => `(?:${alternatives.join("|")})`;

const stopWords = { en: new Set(words.stopWords.en), de: new Set(words.stopWords.de) };
const measures = {
  en: new Set(words.measures.en),
  de: new Set(words.measures.de),
  other: new Set(words.measures.other),
};

const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}]/u;

/** In other languages, short words count as stop words. */
export const isStopWord = (lower: string, language: Language): boolean =>
  language === "other"
    ? lower.length < (alphabetic.test(lower) ? 4 : 2)
    : stopWords[language].has(lower.replace("’", "'"));

export const isMeasure = (lower: string, language: Language): boolean => measures[language].has(lower);
