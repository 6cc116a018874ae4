import type { Language } from "./analysis.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { stem } from "./stem.ts";
import { isMeasure, isStopWord } from "./stop-words.ts";
import { hasLetter, type Word, wordsOf } from "./words.ts";

export interface ReadSentence extends Sentence {
  readonly words: readonly Word[];
  /** What it is about: stems of its words without stop words, measures and bare numbers. */
  readonly content: readonly string[];
}

export const isContent = ({ lower }: Word, language: Language): boolean =>
  hasLetter(lower) && lower.length > 1 && !isStopWord(lower, language) && !isMeasure(lower, language);

export const readText = (text: string, language: Language): ReadSentence[] =>
  sentencesOf(text, language).map((sentence) => {
    const words = wordsOf(sentence.text);
    const content = words.filter((word) => isContent(word, language)).map(({ lower }) => stem(lower, language));
    return { ...sentence, words, content };
  });
