import { abbreviationKind } from "./abbreviations.ts";
import type { Language } from "./analysis.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { isStopWord } from "./stop-words.ts";

export interface Sentence {
  readonly text: string;
  /** Running text, the name of a section, or an entry of a list. */
  readonly kind: Block["kind"];
  /** Which block (paragraph, heading or entry) it belongs to. */
  readonly block: number;
}

/** A full stop with whatever closes after it, and the space before what follows. */
const stops = /(?<![.!?…])[.!?…]+["'”’“»«)\]]*\s+|[。！？]+[」』）]*/gu;

const openers = /^["'“„‚‘«»([¿¡*_]+/;

const monthOrLowerCase =
  /^(?:\p{Ll}|(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)/u;

const firstWord = (text: string): string => /^[\p{L}\p{M}\p{N}'’-]{1,60}/u.exec(text)?.[0] ?? "";

/** The run of letters, digits and inner full stops right before a position. */
const lastWord = (text: string): string => /[\p{L}\p{N}.]{1,24}$/u.exec(text)?.[0] ?? "";

const startsSentence = (word: string, language: Language): boolean =>
  /^\p{Lu}/u.test(word) && isStopWord(word.toLowerCase(), language);

const endsSentence = (before: string, mark: string, after: string, language: Language): boolean => {
  if (after === "" || /^[。！？]/.test(mark)) return true;
  const next = firstWord(after.replace(openers, ""));
  if (/^\p{Ll}/u.test(next)) return false;
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const word = lastWord(before);
  const opensSentence = startsSentence(next, language);
  if (/^(?:\p{Lu}\.)*\p{Lu}$/u.test(word)) return opensSentence && next.length > 1;
  const abbreviation = abbreviationKind(word, language);
  if (abbreviation === "never") return false;
  if (abbreviation === "sometimes") return opensSentence;
  if (abbreviation === "before number") return !/^\d/.test(next);
  const isOrdinal = language !== "en" && (/^\d{1,3}$/.test(word) || /^[IVX]{1,5}$/.test(word));
  return isOrdinal ? !monthOrLowerCase.test(next) && opensSentence : true;
};

const splitBlock = (block: string, language: Language): string[] => {
  const sentences: string[] = [];
  let start = 0;
  for (const match of block.matchAll(stops)) {
    const end = match.index + match[0].length;
    // Windows instead of the whole rest: a text of nothing but full stops must not be copied at each of them.
    const before = block.slice(Math.max(start, match.index - 30), match.index);
    if (!endsSentence(before, match[0], block.slice(end, end + 80), language)) continue;
    sentences.push(block.slice(start, end).trim());
    start = end;
  }
  sentences.push(block.slice(start).trim());
  return sentences;
};

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export const sentencesOf = (text: string, language: Language): Sentence[] =>
  blocksOf(text).flatMap(({ text: block, kind }, index) =>
    (kind === "sentence" ? splitBlock(block, language) : [block])
      .filter(hasWord)
      .map((sentence) => ({ text: sentence, kind, block: index })),
  );
