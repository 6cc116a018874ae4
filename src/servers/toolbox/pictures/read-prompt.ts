import type { Colour } from "./palette.ts";
import { LIGHT, WORDS } from "./picture-book.ts";

/** The known words of a prompt and what they mean. */
export interface PromptContent {
  /** In the order of the prompt. */
  readonly concepts: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Colours named directly before a concept. */
  readonly paints: ReadonlyMap<string, Colour>;
  /** Other colours: they tint the whole picture. */
  readonly tints: readonly Colour[];
  /** The known words, as the prompt has them. */
  readonly recognised: readonly string[];
}

const CONCEPT_OF = new Map<string, string>();
for (const [concept, words] of WORDS)
  for (const word of words.split(" ")) CONCEPT_OF.set(word.replaceAll("-", " "), concept);

const COLOURS = new Map(Object.entries(LIGHT.colours));
const NUMBERS = new Map(
  "two three four five zwei drei vier fuenf 2 3 4 5".split(" ").map((word, index) => [word, 2 + (index % 4)]),
);
/** The concept after one of these is ignored. */
const NEGATIONS: ReadonlySet<string> = new Set("no not without ohne kein keine keinen nicht".split(" "));
const LONGEST_WORD = 40;

/** Splits a prompt into lower-case words without accents; ä becomes ae. */
const foldWords = (prompt: string): string[] =>
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

export const readPrompt = (prompt: string): PromptContent => {
  const words = foldWords(prompt);
  const concepts = new Set<string>();
  const counts = new Map<string, number>();
  const paints = new Map<string, Colour>();
  const tints: Colour[] = [];
  const recognised = new Set<string>();
  let colour: Colour | undefined;
  let count: number | undefined;
  let isNegated = false;

  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const found = conceptAt(words, i);
    if (found !== undefined) {
      i += found.length - 1;
      if (!isNegated) {
        recognised.add(found.phrase);
        concepts.add(found.concept);
        if (colour !== undefined) paints.set(found.concept, colour);
        if (count !== undefined || found.plural) counts.set(found.concept, count ?? 2);
      }
      [colour, count, isNegated] = [undefined, undefined, false];
      continue;
    }
    const shade = COLOURS.get(word) ?? COLOURS.get(word.replace(/(e|er|es|en|em)$/, ""));
    if (shade !== undefined) {
      if (colour !== undefined) tints.push(colour);
      colour = shade;
      recognised.add(word);
    } else if (NUMBERS.has(word)) count = NUMBERS.get(word);
    else if (NEGATIONS.has(word)) isNegated = true;
  }
  if (colour !== undefined) tints.push(colour);
  return { concepts: [...concepts], counts, paints, tints, recognised: [...recognised] };
};

/** Finds the longest known phrase of up to three words. */
const conceptAt = (words: readonly string[], index: number) => {
  for (const length of [3, 2, 1]) {
    const phrase = words.slice(index, index + length).join(" ");
    const singular = ["s", "n", "e", "es", "en"]
      .map((ending) => (phrase.endsWith(ending) ? phrase.slice(0, -ending.length) : ""))
      .find((stem) => stem.length > 2 && CONCEPT_OF.has(stem));
    const concept = CONCEPT_OF.get(phrase) ?? CONCEPT_OF.get(singular ?? "");
    if (concept !== undefined) return { concept, phrase, length, plural: singular !== undefined };
  }
  return undefined;
};
