import type { Evidence, Language, Sentiment, SentimentLabel } from "./analyse.ts";
import { readData } from "./language-data.ts";
import { type ReadSentence, readText, stem } from "./read-text.ts";

/** Share of judging sentences from which a text is an opinion, not a report. */
const OPINIONATED_SHARE = 0.3;
/** Average judgement per sentence from which the score is not reduced. */
const OPINIONATED_MASS = 0.25;
const NEUTRAL_BELOW = 0.1;
/** Least strength of the weaker side of a mixed text, relative to the stronger one. */
const MIXED_FROM = 0.5;
const EVIDENCE = { most: 6, longest: 600 };
/** "not good" is less negative than "bad"; "not bad" is slightly positive. */
const NEGATED = { positive: -0.75, negative: -0.4 };
const HYPOTHETICAL = 0.4;
const CONTRAST = { before: 0.7, after: 1.3 };
const EXCLAMATION = 1.15;
/** The larger, the more weight a clause needs for a clear judgement. */
const SATURATION = 8;
/** How many words a negator affects. German also negates backwards: "gefällt mir nicht". */
const REACH = { en: 3, de: 4 };

interface Token {
  readonly lower: string;
  /** Punctuation follows. */
  readonly endsPhrase: boolean;
}

interface ClauseScore {
  /** -1 to 1. */
  readonly score: number;
  readonly weight: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Splits a sentence at contrasts such as "but". */
const clausesOf = ({ text, words }: ReadSentence, { contrasts }: SentimentLexicon): Token[][] => {
  const clauses: Token[][] = [[]];
  for (const [index, { lower, end }] of words.entries()) {
    if (contrasts.has(lower) && clauses.at(-1)?.length) clauses.push([]);
    const endsPhrase = /[,;:.!?–—()]/.test(text.slice(end, words[index + 1]?.start));
    clauses.at(-1)?.push({ lower: lower.replace("’", "'"), endsPhrase });
  }
  return clauses;
};

const createClauseScorer = (language: "en" | "de") => {
  const lexicon = sentimentLexicon(language);

  const phraseAt = (clause: readonly Token[], index: number): { weight: number; words: number } | undefined => {
    for (const words of [3, 2]) {
      const phrase = clause.slice(index, index + words);
      if (phrase.length < words || phrase.slice(0, -1).some(({ endsPhrase }) => endsPhrase)) continue;
      const weight = lexicon.weightOf(phrase.map(({ lower }) => lower).join(" "));
      if (weight !== undefined) return { weight, words };
    }
    return undefined;
  };

  const isNegator = ({ lower }: Token, next: Token | undefined): boolean =>
    (lexicon.negators.has(lower) || lower.endsWith("n't")) && !lexicon.cancelled.has(next?.lower ?? "");

  const isNegated = (clause: readonly Token[], index: number): boolean => {
    for (let back = index - 1; back >= 0 && index - back <= REACH[language]; back--) {
      const token = clause[back];
      if (token === undefined || token.endsPhrase) break;
      if (isNegator(token, clause[back + 1])) return true;
    }
    for (let on = index + 1; language === "de" && on <= index + 3 && clause[on - 1]?.endsPhrase === false; on++) {
      if (clause[on]?.lower === "nicht" && (clause[on]?.endsPhrase || on + 1 >= clause.length)) return true;
    }
    return false;
  };

  const intensity = (token: Token | undefined): number | undefined =>
    token === undefined || token.endsPhrase ? undefined : lexicon.intensifiers.get(token.lower);

  const weightOf = (clause: readonly Token[]): number => {
    const weightAt = (index: number): number => lexicon.weightOf(clause[index]?.lower ?? "") ?? 0;
    const reality = clause.some(({ lower }) => lexicon.hypothetical.has(lower)) ? HYPOTHETICAL : 1;
    let total = 0;
    for (let index = 0; index < clause.length; index++) {
      const phrase = phraseAt(clause, index);
      if (phrase !== undefined) {
        total += phrase.weight;
        index += phrase.words - 1;
        continue;
      }
      const weight = weightAt(index);
      if (weight === 0 || (intensity(clause[index]) !== undefined && weightAt(index + 1) !== 0)) continue;
      const sided = isNegated(clause, index) ? weight * (weight > 0 ? NEGATED.positive : NEGATED.negative) : weight;
      total += sided * (intensity(clause[index - 1]) ?? 1) * reality;
    }
    return total;
  };

  return (sentence: ReadSentence): ClauseScore[] => {
    const clauses = clausesOf(sentence, lexicon);
    return clauses.map((clause, index) => {
      const weight = weightOf(clause) * (sentence.text.endsWith("!") ? EXCLAMATION : 1);
      const isLast = index === clauses.length - 1;
      return {
        score: weight / Math.sqrt(weight * weight + SATURATION),
        weight: clauses.length === 1 ? 1 : isLast ? CONTRAST.after : CONTRAST.before,
      };
    });
  };
};

/** Returns the strongest sentences of both sides, the prevailing side first. */
const strongest = (judged: readonly Evidence[], side: number): Evidence[] =>
  judged
    .filter(({ sentence }) => sentence.length <= EVIDENCE.longest)
    .toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score))
    .slice(0, EVIDENCE.most)
    .toSorted((one, other) => side * (other.score - one.score));

const labelOf = (score: number, positive: number, negative: number, density: number): SentimentLabel => {
  const balance = Math.min(positive, negative) / Math.max(positive, negative, 0.01);
  if (balance >= MIXED_FROM && density >= OPINIONATED_SHARE) return "mixed";
  if (Math.abs(score) < NEUTRAL_BELOW) return "neutral";
  return score > 0 ? "positive" : "negative";
};

export const judgeSentiment = (text: string, language: Language): Sentiment => {
  if (language === "other") {
    return { analysis_type: "sentiment", label: "neutral", score: 0, confidence: 0, evidence: [] };
  }
  const scoresOf = createClauseScorer(language);
  const read = readText(text, language).filter(({ words }) => words.length > 0);
  const judged: Evidence[] = [];
  const sides = { positive: 0, negative: 0, clauses: 0 };
  for (const sentence of read) {
    const scores = scoresOf(sentence).filter(({ score }) => score !== 0);
    if (scores.length === 0) continue;
    for (const { score, weight } of scores) sides[score > 0 ? "positive" : "negative"] += Math.abs(score) * weight;
    sides.clauses += scores.length;
    const sum = scores.reduce((total, { score, weight }) => total + score * weight, 0);
    judged.push({ sentence: sentence.text, score: round(Math.max(-1, Math.min(1, sum))) });
  }
  const { positive, negative } = sides;
  const all = positive + negative;
  const balance = all === 0 ? 0 : (positive - negative) / all;
  const strength = all / Math.max(1, sides.clauses);
  const score = balance * Math.sqrt(strength) * Math.min(1, all / Math.max(1, read.length) / OPINIONATED_MASS);
  const label = labelOf(score, positive, negative, judged.length / Math.max(1, read.length));
  const amount = 1 - 1 / (1 + judged.length / 2);
  const clarity = label === "positive" || label === "negative" ? 0.4 + 0.6 * Math.abs(balance) : 1 - Math.abs(score);
  return {
    analysis_type: "sentiment",
    label,
    score: round(score),
    confidence: round(read.length === 0 ? 0 : Math.max(0.1, (0.4 + 0.6 * amount) * clarity)),
    evidence: strongest(judged, score < 0 ? -1 : 1),
  };
};

/** Words by their weight. */
type Weighted = Readonly<Record<string, readonly string[]>>;

interface SentimentData {
  readonly negators: readonly string[];
  /** Words that cancel a negator before them: "not only good". */
  readonly cancelled: readonly string[];
  readonly contrasts: readonly string[];
  /** Words of possibility or obligation: rules and wishes, not experience. */
  readonly hypothetical: readonly string[];
  readonly intensifiers: Weighted;
  /** From -4 to 4, for base forms and for phrases of two or three words. */
  readonly weights: Weighted;
}

/** Shorter stems are ambiguous: "tim" is the stem of time and of timely. */
const SHORTEST_STEM = { en: 4, de: 3 };

const weighted = (lists: Weighted): [string, number][] =>
  Object.entries(lists).flatMap(([weight, entries]) =>
    entries.map((entry): [string, number] => [entry, Number(weight)]),
  );

const createLexicon = (language: "en" | "de") => {
  const data = readData<SentimentData>(`sentiment-${language}`);
  const exact = new Map(weighted(data.weights));
  // Sorted so that the strongest word of a stem gives its weight.
  const stems = new Map(
    [...exact]
      .toSorted(([, one], [, other]) => Math.abs(one) - Math.abs(other))
      .map(([entry, weight]) => [stem(entry, language), weight]),
  );
  return {
    /** The number of words and phrases. */
    size: exact.size,
    negators: new Set(data.negators),
    cancelled: new Set(data.cancelled),
    contrasts: new Set(data.contrasts),
    hypothetical: new Set(data.hypothetical),
    intensifiers: new Map(weighted(data.intensifiers)),
    /** The weight of a word in any inflection, or of a phrase, in lower case with single spaces. */
    weightOf: (lower: string): number | undefined => {
      const shared = stem(lower, language);
      return exact.get(lower) ?? (shared.length < SHORTEST_STEM[language] ? undefined : stems.get(shared));
    },
  };
};

type SentimentLexicon = ReturnType<typeof createLexicon>;

const lexicons: Partial<Record<"en" | "de", SentimentLexicon>> = {};

/** Returns the lexicon of a language, loaded on first use. */
export const sentimentLexicon = (language: "en" | "de"): SentimentLexicon => {
  lexicons[language] ??= createLexicon(language);
  return lexicons[language];
};
