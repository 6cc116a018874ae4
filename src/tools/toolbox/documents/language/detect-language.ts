import type { Language } from "./analysis.ts";
import { words } from "./language-data.ts";
import { wordsOf } from "./read-text.ts";

/** Enough to tell a language, and bounded for any input. */
const SAMPLE = { characters: 20_000, words: 2_000 };

/** The share of words that must be tell-tales; running text has three times as many. */
const LEAST_SHARE = 0.08;

const tellTales = Object.entries(words.tellTales).map(([language, list]) => [language, new Set(list)] as const);

/** Counts tell-tale words: trigram detectors are wrong more often on texts of a few words, such as "Great hotel!". */
export const detectLanguage = (text: string): Language => {
  const sample = wordsOf(text.slice(0, SAMPLE.characters)).slice(0, SAMPLE.words);
  const [best, second] = tellTales
    .map(([language, own]) => {
      const isOwn = (lower: string): boolean => own.has(lower) || (language === "de" && lower.includes("ß"));
      return { language, hits: sample.filter(({ lower }) => isOwn(lower)).length };
    })
    .toSorted((one, other) => other.hits - one.hits);
  if (best === undefined || best.hits === 0 || best.hits === second?.hits) return "other";
  if (best.hits < sample.length * LEAST_SHARE) return "other";
  return best.language === "en" || best.language === "de" ? best.language : "other";
};
