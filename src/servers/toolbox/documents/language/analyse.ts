import { words } from "./language-data.ts";
import { wordsOf } from "./read-text.ts";

export type Language = "en" | "de" | "other";

export type AnalysisType = "summary" | "keywords" | "sentiment" | "entities";

export type EntityType =
  | "PERSON"
  | "ORGANIZATION"
  | "LOCATION"
  | "DATE"
  | "TIME"
  | "MONEY"
  | "PERCENT"
  | "EMAIL"
  | "URL"
  | "PHONE"
  | "FLIGHT"
  | "BOOKING"
  | "AIRPORT";

export interface Entity {
  /** The longest form in the text. */
  readonly text: string;
  readonly type: EntityType;
  /** Occurrences in all forms. */
  readonly count: number;
}

export interface Keyword {
  readonly keyword: string;
  /** 0 to 1, relative to the first. */
  readonly score: number;
  readonly count: number;
}

export interface Evidence {
  readonly sentence: string;
  /** -1 to 1. */
  readonly score: number;
}

export type SentimentLabel = "positive" | "neutral" | "negative" | "mixed";

export interface Summary {
  readonly analysis_type: "summary";
  readonly summary: string;
  /** The chosen sentences, in the order of the text. */
  readonly sentences: readonly string[];
  readonly key_points: readonly string[];
}

export interface Keywords {
  readonly analysis_type: "keywords";
  readonly keywords: readonly Keyword[];
}

export interface Sentiment {
  readonly analysis_type: "sentiment";
  readonly label: SentimentLabel;
  /** -1 to 1. */
  readonly score: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
}

export interface Entities {
  readonly analysis_type: "entities";
  readonly entities: readonly Entity[];
}

type Finding = Summary | Keywords | Sentiment | Entities;

export type Analysis = Finding & {
  readonly language: Language;
  /** Only the beginning of a very long text was analysed. */
  readonly truncated?: true;
  /** A limitation of the result. */
  readonly note?: string;
};

interface AnalysisOptions {
  /** Additional names of places, spelled as in texts. */
  readonly places?: ReadonlySet<string>;
}

/** The analysed length: about 50,000 words, a book of 150 pages. */
export const LONGEST_TEXT = 300_000;

const loneSurrogates = /\p{Surrogate}/gu;

const noPlaces: ReadonlySet<string> = new Set();

type Analyser = (text: string, language: Language, places: ReadonlySet<string>) => Promise<Finding>;

const analysers: Readonly<Record<AnalysisType, Analyser>> = {
  summary: async (text, language) => (await import("./summarise.ts")).summarise(text, language),
  keywords: async (text, language) => (await import("./extract-keywords.ts")).extractKeywords(text, language),
  sentiment: async (text, language) => (await import("./judge-sentiment.ts")).judgeSentiment(text, language),
  entities: async (text, language, places) => (await import("./find-entities.ts")).findEntities(text, language, places),
};

const OTHER_LANGUAGE = "The language is neither English nor German:";

const notes: Readonly<Record<AnalysisType, string>> = {
  summary: `${OTHER_LANGUAGE} sentences were ranked without language rules.`,
  keywords: `${OTHER_LANGUAGE} inflected forms were counted separately.`,
  sentiment: `${OTHER_LANGUAGE} the sentiment was not analysed.`,
  entities: `${OTHER_LANGUAGE} only well-known places and fixed patterns (dates, amounts, addresses) were searched.`,
};

/** The part of the text that decides on the language. */
const SAMPLE = { characters: 20_000, words: 2_000 };

/** Least share of indicator words; running text has three times as many. */
const LEAST_SHARE = 0.08;

const indicators = Object.entries(words.indicators).map(([language, list]) => [language, new Set(list)] as const);

/** Counts words that are typical of one language: more reliable than trigrams on short texts such as "Great hotel!". */
export const detectLanguage = (text: string): Language => {
  const sample = wordsOf(text.slice(0, SAMPLE.characters)).slice(0, SAMPLE.words);
  const [best, second] = indicators
    .map(([language, own]) => {
      const isOwn = (lower: string): boolean => own.has(lower) || (language === "de" && lower.includes("ß"));
      return { language, hits: sample.filter(({ lower }) => isOwn(lower)).length };
    })
    .toSorted((one, other) => other.hits - one.hits);
  if (best === undefined || best.hits === 0 || best.hits === second?.hits) return "other";
  if (best.hits < sample.length * LEAST_SHARE) return "other";
  return best.language === "en" || best.language === "de" ? best.language : "other";
};

/** Cuts a text, between two words if possible. */
const beginningOf = (text: string): string => {
  if (text.length <= LONGEST_TEXT) return text;
  const gap = text.slice(LONGEST_TEXT - 2_000, LONGEST_TEXT).search(/\s\S*$/);
  return text.slice(0, gap < 0 ? LONGEST_TEXT : LONGEST_TEXT - 2_000 + gap);
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
    ...(text.length > LONGEST_TEXT ? { truncated: true } : {}),
    ...(language === "other" ? { note: notes[type] } : {}),
  };
};
