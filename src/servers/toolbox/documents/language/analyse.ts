import type { Analysis, AnalysisType, Finding, Language } from "./analysis.ts";
import { words } from "./language-data.ts";
import { wordsOf } from "./read-text.ts";

export type { Analysis, AnalysisType } from "./analysis.ts";

export interface AnalysisOptions {
  /** Names of places beyond the large ones that are known anyway, spelled as in texts. */
  readonly places?: ReadonlySet<string>;
}

/** How much of a text is looked at: some 50,000 words, a book of 150 pages. */
export const longestText = 300_000;

const loneSurrogates = /\p{Surrogate}/gu;

const noPlaces: ReadonlySet<string> = new Set();

type Analyser = (text: string, language: Language, places: ReadonlySet<string>) => Promise<Finding>;

const analysers: Readonly<Record<AnalysisType, Analyser>> = {
  summary: async (text, language) => (await import("./summarise.ts")).summarise(text, language),
  keywords: async (text, language) => (await import("./extract-keywords.ts")).extractKeywords(text, language),
  sentiment: async (text, language) => (await import("./judge-sentiment.ts")).judgeSentiment(text, language),
  entities: async (text, language, places) => (await import("./find-entities.ts")).findEntities(text, language, places),
};

const foreign = "The language is neither English nor German:";

const notes: Readonly<Record<AnalysisType, string>> = {
  summary: `${foreign} sentences were weighed without knowing its grammar.`,
  keywords: `${foreign} inflected forms were not counted together.`,
  sentiment: `${foreign} its mood was not judged.`,
  entities: `${foreign} only well-known places and what has a fixed form (dates, amounts, addresses) was looked for.`,
};

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

/** The beginning of a text, ended between two words where there is a gap in reach. */
const beginningOf = (text: string): string => {
  if (text.length <= longestText) return text;
  const gap = text.slice(longestText - 2_000, longestText).search(/\s\S*$/);
  return text.slice(0, gap < 0 ? longestText : longestText - 2_000 + gap);
};

export const analyse = async (
  text: string,
  type: AnalysisType,
  { places = noPlaces }: AnalysisOptions = {},
): Promise<Analysis> => {
  const beginning = beginningOf(text).replace(loneSurrogates, "\ufffd").normalize("NFC");
  const language = detectLanguage(beginning);
  return {
    ...(await analysers[type](beginning, language, places)),
    language,
    ...(text.length > longestText ? { truncated: true } : {}),
    ...(language === "other" ? { note: notes[type] } : {}),
  };
};
