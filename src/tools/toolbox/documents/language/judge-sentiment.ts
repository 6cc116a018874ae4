import type { Evidence, Language, Sentiment, SentimentLabel } from "./analysis.ts";
import { readText } from "./read-text.ts";
import { type ClauseMood, createMoodReader } from "./sentence-mood.ts";

/** Texts in which fewer sentences than this share judge anything are reports, not opinions. */
const opinionatedShare = 0.3;

/** Judgement per sentence, on average, above which a text is all opinion. */
const opinionatedMass = 0.25;

const threshold = {
  /** Below it, a text is neutral. */
  score: 0.1,
  /** How strong the weaker side must be, beside the stronger one, to call a text mixed. */
  mixed: 0.5,
};

const evidenceKept = 6;
const longestEvidence = 600;

const round = (value: number): number => Math.round(value * 100) / 100;

const sum = (moods: readonly ClauseMood[], side: 1 | -1): number =>
  moods.reduce((total, { score, weight }) => (Math.sign(score) === side ? total + Math.abs(score) * weight : total), 0);

/** The strongest sentences of both sides, the prevailing one first. */
const strongest = (judged: readonly Evidence[], side: number): Evidence[] =>
  judged
    .filter(({ sentence }) => sentence.length <= longestEvidence)
    .toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score))
    .slice(0, evidenceKept)
    .toSorted((one, other) => side * (other.score - one.score));

const labelOf = (score: number, positive: number, negative: number, density: number): SentimentLabel => {
  const balance = Math.min(positive, negative) / Math.max(positive, negative, 0.01);
  if (balance >= threshold.mixed && density >= opinionatedShare) return "mixed";
  if (Math.abs(score) < threshold.score) return "neutral";
  return score > 0 ? "positive" : "negative";
};

export const judgeSentiment = (text: string, language: Language): Sentiment => {
  if (language === "other") {
    return { analysis_type: "sentiment", label: "neutral", score: 0, confidence: 0, evidence: [] };
  }
  const moodOf = createMoodReader(language);
  const read = readText(text, language).filter(({ words }) => words.length > 0);
  const clauses: ClauseMood[] = [];
  const judged: Evidence[] = [];
  for (const { text: sentence, words } of read) {
    const moods = moodOf(sentence, words).filter(({ score }) => score !== 0);
    if (moods.length === 0) continue;
    for (const mood of moods) clauses.push(mood);
    const score = moods.reduce((total, mood) => total + mood.score * mood.weight, 0);
    judged.push({ sentence, score: round(Math.max(-1, Math.min(1, score))) });
  }
  const [positive, negative] = [sum(clauses, 1), sum(clauses, -1)];
  const density = judged.length / Math.max(1, read.length);
  const balance = positive + negative === 0 ? 0 : (positive - negative) / (positive + negative);
  const strength = clauses.length === 0 ? 0 : (positive + negative) / clauses.length;
  const mass = (positive + negative) / Math.max(1, read.length);
  const score = balance * Math.sqrt(strength) * Math.min(1, mass / opinionatedMass);
  const label = labelOf(score, positive, negative, density);
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
