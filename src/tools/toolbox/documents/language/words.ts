export interface Word {
  readonly text: string;
  readonly lower: string;
  /** Where it begins and ends in the text it was taken from. */
  readonly start: number;
  readonly end: number;
}

/** Nothing that people write is longer; what is, is noise from an extraction or an attack. */
const longestWord = 60;

// Separators and letters exclude each other, so no text makes this go back over what it has read.
const pattern = /[\p{L}\p{M}\p{N}]+(?:['’&.-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** Scripts that write without spaces: what lies between two marks is not one word there. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

let segmenter: Intl.Segmenter | undefined;

const unspacedWords = (run: string, offset: number): Word[] => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return [...segmenter.segment(run)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({
      text: segment,
      lower: segment.toLowerCase(),
      start: offset + index,
      end: offset + index + segment.length,
    }));
};

export const wordsOf = (text: string): Word[] => {
  const words: Word[] = [];
  for (const match of text.matchAll(pattern)) {
    const [word] = match;
    if (unspaced.test(word)) {
      for (const part of unspacedWords(word.slice(0, 2_000), match.index)) words.push(part);
    } else if (word.length <= longestWord) {
      words.push({ text: word, lower: word.toLowerCase(), start: match.index, end: match.index + word.length });
    }
  }
  return words;
};

export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

export const hasLetter = (word: string): boolean => /\p{L}/u.test(word);
