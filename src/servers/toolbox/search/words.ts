import { plainLetters } from "../../../model/fold.ts";

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,63}(?:['’][\p{L}\p{N}]{1,20})?/gu;

/** A word as the index knows it: small letters without accents, one form for singular and plural. */
export const termOf = (word: string): string => {
  const plain = /^[a-z\d]+$/i.test(word) ? word.toLowerCase() : plainLetters(word);
  return plain.length > 3 && /[^isu]s$/.test(plain) ? plain.slice(0, -1) : plain;
};

export const wordsIn = (text: string): Iterable<RegExpExecArray> => text.matchAll(WORD);

/** Names such as searchFlights are found whole and by their parts. */
export const termsIn = (text: string): string[] => {
  const terms: string[] = [];
  for (const [word] of wordsIn(text)) {
    terms.push(termOf(word));
    if (/[a-z][A-Z]/.test(word)) for (const part of word.split(/(?<=[a-z])(?=[A-Z])/)) terms.push(termOf(part));
  }
  return terms;
};

/** Words that say how one asks, not what about. */
const QUESTION_WORDS = new Set(
  `a about am an and any are as at be by can could do does for from give has have how i if in information into is it its me mean
   meaning my of on or please show should tell than that the their them there these they this to us was we were what when where
   which who whose why will with would you your der die das ein eine und oder ist sind was wie wo wer welche im in zu mit von für`
    .split(/\s+/)
    .map(termOf),
);

export interface ReadQuery {
  readonly terms: readonly string[];
  /** Those of them that were written as codes are: FRA, LH. */
  readonly codes: ReadonlySet<string>;
}

/** Each further word costs a walk over the index. */
const MOST_TERMS = 24;

export const readQuery = (query: string, ignored: ReadonlySet<string> = new Set()): ReadQuery => {
  const words = Array.from(wordsIn(query), ([word]) => word);
  const telling = words.filter((word) => !ignored.has(termOf(word)));
  const rest = telling.filter((word) => isCode(word) || !QUESTION_WORDS.has(termOf(word)));
  const kept = rest.length === 0 ? telling : rest;
  const codes = kept.length === 1 ? kept.filter((word) => /^[a-z\d]{2,3}$/i.test(word)) : kept.filter(isCode);
  return { terms: [...new Set(kept.map(termOf))].slice(0, MOST_TERMS), codes: new Set(codes.map(termOf)) };
};

const isCode = (word: string): boolean => /^(?=.*[A-Z])[A-Z\d]{2,3}$/.test(word);
