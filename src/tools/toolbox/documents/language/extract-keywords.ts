import type { Keyword, Keywords, Language } from "./analysis.ts";
import { collectPhrases, type Phrase } from "./collect-phrases.ts";
import { readText } from "./read-text.ts";

const most = 15;
const leastScore = 0.05;

/** So much more than its words says a phrase that comes again. */
const phraseBonus: readonly number[] = [0, 1, 1.5, 1.7];

/** A phrase that makes up so much of a word's occurrences speaks for that word. */
const speaksFor = 0.5;

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** What comes early, often, and from one end of a text to the other is what it is about. */
const weightOf = (phrase: Phrase, sentences: number): number => {
  const early = 1 + 0.5 * (1 - phrase.firstSentence / Math.max(1, sentences));
  const span = 0.8 + (0.5 * (phrase.lastSentence - phrase.firstSentence)) / Math.max(1, sentences);
  const length = phraseBonus[phrase.stems.length] ?? 1;
  return phrase.count ** 0.65 * early * span * length * phrase.nominal * phrase.emphasis;
};

/** "Grand Meridian" and "Meridian Hotel" are two halves of one name. */
const isChained = (one: Phrase, other: Phrase): boolean =>
  one.stems.length > 1 &&
  other.stems.length > 1 &&
  [1, 2].some(
    (shared) =>
      one.stems.slice(-shared).join(" ") === other.stems.slice(0, shared).join(" ") ||
      other.stems.slice(-shared).join(" ") === one.stems.slice(0, shared).join(" "),
  );

const contains = (longer: Phrase, shorter: Phrase): boolean =>
  longer.stems.length > shorter.stems.length && ` ${longer.stems.join(" ")} `.includes(` ${shorter.stems.join(" ")} `);

/** Takes out words that a chosen phrase speaks for, and phrases that only stretch a chosen one. */
const withoutRepetition = (ranked: readonly (readonly [Phrase, number])[]): (readonly [Phrase, number])[] => {
  const chosen: (readonly [Phrase, number])[] = [];
  for (const candidate of ranked) {
    const [phrase] = candidate;
    const isSpokenFor = chosen.some(
      ([one]) =>
        (contains(one, phrase) && one.count >= speaksFor * phrase.count) ||
        (contains(phrase, one) && phrase.count < speaksFor * one.count) ||
        (isChained(one, phrase) && one.count >= phrase.count),
    );
    if (!isSpokenFor) chosen.push(candidate);
    if (chosen.length === most) break;
  }
  return chosen;
};

export const extractKeywords = (text: string, language: Language): Keywords => {
  const read = readText(text, language);
  const ranked = collectPhrases(read, language)
    .map((phrase) => [phrase, weightOf(phrase, read.length)] as const)
    .filter(([, value]) => value > 0)
    .toSorted(([, one], [, other]) => other - one);
  const best = ranked[0]?.[1] ?? 1;
  const keywords = withoutRepetition(ranked).map(
    ([{ form, count }, value]): Keyword => ({ keyword: form, score: round(value / best), count }),
  );
  return { analysis_type: "keywords", keywords: keywords.filter(({ score }) => score >= leastScore) };
};
