import { readData } from "./language-data.ts";
import { stem } from "./read-text.ts";

/** Words by their weight. */
type Weighted = Readonly<Record<string, readonly string[]>>;

interface SentimentData {
  readonly negators: readonly string[];
  /** "not only good" denies nothing. */
  readonly cancelled: readonly string[];
  readonly contrasts: readonly string[];
  /** Words of what might be or ought to be: rules and wishes, not experience. */
  readonly supposing: readonly string[];
  readonly intensifiers: Weighted;
  /** From -4 to 4, words in their base form, and phrases of two or three words. */
  readonly weights: Weighted;
}

/** Shorter stems belong to too many words: "tim" to time as well as to timely. */
const SHORTEST_STEM = { en: 4, de: 3 };

const weighted = (lists: Weighted): [string, number][] =>
  Object.entries(lists).flatMap(([weight, entries]) =>
    entries.map((entry): [string, number] => [entry, Number(weight)]),
  );

const createLexicon = (language: "en" | "de") => {
  const data = readData<SentimentData>(`sentiment-${language}`);
  const exact = new Map(weighted(data.weights));
  // Where two words share a stem, the stronger one is set last and gives the weight.
  const stems = new Map(
    [...exact]
      .toSorted(([, one], [, other]) => Math.abs(one) - Math.abs(other))
      .map(([entry, weight]) => [stem(entry, language), weight]),
  );
  return {
    /** How many different words and phrases it has. */
    size: exact.size,
    negators: new Set(data.negators),
    cancelled: new Set(data.cancelled),
    contrasts: new Set(data.contrasts),
    supposing: new Set(data.supposing),
    intensifiers: new Map(weighted(data.intensifiers)),
    /** Of a word in any inflection, or of a phrase, in lower case with single spaces. */
    weightOf: (lower: string): number | undefined => {
      const shared = stem(lower, language);
      return exact.get(lower) ?? (shared.length < SHORTEST_STEM[language] ? undefined : stems.get(shared));
    },
  };
};

export type SentimentLexicon = ReturnType<typeof createLexicon>;

const lexicons: Partial<Record<"en" | "de", SentimentLexicon>> = {};

/** Read when a language is first analysed. */
export const sentimentLexicon = (language: "en" | "de"): SentimentLexicon => {
  lexicons[language] ??= createLexicon(language);
  return lexicons[language];
};
