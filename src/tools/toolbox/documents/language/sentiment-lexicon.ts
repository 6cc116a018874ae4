import type { Language } from "./analysis.ts";
import { englishSentimentWords } from "./sentiment-words-english.ts";
import { germanSentimentWords } from "./sentiment-words-german.ts";
import { stem } from "./stem.ts";

/** A weight and the words that have it; phrases of several words stand between bars. */
export type WeightedWords = readonly (readonly [number, string])[];

export interface SentimentLexicon {
  /** How many different words and phrases it knows. */
  readonly size: number;
  weightOf(lower: string): number | undefined;
  /** Of two or three words together, in lower case with single spaces. */
  phraseWeightOf(phrase: string): number | undefined;
}

/** Shorter stems belong to too many words: "tim" to time as well as to timely. */
const shortestStem = { en: 4, de: 3 };

const createLexicon = (weighted: WeightedWords, language: "en" | "de"): SentimentLexicon => {
  const exact = new Map<string, number>();
  const stems = new Map<string, number>();
  const phrases = new Map<string, number>();
  for (const [weight, list] of weighted) {
    const isPhrases = list.startsWith("|");
    for (const entry of list.split(isPhrases ? "|" : /\s+/).map((one) => one.trim())) {
      if (entry === "") continue;
      (isPhrases ? phrases : exact).set(entry, weight);
      const shared = stem(entry, language);
      if (!isPhrases && shared.length >= shortestStem[language] && !stems.has(shared)) stems.set(shared, weight);
    }
  }
  return {
    size: exact.size + phrases.size,
    weightOf: (lower) => exact.get(lower) ?? stems.get(stem(lower, language)),
    phraseWeightOf: (phrase) => phrases.get(phrase),
  };
};

const sources = { en: englishSentimentWords, de: germanSentimentWords } as const;
const lexicons = new Map<Language, SentimentLexicon>();

/** Made when a language is first asked for. */
export const sentimentLexicon = (language: "en" | "de"): SentimentLexicon => {
  const known = lexicons.get(language) ?? createLexicon(sources[language], language);
  lexicons.set(language, known);
  return known;
};
