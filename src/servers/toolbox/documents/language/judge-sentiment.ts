import type { Evidence, Language, Sentiment, SentimentLabel } from "./analysis.ts";
import { type ReadSentence, readText } from "./read-text.ts";
import { type SentimentLexicon, sentimentLexicon } from "./sentiment-lexicon.ts";

/** Texts in which a smaller share of the sentences judges anything are reports, not opinions. */
const OPINIONATED_SHARE = 0.3;
/** Average judgement per sentence above which a text is all opinion. */
const OPINIONATED_MASS = 0.25;
const NEUTRAL_BELOW = 0.1;
/** Least strength of the weaker side, relative to the stronger one, for a mixed text. */
const MIXED_FROM = 0.5;
const EVIDENCE = { most: 6, longest: 600 };
/** "not good" is bad, but not as bad as "bad"; "not bad" is hardly praise. */
const DENIED = { positive: -0.75, negative: -0.4 };
const SUPPOSED = 0.4;
const CONTRAST = { before: 0.7, after: 1.3 };
const EXCLAMATION = 1.15;
/** How soon the weights of a clause add up to a clear judgement. */
const SATURATION = 8;
/** How many words after a negator it can deny. German also negates backwards: "gefällt mir nicht". */
const REACH = { en: 3, de: 4 };

interface Token {
  readonly lower: string;
  /** A mark stands between it and the next word. */
  readonly endsPhrase: boolean;
}

interface ClauseMood {
  /** -1 to 1. */
  readonly score: number;
  readonly weight: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Clauses that a contrast ("but") separates. */
const clausesOf = ({ text, words }: ReadSentence, { contrasts }: SentimentLexicon): Token[][] => {
  const clauses: Token[][] = [[]];
  for (const [index, { lower, end }] of words.entries()) {
    if (contrasts.has(lower) && clauses.at(-1)?.length) clauses.push([]);
    const endsPhrase = /[,;:.!?–—()]/.test(text.slice(end, words[index + 1]?.start));
    clauses.at(-1)?.push({ lower: lower.replace("’", "'"), endsPhrase });
  }
  return clauses;
};

const createMoodReader = (language: "en" | "de") => {
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

  const isDenied = (clause: readonly Token[], index: number): boolean => {
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

  const weigh = (clause: readonly Token[]): number => {
    const weightAt = (index: number): number => lexicon.weightOf(clause[index]?.lower ?? "") ?? 0;
    const reality = clause.some(({ lower }) => lexicon.supposing.has(lower)) ? SUPPOSED : 1;
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
      const sided = isDenied(clause, index) ? weight * (weight > 0 ? DENIED.positive : DENIED.negative) : weight;
      total += sided * (intensity(clause[index - 1]) ?? 1) * reality;
    }
    return total;
  };

  return (sentence: ReadSentence): ClauseMood[] => {
    const clauses = clausesOf(sentence, lexicon);
    return clauses.map((clause, index) => {
      const weight = weigh(clause) * (sentence.text.endsWith("!") ? EXCLAMATION : 1);
      const isLast = index === clauses.length - 1;
      return {
        score: weight / Math.sqrt(weight * weight + SATURATION),
        weight: clauses.length === 1 ? 1 : isLast ? CONTRAST.after : CONTRAST.before,
      };
    });
  };
};

/** The strongest sentences of both sides, the prevailing one first. */
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
  const moodOf = createMoodReader(language);
  const read = readText(text, language).filter(({ words }) => words.length > 0);
  const judged: Evidence[] = [];
  const sides = { positive: 0, negative: 0, clauses: 0 };
  for (const sentence of read) {
    const moods = moodOf(sentence).filter(({ score }) => score !== 0);
    if (moods.length === 0) continue;
    for (const { score, weight } of moods) sides[score > 0 ? "positive" : "negative"] += Math.abs(score) * weight;
    sides.clauses += moods.length;
    const sum = moods.reduce((total, { score, weight }) => total + score * weight, 0);
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
