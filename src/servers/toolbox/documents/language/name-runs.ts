import { isCapitalised, wordsOf } from "./read-text.ts";
import type { Sentence } from "./sentences.ts";

/** Capitalised words in a row, and the text around them. */
export interface NameRun {
  readonly words: readonly string[];
  readonly kind: Sentence["kind"];
  readonly sentence: string;
  readonly before: string;
  readonly after: string;
  /** The text between it and the run before it in the sentence. */
  readonly between: string | undefined;
}

export interface RunRules {
  /** Whether small words may join the words before and after them. */
  readonly joins: (left: string, small: string, right: string) => boolean;
  /** Words that are no part of a name although they are capitalised. */
  readonly isOrdinary: (word: string, opensSentence: boolean) => boolean;
}

const SURROUNDINGS = 60;
const LONGEST_NAME = { words: 9, characters: 100 };

/** Words inside names that never begin or end one. */
const joining = /^(?:de|da|do|dos|das|del|della|di|du|la|le|les|el|al|van|von|der|den|am|an|im|of|the|for|und|and)$/;
const opening = /[.!?:–—"“„”]\s?["“„]?$/;
const abbreviated = /^(?:\p{Lu}|Dr|Prof|St|Mr|Mrs|Ms|Hr|Fr)$/u;

export const nameRunsOf = ({ text, kind }: Sentence, { joins, isOrdinary }: RunRules): NameRun[] => {
  const words = wordsOf(text);
  const gapAfter = (index: number): string => text.slice(words[index]?.end, words[index + 1]?.start);
  const wordAt = (index: number): string => words[index]?.text ?? "";
  const isName = (index: number): boolean => {
    const word = wordAt(index);
    // Capitalised, or a brand such as easyJet.
    if (!(isCapitalised(word) || /^\p{Ll}{1,6}\p{Lu}\p{Ll}/u.test(word))) return false;
    return !isOrdinary(word, index === 0 || opening.test(gapAfter(index - 1)));
  };
  const adjoins = (index: number): boolean => {
    const gap = gapAfter(index);
    return gap === " " || gap === " & " || (gap === ". " && abbreviated.test(wordAt(index)));
  };
  /** The next word of the name, across at most two small words. */
  const nextIn = (end: number): number | undefined => {
    if (!adjoins(end)) return undefined;
    if (isName(end + 1)) return end + 1;
    let next = end + 1;
    while (next - end <= 2 && joining.test(wordAt(next)) && adjoins(next)) next += 1;
    if (next === end + 1 || !isName(next)) return undefined;
    const small = text.slice(words[end + 1]?.start, words[next - 1]?.end);
    return joins(wordAt(end), small, wordAt(next)) ? next : undefined;
  };

  const runs: NameRun[] = [];
  let lastEnd: number | undefined;
  for (let index = 0; index < words.length; index++) {
    if (!isName(index)) continue;
    const first = index;
    for (let next = nextIn(index); next !== undefined; next = nextIn(index)) index = next;
    const [from, to] = [words[first]?.start ?? 0, words[index]?.end ?? 0];
    const name = text.slice(from, to).replace(/['’]s?$/, "");
    const between = lastEnd === undefined ? undefined : text.slice(lastEnd, from);
    lastEnd = to;
    if (index - first >= LONGEST_NAME.words || name.length > LONGEST_NAME.characters) continue;
    runs.push({
      words: name.split(" "),
      kind,
      sentence: text,
      before: text.slice(Math.max(0, from - SURROUNDINGS), from),
      after: text.slice(to, to + SURROUNDINGS),
      between,
    });
  }
  return runs;
};
