import { readData } from "./language-data.ts";
import { stem } from "./read-text.ts";

interface SentimentData {
  readonly negators: readonly string[];
  /** "not only good" denies nothing. */
  readonly cancelled: readonly string[];
  readonly contrasts: readonly string[];
  /** Words of what might be or ought to be: rules and wishes, not experience. */
  readonly supposing: readonly string[];
  readonly intensifiers: Readonly<Record<string, readonly string[]>>;
  /** From -4 to 4, words in their base form, and phrases of two or three words. */
  readonly weights: Readonly<Record<string, readonly string[]>>;
}

export interface SentimentLexicon {
  /** How many different words and phrases it has. */
  readonly size: number;
  readonly negators: ReadonlySet<string>;
  readonly cancelled: ReadonlySet<string>;
  readonly contrasts: ReadonlySet<string>;
  readonly supposing: ReadonlySet<string>;
  readonly intensifiers: ReadonlyMap<string, number>;
  /** Of a word in any inflection, or of a phrase, in lower case with single spaces. */
  weightOf(lower: string): number | undefined;
}

/** Shorter stems belong to too many words: "tim" to time as well as to timely. */
const SHORTEST_STEM = { en: 4, de: 3 };

const weighted = (lists: SentimentData["weights"]): [string, number][] =>
  Object.entries(lists).flatMap(([weight, entries]) =>
    entries.map((entry): [string, number] => [entry, Number(weight)]),
  );

const createLexicon = (language: "en" | "de"): SentimentLexicon => {
  const data = readData<SentimentData>(`sentiment-${language}`);
  const exact = new Map(weighted(data.weights));
  const stems = new Map<string, number>();
  // Where two words share a stem, the stronger one gives the weight.
  for (const [entry, weight] of [...exact].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))) {
    const shared = stem(entry, language);
    if (!entry.includes(" ") && shared.length >= SHORTEST_STEM[language] && !stems.has(shared))
      stems.set(shared, weight);
  }
  return {
    size: exact.size,
    negators: new Set(data.negators),
    cancelled: new Set(data.cancelled),
    contrasts: new Set(data.contrasts),
    supposing: new Set(data.supposing),
    intensifiers: new Map(weighted(data.intensifiers)),
    weightOf: (lower) => exact.get(lower) ?? (lower.includes(" ") ? undefined : stems.get(stem(lower, language))),
  };
};

const lexicons = new Map<string, SentimentLexicon>();

/** Read when a language is first analysed. */
export const sentimentLexicon = (language: "en" | "de"): SentimentLexicon => {
  const known = lexicons.get(language) ?? createLexicon(language);
  lexicons.set(language, known);
  return known;
};
