import { plainLetters } from "../../../model/fold.ts";

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,63}(?:['’][\p{L}\p{N}]{1,20})?/gu;

/** Normalizes a word for the index: lower case, no accents, one form for singular and plural. */
export const termOf = (word: string): string => {
  const plain = /^[a-z\d]+$/i.test(word) ? word.toLowerCase() : plainLetters(word);
  return plain.length > 3 && /[^isu]s$/.test(plain) ? plain.slice(0, -1) : plain;
};

const wordsIn = (text: string): Iterable<RegExpExecArray> => text.matchAll(WORD);

/** Returns the terms of a text; a name such as searchFlights counts as a whole and by its parts. */
export const termsIn = (text: string): string[] => {
  const terms: string[] = [];
  for (const [word] of wordsIn(text)) {
    terms.push(termOf(word));
    if (/[a-z][A-Z]/.test(word)) for (const part of word.split(/(?<=[a-z])(?=[A-Z])/)) terms.push(termOf(part));
  }
  return terms;
};

/** Stop words of queries. */
const QUESTION_WORDS = new Set(
  `a about am an and any are as at be by can could do does for from give has have how i if in information into is it its me mean
   meaning my of on or please show should tell than that the their them there these they this to us was we were what when where
   which who whose why will with would you your der die das ein eine und oder ist sind was wie wo wer welche im in zu mit von für`
    .split(/\s+/)
    .map(termOf),
);

export interface ReadQuery {
  readonly terms: readonly string[];
  /** The terms that were written as codes: FRA, LH. */
  readonly codes: ReadonlySet<string>;
}

/** Each further term costs a walk over the index. */
const MOST_TERMS = 24;

export const readQuery = (query: string): ReadQuery => {
  const words = Array.from(wordsIn(query), ([word]) => word);
  const telling = words.filter((word) => isCode(word) || !QUESTION_WORDS.has(termOf(word)));
  const kept = telling.length === 0 ? words : telling;
  const codes = kept.length === 1 ? kept.filter((word) => /^[a-z\d]{2,3}$/i.test(word)) : kept.filter(isCode);
  return { terms: [...new Set(kept.map(termOf))].slice(0, MOST_TERMS), codes: new Set(codes.map(termOf)) };
};

const isCode = (word: string): boolean => /^(?=.*[A-Z])[A-Z\d]{2,3}$/.test(word);

const SNIPPET_LENGTH = 200;
/** Characters shown before the first match. */
const LEAD = 50;

/** Returns the passage, in whole words, with most of the terms. */
export const snippetOf = (text: string, terms: ReadonlySet<string>): string => {
  if (text.length <= SNIPPET_LENGTH) return text;
  const matches = Array.from(wordsIn(text), (word) => ({ at: word.index, term: termOf(word[0]) })).filter(({ term }) =>
    terms.has(term),
  );
  let best = { at: 0, score: 0 };
  for (const [index, { at }] of matches.entries()) {
    const near = matches
      .slice(index, index + SNIPPET_LENGTH / 2)
      .filter((match) => match.at < at + SNIPPET_LENGTH - LEAD);
    const score = new Set(near.map(({ term }) => term)).size * 100 + near.length;
    if (score > best.score) best = { at, score };
  }
  const from = best.at <= LEAD ? 0 : wordStart(text, Math.min(best.at - LEAD, text.length - SNIPPET_LENGTH), best.at);
  const to = from + SNIPPET_LENGTH >= text.length ? text.length : wordEnd(text, from + SNIPPET_LENGTH);
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
};

const wordStart = (text: string, from: number, latest: number): number => {
  const space = text.indexOf(" ", from);
  return space < 0 || space >= latest ? Math.max(0, from) : space + 1;
};

const wordEnd = (text: string, to: number): number => {
  const space = text.lastIndexOf(" ", to);
  return space > to - SNIPPET_LENGTH / 2 ? space : to;
};
