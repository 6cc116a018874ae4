import type { Language, Summary } from "./analyse.ts";
import { anyOf, readData } from "./language-data.ts";
import { type ReadSentence, readText } from "./read-text.ts";

interface Cues {
  /** Openings of sentences that depend on the previous one. */
  readonly dependent: readonly string[];
  readonly concluding: readonly string[];
  /** Verbs of reported speech, which is more often comment than fact. */
  readonly reported: readonly string[];
}

interface Candidate {
  readonly sentence: ReadSentence;
  readonly index: number;
  readonly score: number;
}

/** Shorter sentences carry little; longer ones were probably not split correctly. */
const FIT = { leastWords: 5, leastWordsOfShortText: 2, mostWords: 70, characters: 600 };
const KEY_POINT = { leastWords: 4, mostWords: 24, characters: 140, most: 5 };
const IDEAL_WORDS = { least: 16, most: 35 };
/** Penalties for another sentence of a paragraph, or with the same words. */
const REPETITION = { sameBlock: 0.3, sameWords: 0.25 };
/** Overlap from which a sentence repeats another. */
const SAMENESS = 0.75;
/** Only the best are compared with each other, so that the time stays linear. */
const FINALISTS = 80;
/** Weight of a word that occurs in one sentence only. */
const SINGLE_WORD = 0.3;
const TITLE_WORD = 2;
const HEADING_WORD = 1.25;

const cues = readData<Record<"en" | "de", Cues> & { readonly boilerplate: readonly string[] }>("summary-cues");
const atStart = (words: readonly string[]) => new RegExp(`^["“„]?${anyOf(words)}(?![\\p{L}\\p{M}])`, "iu");
const anywhere = (words: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{M}])${anyOf(words)}(?![\\p{L}\\p{M}])`, "iu");
/** Headings of standard sections, such as press contacts. */
const boilerplate = atStart(cues.boilerplate);
const reference = /@|https?:|www\.|\+\d[\d ()/-]{6,20}|\b(?:tel|telefon|fax)\b/i;

/** Patterns that multiply the score of a sentence. */
const patternsOf = (language: Language): readonly (readonly [RegExp, number])[] => [
  ...(language === "other"
    ? []
    : ([
        [atStart(cues[language].dependent), 0.65],
        [anywhere(cues[language].concluding), 1.25],
        [anywhere(cues[language].reported), 0.55],
      ] as const)),
  [/\d/, 1.1],
  [/^["“„«]|["”“»]$/u, 0.4],
  [/[?!]$|^(?:please|bitte)\b/i, 0.6],
  [reference, 0.35],
];

/** Weights words by the number of their sentences and by headings. */
const importanceOf = (read: readonly ReadSentence[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { content } of read) for (const word of new Set(content)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const body = read.findIndex(({ kind }) => kind === "sentence");
  const emphasis = new Map<string, number>();
  for (const [index, { kind, content }] of read.entries()) {
    const factor = index < body ? TITLE_WORD : HEADING_WORD;
    if (kind === "heading") for (const word of content) emphasis.set(word, Math.max(factor, emphasis.get(word) ?? 1));
  }
  const weightOf = (word: string, count: number) =>
    (count === 1 ? SINGLE_WORD : Math.log2(1 + count)) * (emphasis.get(word) ?? 1);
  return new Map([...counts].map(([word, count]) => [word, weightOf(word, count)]));
};

/** Scores a sentence by its important words, its position, and whether it is understood alone. */
const createScore = (read: readonly ReadSentence[], language: Language): ((sentence: ReadSentence) => number) => {
  const importance = importanceOf(read);
  const patterns = patternsOf(language);
  const running = read.filter(({ kind }) => kind === "sentence");
  const lead = running.find(({ words }) => words.length >= 8);
  const lastBlock = running.at(-1)?.block ?? 0;
  const underBoilerplate = new Set<number>();
  let section = "";
  for (const { kind, text, block } of read) {
    if (kind === "heading") section = text;
    if (boilerplate.test(section)) underBoilerplate.add(block);
  }
  return (sentence) => {
    const { text, words, content, block } = sentence;
    const sum = [...new Set(content)].reduce((total, word) => total + (importance.get(word) ?? 0), 0);
    const length = Math.max(1, words.length);
    const fit = Math.min(1, length / IDEAL_WORDS.least, IDEAL_WORDS.most / length);
    const factors: readonly (readonly [boolean, number])[] = [
      [sentence === lead, 2],
      [block === lead?.block, 1.7],
      [block === lastBlock, 1.4],
      [block <= lastBlock / 3, 1.4],
      [underBoilerplate.has(block), 0.35],
      ...patterns.map(([pattern, factor]) => [pattern.test(text), factor] as const),
    ];
    return factors.reduce((score, [holds, factor]) => (holds ? score * factor : score), (sum / length ** 0.2) * fit);
  };
};

const overlap = (one: ReadSentence, other: ReadSentence): number => {
  const [own, theirs] = [new Set(one.content), new Set(other.content)];
  const shared = [...theirs].filter((word) => own.has(word)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(own.size * theirs.size);
};

/** Returns the best sentences that do not repeat each other, in the order of the text. */
const choose = (candidates: readonly Candidate[], count: number): string[] => {
  const pool = candidates.toSorted((one, other) => other.score - one.score).slice(0, FINALISTS);
  const chosen: Candidate[] = [];
  while (chosen.length < count && pool.length > 0) {
    const values = pool.map(({ sentence, score }) => {
      const repeated = Math.max(0, ...chosen.map((one) => overlap(one.sentence, sentence)));
      const isBeside = chosen.some((one) => one.sentence.block === sentence.block);
      if (repeated >= SAMENESS) return -1;
      return score * (1 - REPETITION.sameWords * repeated) * (isBeside ? 1 - REPETITION.sameBlock : 1);
    });
    const best = Math.max(...values);
    if (best < 0) break;
    chosen.push(...pool.splice(values.indexOf(best), 1));
  }
  return chosen.toSorted((one, other) => one.index - other.index).map(({ sentence }) => sentence.text);
};

const materialOf = (read: readonly ReadSentence[]): readonly ReadSentence[] => {
  const short = read.filter(({ text }) => text.length <= FIT.characters);
  const running = short.filter(({ kind, words }) => kind === "sentence" && words.length <= FIT.mostWords);
  const usual = running.filter(({ words }) => words.length >= FIT.leastWords);
  if (usual.length >= 3) return usual;
  const some = running.filter(({ words }) => words.length >= FIT.leastWordsOfShortText);
  // A list or a table has no sentences; then any entry counts.
  return some.length > 0 ? some : short;
};

const isKeyPoint = ({ sentence: { text, words, content } }: Candidate): boolean =>
  text.length <= KEY_POINT.characters &&
  words.length >= KEY_POINT.leastWords &&
  words.length <= KEY_POINT.mostWords &&
  content.length >= 2;

export const summarise = (text: string, language: Language): Summary => {
  const read = readText(text, language);
  const scoreOf = createScore(read, language);
  const candidates = materialOf(read).map((sentence, index) => ({ sentence, index, score: scoreOf(sentence) }));
  const words = candidates.reduce((sum, { sentence }) => sum + sentence.words.length, 0);
  // Three for a page, seven for a long document.
  const sentences = choose(candidates, Math.min(7, Math.max(3, Math.round(words / 125))));
  const points = choose(candidates.filter(isKeyPoint), Math.min(KEY_POINT.most, Math.max(3, sentences.length - 1)));
  return {
    analysis_type: "summary",
    summary: sentences.join(" "),
    sentences,
    key_points: points.map((point) => point.replace(/[.…]$/u, "")),
  };
};
