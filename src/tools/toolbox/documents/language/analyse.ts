import type { Analysis, AnalysisType, Finding, Language } from "./analysis.ts";
import { detectLanguage } from "./detect-language.ts";

export type { Analysis, AnalysisType } from "./analysis.ts";
export { detectLanguage };

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
