import type { Language, Summary } from "./analysis.ts";
import { type ReadSentence, readText } from "./read-text.ts";
import { createSentenceScores, type ScoredSentence } from "./score-sentences.ts";

/** Sentences shorter say little, longer ones were not meant to be read, or not split rightly. */
const fit = { words: { least: 5, most: 70 }, characters: 600 };
/** In a short text, short sentences have to do. */
const leastWordsOfShort = 2;
const keyPoint = { words: { least: 4, most: 24 }, characters: 140, most: 5 };

/** How much what was chosen already counts against another sentence, from the same paragraph or saying the same. */
const repetition = { sameBlock: 0.3, sameWords: 0.25 };

/** From here on, two sentences say the same. */
const sameness = 0.75;

/** Only the best are compared with each other: choosing stays linear in the length of the text. */
const finalists = 80;

const overlap = (one: ReadSentence, other: ReadSentence): number => {
  const own = new Set(one.content);
  const shared = new Set(other.content.filter((word) => own.has(word))).size;
  return shared === 0 ? 0 : shared / Math.sqrt(own.size * new Set(other.content).size);
};

/** The best ones that do not repeat each other, in the order of the text. */
const choose = (candidates: readonly ScoredSentence[], count: number): ScoredSentence[] => {
  const pool = candidates.toSorted((one, other) => other.score - one.score).slice(0, finalists);
  const chosen: ScoredSentence[] = [];
  while (chosen.length < count && pool.length > 0) {
    const values = pool.map((candidate) => {
      const repeated = Math.max(0, ...chosen.map((one) => overlap(one.sentence, candidate.sentence)));
      const isBeside = chosen.some((one) => one.sentence.block === candidate.sentence.block);
      if (repeated >= sameness) return -1;
      return candidate.score * (1 - repetition.sameWords * repeated) * (isBeside ? 1 - repetition.sameBlock : 1);
    });
    const best = Math.max(...values);
    if (best < 0) break;
    chosen.push(...pool.splice(values.indexOf(best), 1));
  }
  return chosen.toSorted((one, other) => one.index - other.index);
};

const isFit =
  (leastWords: number) =>
  ({ kind, text, words }: ReadSentence): boolean =>
    kind === "sentence" &&
    words.length >= leastWords &&
    words.length <= fit.words.most &&
    text.length <= fit.characters;

const materialOf = (read: readonly ReadSentence[]): readonly ReadSentence[] => {
  const usual = read.filter(isFit(fit.words.least));
  if (usual.length >= 3) return usual;
  const short = read.filter(isFit(leastWordsOfShort));
  // A list or a table has no sentences at all: then anything with words in it will do.
  return short.length > 0 ? short : read.filter((one) => one.text.length <= fit.characters);
};

/** Three for a page, seven for a long document. */
const sentenceCount = (words: number): number => Math.min(7, Math.max(3, Math.round(words / 125)));

const isShort = ({ sentence: { text, words, content } }: ScoredSentence): boolean =>
  text.length <= keyPoint.characters &&
  words.length >= keyPoint.words.least &&
  words.length <= keyPoint.words.most &&
  content.length >= 2;

export const summarise = (text: string, language: Language): Summary => {
  const read = readText(text, language);
  const material = materialOf(read);
  const scoreOf = createSentenceScores(read, language);
  const candidates = material.map((sentence, index) => ({ sentence, index, score: scoreOf(sentence) }));
  const words = material.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const sentences = choose(candidates, sentenceCount(words)).map(({ sentence }) => sentence.text);
  const short = candidates.filter(isShort);
  const points = choose(short, Math.min(keyPoint.most, Math.max(3, sentences.length - 1)));
  return {
    analysis_type: "summary",
    summary: sentences.join(" "),
    sentences,
    key_points: points.map(({ sentence }) => sentence.text.replace(/[.…]$/u, "")),
  };
};
