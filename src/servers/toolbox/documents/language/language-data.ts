import { readFileSync } from "node:fs";
import type { Language } from "./analysis.ts";

/** A file of `data/`, beside this module in the sources and in the build. */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;

type WordList = readonly string[];

/** Lower-case words and abbreviations (without their last full stop) that every analysis needs. */
export const words = readData<{
  readonly stopWords: Readonly<Record<"en" | "de", WordList>>;
  /** Units, times and the like: no document is about them. */
  readonly measures: Readonly<Record<Language, WordList>>;
  readonly abbreviations: Readonly<Record<"en" | "de" | "beforeNumber" | "sometimes", WordList>>;
  /** Words that one language uses all the time and its neighbours do not. */
  readonly tellTales: Readonly<Record<string, WordList>>;
  readonly beforeNoun: WordList;
  readonly beforeVerb: WordList;
  readonly afterNoun: WordList;
  readonly germanArticles: WordList;
  readonly irregular: Readonly<Record<string, string>>;
}>("words");

/** The alternatives of a regular expression. */
export const anyOf = (alternatives: WordList): string => `(?:${alternatives.join("|")})`;

const stopWords = { en: new Set(words.stopWords.en), de: new Set(words.stopWords.de) };
const measures = {
  en: new Set(words.measures.en),
  de: new Set(words.measures.de),
  other: new Set(words.measures.other),
};

const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}]/u;

/** In an unknown language, short words are taken for its grammar. */
export const isStopWord = (lower: string, language: Language): boolean =>
  language === "other"
    ? lower.length < (alphabetic.test(lower) ? 4 : 2)
    : stopWords[language].has(lower.replace("’", "'"));

export const isMeasure = (lower: string, language: Language): boolean => measures[language].has(lower);
