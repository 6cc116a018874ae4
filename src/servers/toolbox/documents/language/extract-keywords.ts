import type { Keyword, Keywords, Language } from "./analyse.ts";
import { sentimentLexicon } from "./judge-sentiment.ts";
import { words as listed } from "./language-data.ts";
import { isCapitalised, isContent, type ReadSentence, readText, stem, type Word } from "./read-text.ts";

/** One to three consecutive content words, in all their inflected forms. */
interface Phrase {
  readonly stems: readonly string[];
  readonly forms: Map<string, number>;
  readonly first: number;
  last: number;
  count: number;
  /** Occurrences with a capital letter outside of sentence starts and headings. */
  capitalised: number;
  asNoun: number;
  asOther: number;
  withArticle: number;
  inHeading: boolean;
  /** Whether it was a whole run of content words at least once. */
  isWhole: boolean;
}

const MOST_KEYWORDS = 15;
const LEAST_SCORE = 0.05;
const LONGEST_PHRASE = 3;
/** Bounds the memory. */
const MOST_PHRASES = 60_000;
const LENGTH_BONUS: readonly number[] = [0, 1, 1.5, 1.7];
/** A phrase with this share of a word's occurrences replaces that word. */
const REPLACES_FROM = 0.5;

const beforeNoun = new Set(listed.beforeNoun);
const beforeVerb = new Set(listed.beforeVerb);
const afterNoun = new Set(listed.afterNoun);
const articles = new Set(listed.germanArticles);

/** Returns runs of content words without punctuation or stop words in between, as indices. */
const runsOf = ({ text, words }: ReadSentence, language: Language): number[][] => {
  const runs: number[][] = [[]];
  for (const [index, word] of words.entries()) {
    const gap = index === 0 ? "" : text.slice(words[index - 1]?.end, word.start);
    const isPart = isContent(word, language) && !/[.@]/.test(word.text);
    if (!isPart || /[^\s-]/.test(gap)) runs.push([]);
    if (isPart) runs.at(-1)?.push(index);
  }
  return runs.filter((run) => run.length > 0);
};

const collectPhrases = (read: readonly ReadSentence[], language: Language): Phrase[] => {
  const phrases = new Map<string, Phrase>();
  const note = (sentence: ReadSentence, index: number, run: readonly number[], start: number, length: number): void => {
    const places = run.slice(start, start + length);
    const words = places.map((place) => sentence.words[place] as Word);
    const stems = words.map(({ lower }) => stem(lower, language));
    const key = stems.join(" ");
    const phrase: Phrase = phrases.get(key) ?? {
      stems,
      forms: new Map(),
      first: index,
      last: index,
      count: 0,
      capitalised: 0,
      asNoun: 0,
      asOther: 0,
      withArticle: 0,
      inHeading: false,
      isWhole: false,
    };
    if (phrase.count === 0 && phrases.size >= MOST_PHRASES) return;
    phrases.set(key, phrase);
    const form = words.map(({ text }) => text).join(" ");
    phrase.forms.set(form, (phrase.forms.get(form) ?? 0) + 1);
    phrase.count += 1;
    phrase.last = index;
    const isHeading = sentence.kind === "heading";
    const opens = places[0] === 0 && length === 1;
    const ends = language === "de" ? words.slice(-1) : words;
    const explained = opens || (isHeading && language !== "de");
    if (!explained && ends.every(({ text }) => isCapitalised(text))) phrase.capitalised += 1;
    const before = sentence.words[(places[0] ?? 0) - 1]?.lower ?? "";
    const after = sentence.words[(places.at(-1) ?? 0) + 1]?.lower ?? "";
    const isLast = start + length === run.length;
    const isHead = isLast && start > 0 && !/(?:ed|ing)$/.test(form);
    // A word before another content word, or after a pronoun or "to", is less likely to be a noun.
    if (!isLast) phrase.asOther += 0.5;
    else if (beforeNoun.has(before) || afterNoun.has(after) || isHead) phrase.asNoun += 1;
    if (beforeVerb.has(before)) phrase.asOther += 1;
    if (articles.has(before)) phrase.withArticle += 1;
    if (isHeading) phrase.inHeading = true;
    if (length === run.length) phrase.isWhole = true;
  };
  for (const [index, sentence] of read.entries()) {
    for (const run of runsOf(sentence, language)) {
      for (let start = 0; start < run.length; start++) {
        const most = Math.min(LONGEST_PHRASE, run.length - start);
        for (let length = 1; length <= most; length++) note(sentence, index, run, start, length);
      }
    }
  }
  return [...phrases.values()];
};

/** How likely the phrase is a noun, from 0 to 1: by its capitals in German, by its neighbours in English. */
const nominalOf = ({ forms, stems, count, capitalised, asNoun, asOther }: Phrase, language: Language): number => {
  const last = forms.keys().next().value?.toLowerCase().split(" ").at(-1) ?? "";
  const capitals = capitalised / count;
  if (language === "other") return last.length < 5 ? 0.6 : 1;
  if (language === "de") return capitals > 0 ? Math.min(1, 0.3 + capitals) : 0;
  if (capitals >= 0.5) return 1;
  // Sentiment words are mostly adjectives: "dirty" is not a keyword, "strike" can be one.
  const isJudging = stems.length === 1 && Boolean(sentimentLexicon("en").weightOf(last));
  if (last.endsWith("ly") || (isJudging && asNoun <= Math.max(1, asOther))) return 0;
  const share = (asNoun + 0.5) / (asNoun + asOther + 1);
  return share < 0.4 ? 0.2 * share : 0.3 + 0.7 * share;
};

/** Several words are a phrase if they occur more than once or are a name. */
const isPhrase = ({ stems, count, capitalised, isWhole }: Phrase, language: Language): boolean =>
  stems.length === 1 || count > 1 || (language !== "de" && isWhole && capitalised === 1);

/** Prefers phrases that occur early, often and all over the text. */
const weightOf = (phrase: Phrase, sentences: number, language: Language): number => {
  const { first, last, count, stems, inHeading, withArticle } = phrase;
  const early = 1 + 0.5 * (1 - first / Math.max(1, sentences));
  const span = 0.8 + (0.5 * (last - first)) / Math.max(1, sentences);
  // German names of people and places have no article.
  const isGermanName = language === "de" && stems.length === 1 && count > 1 && withArticle === 0;
  const emphasis = (inHeading ? 1.25 : 1) * (isGermanName ? 1.3 : 1);
  return count ** 0.65 * early * span * (LENGTH_BONUS[stems.length] ?? 1) * nominalOf(phrase, language) * emphasis;
};

const contains = (longer: Phrase, shorter: Phrase): boolean =>
  longer.stems.length > shorter.stems.length && ` ${longer.stems.join(" ")} `.includes(` ${shorter.stems.join(" ")} `);

const repeats = (phrase: Phrase, chosen: Phrase): boolean =>
  (contains(chosen, phrase) && chosen.count >= REPLACES_FROM * phrase.count) ||
  (contains(phrase, chosen) && phrase.count < REPLACES_FROM * chosen.count);

const formOf = ({ forms, capitalised, count }: Phrase, language: Language): string => {
  const [[best] = [""]] = [...forms].toSorted(
    ([one, first], [other, second]) => second - first || one.length - other.length || (one < other ? -1 : 1),
  );
  return language === "en" && capitalised / count < 0.5 ? best.toLowerCase() : best;
};

export const extractKeywords = (text: string, language: Language): Keywords => {
  const read = readText(text, language);
  const ranked = collectPhrases(read, language)
    .filter((phrase) => isPhrase(phrase, language))
    .map((phrase) => ({ phrase, weight: weightOf(phrase, read.length, language) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const chosen: typeof ranked = [];
  for (const candidate of ranked) {
    if (chosen.length === MOST_KEYWORDS) break;
    if (!chosen.some(({ phrase }) => repeats(candidate.phrase, phrase))) chosen.push(candidate);
  }
  const best = ranked[0]?.weight ?? 1;
  const keywords = chosen.map(({ phrase, weight }): Keyword => {
    return {
      keyword: formOf(phrase, language),
      score: Math.round((weight / best) * 1_000) / 1_000,
      count: phrase.count,
    };
  });
  return { analysis_type: "keywords", keywords: keywords.filter(({ score }) => score >= LEAST_SCORE) };
};
