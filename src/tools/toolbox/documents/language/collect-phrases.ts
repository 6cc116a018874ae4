import type { Language } from "./analysis.ts";
import { isContent, type ReadSentence } from "./read-text.ts";
import { sentimentLexicon } from "./sentiment-lexicon.ts";
import { stem } from "./stem.ts";
import { wordTable } from "./word-table.ts";
import { hasLetter, isCapitalised, type Word } from "./words.ts";

/** One to three words that stand together, under all their inflected forms. */
export interface Phrase {
  readonly stems: readonly string[];
  /** The form that is written most often. */
  readonly form: string;
  readonly count: number;
  readonly firstSentence: number;
  readonly lastSentence: number;
  /** 0 to 1: how surely it names a thing, not what is done or how something is. */
  readonly nominal: number;
  /** Above 1 for names, and for what headings say. */
  readonly emphasis: number;
}

interface Tally {
  readonly stems: readonly string[];
  readonly forms: Map<string, number>;
  readonly firstSentence: number;
  lastSentence: number;
  count: number;
  /** Occurrences with a capital letter that no beginning of a sentence explains. */
  capitalised: number;
  asThing: number;
  asDeed: number;
  /** Occurrences right before another noun, which it only describes. */
  asModifier: number;
  withArticle: number;
  afterPreposition: number;
  inHeading: boolean;
  /** It stood alone between stop words or marks: nothing was cut off from it. */
  isWhole: boolean;
}

const longestPhrase = 3;
/** Texts of a million different words keep what they began with. */
const mostTallies = 60_000;

/** What stands before a noun, and what before a verb. */
const beforeThing = wordTable(`
  a an the this that these those my our your his her its their of in at with from for by on no any each every some per
  all which whose another such into through
`);
const beforeDeed = wordTable(`
  to will would can could may might must shall should not i we you they he she it who don't didn't cannot and then
  please was were is are be been being has have had never
`);
const afterThing = wordTable("of is are was were will has have had may must can that which who and");

/** German names of people and places stand without an article, and mostly after one of these. */
const germanArticles = wordTable(`
  der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins kein keine unser unsere unserem
  unseren mein meine ihr ihre sein seine dieser diese dieses diesem diesen jeder jede jedes pro alle viele
`);
const germanPrepositions = wordTable("nach in von aus bei über bis ab zwischen mit schwester bruder herr frau");

interface Neighbours {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether the next word belongs to the same run of content words. */
  readonly goesOn: boolean;
  /** Whether it is what the words before it in the run describe. */
  readonly isHead: boolean;
  readonly isWhole: boolean;
}

const adverb = /ly$/;
const verbal = /(?:ed|ing)$/;
const foreignMark = /[.@]/;

const createTally = (stems: readonly string[], sentence: number): Tally => ({
  stems,
  forms: new Map(),
  firstSentence: sentence,
  lastSentence: sentence,
  count: 0,
  capitalised: 0,
  asThing: 0,
  asDeed: 0,
  asModifier: 0,
  withArticle: 0,
  afterPreposition: 0,
  inHeading: false,
  isWhole: false,
});

/** Runs of content words that neither a mark nor a stop word interrupts. */
const runsOf = ({ text, words }: ReadSentence, language: Language): Word[][] => {
  const runs: Word[][] = [[]];
  words.forEach((word, index) => {
    const previous = words[index - 1];
    const isApart = previous !== undefined && /[^\s-]/.test(text.slice(previous.end, word.start));
    if (isApart || !isContent(word, language) || foreignMark.test(word.text)) runs.push([]);
    if (isContent(word, language) && !foreignMark.test(word.text)) runs.at(-1)?.push(word);
  });
  return runs.filter((run) => run.length > 0);
};

const isGermanName = ({ withArticle, afterPreposition, stems, count }: Tally): boolean =>
  count > 1 && stems.length === 1 && withArticle === 0 && afterPreposition > 0;

/** How surely a word names a thing. German tells by its capital letter, English by the company it keeps. */
const nominalOf = (tally: Tally, language: Language): number => {
  const last = tally.forms.keys().next().value?.toLowerCase().split(" ").at(-1) ?? "";
  const capitals = tally.capitalised / tally.count;
  if (language === "other") return last.length < 5 ? 0.6 : 1;
  if (language === "de") return capitals > 0 ? Math.min(1, 0.3 + capitals) : 0;
  if (capitals >= 0.5) return 1;
  const against = tally.asDeed + 0.5 * tally.asModifier;
  // Judging words are mostly adjectives: "dirty" is no keyword, "strike" may be one.
  const isJudging = tally.stems.length === 1 && Boolean(sentimentLexicon("en").weightOf(last));
  if (adverb.test(last) || (isJudging && tally.asThing <= Math.max(1, against))) return 0;
  const share = (tally.asThing + 0.5) / (tally.asThing + against + 1);
  return share < 0.4 ? 0.2 * share : 0.3 + 0.7 * share;
};

const formOf = ({ forms, capitalised, count }: Tally, language: Language): string => {
  const [best = ""] = [...forms].toSorted(
    ([one, first], [other, second]) => second - first || one.length - other.length || (one < other ? -1 : 1),
  )[0] ?? [""];
  return language === "en" && capitalised / count < 0.5 ? best.toLowerCase() : best;
};

/** One word is one keyword wherever it stands; several belong together when they come again, or are a name. */
const isPhrase = ({ stems, count, capitalised, forms, isWhole }: Tally, language: Language): boolean => {
  if (stems.length === 1) return true;
  const allCapital = [...forms.keys()].every((form) => form.split(" ").every((word) => isCapitalised(word)));
  if (count === 1) return language !== "de" && isWhole && allCapital && capitalised === 1;
  return true;
};

export const collectPhrases = (read: readonly ReadSentence[], language: Language): Phrase[] => {
  const tallies = new Map<string, Tally>();
  const note = (run: readonly Word[], sentence: number, neighbours: Neighbours, opens: boolean, heads: boolean) => {
    const stems = run.map(({ lower }) => stem(lower, language));
    const key = stems.join(" ");
    let tally = tallies.get(key);
    if (tally === undefined) {
      if (tallies.size >= mostTallies) return;
      tally = createTally(stems, sentence);
      tallies.set(key, tally);
    }
    const form = run.map(({ text }) => text).join(" ");
    tally.forms.set(form, (tally.forms.get(form) ?? 0) + 1);
    tally.count += 1;
    tally.lastSentence = sentence;
    const ends = run.length > 1 && language !== "de" ? [run[0], run.at(-1)] : [run.at(-1)];
    const isCapital = ends.every((word) => isCapitalised(word?.text ?? ""));
    if (isCapital && (!opens || run.length > 1) && (!heads || language === "de")) tally.capitalised += 1;
    const { before = "", after = "", goesOn, isHead, isWhole } = neighbours;
    if (goesOn) tally.asModifier += 1;
    else if (beforeThing.has(before) || afterThing.has(after) || (isHead && !verbal.test(form))) tally.asThing += 1;
    if (beforeDeed.has(before)) tally.asDeed += 1;
    if (germanArticles.has(before)) tally.withArticle += 1;
    if (germanPrepositions.has(before)) tally.afterPreposition += 1;
    if (heads) tally.inHeading = true;
    if (isWhole) tally.isWhole = true;
  };

  read.forEach((sentence, index) => {
    const places = new Map(sentence.words.map((word, place) => [word, place]));
    for (const run of runsOf(sentence, language)) {
      for (let start = 0; start < run.length; start++) {
        for (let length = 1; length <= longestPhrase && start + length <= run.length; length++) {
          const words = run.slice(start, start + length);
          const place = places.get(words[0] as Word) ?? 0;
          const neighbours = {
            before: sentence.words[place - 1]?.lower,
            after: sentence.words[place + length]?.lower,
            goesOn: start + length < run.length,
            isHead: start > 0 && start + length === run.length,
            isWhole: length === run.length,
          };
          if (words.every(({ text }) => hasLetter(text))) {
            note(words, index, neighbours, place === 0, sentence.kind === "heading");
          }
        }
      }
    }
  });

  return [...tallies.values()]
    .filter((tally) => isPhrase(tally, language))
    .map((tally) => ({
      stems: tally.stems,
      form: formOf(tally, language),
      count: tally.count,
      firstSentence: tally.firstSentence,
      lastSentence: tally.lastSentence,
      nominal: nominalOf(tally, language),
      emphasis: (tally.inHeading ? 1.25 : 1) * (language === "de" && isGermanName(tally) ? 1.3 : 1),
    }));
};
