import type { Colour } from "../canvas/colour.ts";
import { PLACES } from "./places.ts";
import { COLOURS, GERMAN_ONLY, GERMAN_SIGNS, NUMBERS, REFUSALS } from "./small-words.ts";
import { type Concept, VOCABULARY } from "./vocabulary.ts";

/** What a prompt asks for, as far as it was understood. */
export interface Wish {
  /** In the order of the prompt. */
  readonly concepts: readonly Concept[];
  readonly counts: Partial<Record<Concept, number>>;
  /** A colour named right before a thing. */
  readonly paints: Partial<Record<Concept, Colour>>;
  /** Colours named for nothing in particular. */
  readonly tints: readonly Colour[];
  /** The prompt's own words that were understood. */
  readonly recognised: readonly string[];
}

const CONCEPT_OF = new Map<string, Concept>();
const BEGINNINGS: [string, Concept][] = [];
const ENDINGS: [string, Concept][] = [];
for (const [concept, words] of Object.entries(VOCABULARY) as [Concept, string][]) {
  for (const word of words.split(" ")) {
    if (word.startsWith("-")) ENDINGS.push([word.slice(1), concept]);
    else if (word.endsWith("-")) BEGINNINGS.push([word.slice(0, -1), concept]);
    else CONCEPT_OF.set(word.replaceAll("-", " "), concept);
  }
}

/** How many a plural without a number means. */
const SOME = 2;
const LONGEST_WORD = 40;

/** Lower case, without accents and control characters, German letters spelled out: words of letters and digits. */
export const foldWords = (prompt: string): string[] =>
  prompt
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word.length <= LONGEST_WORD);

export const readPrompt = (prompt: string): Wish => {
  const said = foldWords(prompt);
  const german = said.length === 1 || said.some((word) => GERMAN_SIGNS.has(word));
  const words = german ? said : said.filter((word) => !GERMAN_ONLY.has(word));
  const concepts = new Set<Concept>();
  const counts: Partial<Record<Concept, number>> = {};
  const paints: Partial<Record<Concept, Colour>> = {};
  const tints: Colour[] = [];
  const recognised = new Set<string>();
  let [colour, count, refused]: [Colour | undefined, number | undefined, boolean] = [undefined, undefined, false];

  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const [found, length] = meaningAt(words, i);
    if (found.length > 0) {
      const phrase = words.slice(i, i + length).join(" ");
      i += length - 1;
      if (!refused) {
        recognised.add(phrase);
        for (const concept of found) concepts.add(concept);
        const named = found.at(-1) as Concept;
        if (colour !== undefined) paints[named] = colour;
        if (count !== undefined) counts[named] = count;
        else if (isPlural(phrase, named)) counts[named] ??= SOME;
      }
      [colour, count, refused] = [undefined, undefined, false];
      continue;
    }
    const shade = colourOf(word);
    if (shade !== undefined) {
      if (colour !== undefined) tints.push(colour);
      colour = shade;
      recognised.add(word);
    } else if (NUMBERS[word] !== undefined) count = NUMBERS[word];
    else if (REFUSALS.has(word)) refused = true;
  }
  if (colour !== undefined) tints.push(colour);
  return { concepts: [...concepts], counts, paints, tints, recognised: [...recognised] };
};

/** The longest phrase that begins here and means something, and how many words it has. */
const meaningAt = (words: readonly string[], index: number): [readonly Concept[], number] => {
  for (const length of [3, 2]) {
    const phrase = words.slice(index, index + length).join(" ");
    const concept = CONCEPT_OF.get(phrase);
    if (concept !== undefined) return [[concept], length];
    if (Object.hasOwn(PLACES, phrase)) return [PLACES[phrase] ?? [], length];
  }
  return [meaningOf(words[index] as string), 1];
};

const meaningOf = (word: string): readonly Concept[] => {
  if (Object.hasOwn(PLACES, word)) return PLACES[word] ?? [];
  const whole = CONCEPT_OF.get(word) ?? stemOf(word);
  if (whole !== undefined) return [whole];
  const beginning = BEGINNINGS.find(([start]) => word.startsWith(start) && word.length >= start.length + 3);
  const rest = beginning === undefined ? word : word.slice(beginning[0].length);
  const ending =
    CONCEPT_OF.get(rest) ?? ENDINGS.find(([end]) => word.endsWith(end) && word.length >= end.length + 3)?.[1];
  if (beginning === undefined) return ending === undefined ? [] : [ending];
  return ending === undefined || ending === beginning[1] ? [beginning[1]] : [beginning[1], ending];
};

/** Declined: Segelbooten, mountain's. */
const stemOf = (word: string): Concept | undefined => {
  for (const ending of ["n", "en", "s", "es"]) {
    const stem = word.slice(0, -ending.length);
    if (word.endsWith(ending) && stem.length >= 4 && !GERMAN_ONLY.has(stem) && CONCEPT_OF.has(stem))
      return CONCEPT_OF.get(stem);
  }
  return undefined;
};

/** A word that is longer by a plural's ending than another word for the same thing. */
const isPlural = (word: string, concept: Concept): boolean => {
  const known = VOCABULARY[concept].split(" ");
  return ["s", "es", "e", "n", "en", "er"].some(
    (ending) => word.endsWith(ending) && known.includes(word.slice(0, -ending.length)),
  );
};

const colourOf = (word: string): Colour | undefined => {
  for (const stem of [word, word.replace(/(e|er|es|en|em)$/, "")])
    if (Object.hasOwn(COLOURS, stem)) return COLOURS[stem];
  return undefined;
};
