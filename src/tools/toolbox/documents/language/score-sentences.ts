import type { Language } from "./analysis.ts";
import type { ReadSentence } from "./read-text.ts";
import { anyOf } from "./word-table.ts";

export interface ScoredSentence {
  readonly sentence: ReadSentence;
  /** Its place among the candidates. */
  readonly index: number;
  readonly score: number;
}

const nothing = /^$/;
const atStart = (words: string): RegExp => new RegExp(`^["“„]?${anyOf(words)}(?![\\p{L}\\p{M}])`, "iu");
const anywhere = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}])${anyOf(words)}(?![\\p{L}\\p{M}])`, "iu");

/** A sentence that opens like this leans on the one before it, and stands badly alone. */
const leaning: Readonly<Record<Language, RegExp>> = {
  en: atStart(`
    he she it they this that these those then there here but and so also however afterwards instead yet his her their its
    another such both when_i to_be_fair
  `),
  de: atStart(`
    er sie es das dies diese dieser dieses dafür dagegen daher damit dann danach darum deshalb doch aber und auch außerdem
    seitdem zudem zwar dort hier so im_gegenzug künftig allein ihr ihre sein seine
  `),
  other: nothing,
};

/** Where a writer says what the rest comes to. */
const concluding: Readonly<Record<Language, RegExp>> = {
  en: anywhere(
    "in_short in_summary to_sum_up overall all_in_all in_conclusion conclusion the_main most_important recommend",
  ),
  de: anywhere("fazit insgesamt zusammenfassend alles_in_allem kurzum unterm_strich am_wichtigsten entscheidend"),
  other: nothing,
};

/** What somebody is reported to have said is more often comment than news. */
const reported: Readonly<Record<Language, RegExp>> = {
  en: anywhere("said says told added according_to called_on explained spokes(?:man|woman|person)"),
  de: anywhere("sagte sagt erklärte betonte bezeichnete laut zufolge nach_angaben_von \\p{L}{0,20}sprecher(?:in)?"),
  other: nothing,
};

/** Sections that stand under every text of their kind and say nothing about this one. */
const boilerplate = atStart(`
  about contact media press_contact legal disclaimer imprint copyright über_(?:die|den|das|uns) kontakt presse pressekontakt
  impressum rechtliche
`);

const reference = /@|https?:|www\.|\+\d[\d ()/-]{6,20}|\b(?:tel|telefon|fax)\b/i;
const quoted = /^["“„«]|["”“»]$/u;
const figures = /\d/;
const addressing = /[?!]$|^(?:please|bitte)\b/i;

const weights = {
  lead: 2,
  leadParagraph: 1.7,
  lastParagraph: 1.4,
  early: 1.4,
  figures: 1.1,
  concluding: 1.25,
  leaning: 0.65,
  quoted: 0.4,
  reported: 0.55,
  addressing: 0.6,
  reference: 0.35,
  boilerplate: 0.35,
  titleWord: 2,
  headingWord: 1.25,
};

const idealWords = { least: 16, most: 35 };

/** What is said once is no theme of the text, however many such words a sentence heaps up. */
const saidOnce = 0.3;

const importanceOf = (read: readonly ReadSentence[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { content } of read) for (const word of new Set(content)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const importance = new Map<string, number>();
  for (const [word, count] of counts) importance.set(word, count === 1 ? saidOnce : Math.log2(1 + count));
  const text = read.findIndex(({ kind }) => kind === "sentence");
  const emphasised = new Map<string, number>();
  for (const [index, { kind, content }] of read.entries()) {
    if (kind !== "heading") continue;
    for (const word of content) {
      const factor = index < text ? weights.titleWord : weights.headingWord;
      emphasised.set(word, Math.max(factor, emphasised.get(word) ?? 1));
    }
  }
  for (const [word, factor] of emphasised) importance.set(word, (importance.get(word) ?? saidOnce) * factor);
  return importance;
};

/** How much of what the whole text is about a sentence says, and how well it stands alone. */
export const createSentenceScores = (
  read: readonly ReadSentence[],
  language: Language,
): ((sentence: ReadSentence) => number) => {
  const importance = importanceOf(read);
  const running = read.filter(({ kind }) => kind === "sentence");
  const firstBlock = running.find(({ words }) => words.length >= 8)?.block;
  const lastBlock = running.at(-1)?.block;
  const lastEarlyBlock = (lastBlock ?? 0) / 3;
  const first = running.find(({ words, block }) => block === firstBlock && words.length >= 8);
  const underBoilerplate = new Set<number>();
  let section = "";
  for (const sentence of read) {
    if (sentence.kind === "heading") section = sentence.text;
    if (boilerplate.test(section)) underBoilerplate.add(sentence.block);
  }
  return (sentence) => {
    const { text, words, content } = sentence;
    const sum = [...new Set(content)].reduce((total, word) => total + (importance.get(word) ?? 0), 0);
    const length = Math.max(1, words.length);
    const fit = length < idealWords.least ? length / idealWords.least : Math.min(1, idealWords.most / length);
    const rules: readonly (readonly [boolean, number])[] = [
      [sentence === first, weights.lead],
      [sentence.block === firstBlock, weights.leadParagraph],
      [sentence.block === lastBlock, weights.lastParagraph],
      [sentence.block <= lastEarlyBlock, weights.early],
      [figures.test(text), weights.figures],
      [concluding[language].test(text), weights.concluding],
      [leaning[language].test(text), weights.leaning],
      [reported[language].test(text), weights.reported],
      [quoted.test(text), weights.quoted],
      [addressing.test(text), weights.addressing],
      [reference.test(text), weights.reference],
      [underBoilerplate.has(sentence.block), weights.boilerplate],
    ];
    return rules.reduce((score, [holds, weight]) => (holds ? score * weight : score), (sum / length ** 0.2) * fit);
  };
};
