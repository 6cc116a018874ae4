import type { Sentence } from "./sentences.ts";
import { isCapitalised, type Word, wordsOf } from "./words.ts";

/** Capitalised words that stand together, and what stands around them. */
export interface NameRun {
  readonly words: readonly string[];
  readonly text: string;
  /** The sentence begins with it, so its capital letter says nothing. */
  readonly opens: boolean;
  readonly kind: Sentence["kind"];
  readonly sentence: string;
  /** The three words before it, in lower case, nearest first; none from beyond a mark. */
  readonly before: readonly string[];
  /** The text between it and the run before it in the same sentence. */
  readonly between: string | undefined;
  /** The text right after it. */
  readonly after: string;
  /** A running number, for the order of first mentions. */
  readonly place: number;
}

/** Small words inside names: they join two capitalised ones, but never begin or end a name. */
const joining = new Set(
  "de da do dos das del della di du la le les el al van von der den am an im of the for & und and".split(" "),
);
const longestJoint = 2;

const isJoining = (word: Word | undefined): boolean => word !== undefined && joining.has(word.text);

/** Capitalised, or a brand such as easyJet. */
const looksLikeName = (word: string): boolean => isCapitalised(word) || /^\p{Ll}{1,6}\p{Lu}\p{Ll}/u.test(word);

/** DUBLIN in a dateline is Dublin. */
export const withoutShouting = (run: NameRun, isPlace: (name: string) => boolean): NameRun => {
  if (run.text.length < 4 || run.text !== run.text.toUpperCase()) return run;
  const words = run.words.map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return isPlace(words.join(" ")) ? { ...run, words, text: words.join(" ") } : run;
};

const possessive = /['’]s?$/;

/** Nothing has a longer name. */
const longestName = { words: 9, characters: 100 };

export interface RunRules {
  /** Whether small words may join what stands before and after them. */
  readonly joins: (left: string, small: readonly string[], right: string) => boolean;
  /** Words that are no part of a name although they are capitalised. */
  readonly isOrdinary: (word: string, opens: boolean) => boolean;
}

export const createRunFinder = (rules: RunRules) => {
  let place = 0;

  return ({ text, kind }: Sentence): NameRun[] => {
    const words = wordsOf(text);
    const gap = (index: number): string => text.slice(words[index]?.end ?? 0, words[index + 1]?.start ?? text.length);
    const adjoins = (index: number): boolean => /^(?:\s|\s&\s|\.\s)$/.test(gap(index));
    const opensSentence = (index: number): boolean => index === 0 || /[.!?:–—"“„”]\s?["“„]?$/.test(gap(index - 1));
    const isName = (index: number): boolean => {
      const word = words[index];
      return word !== undefined && looksLikeName(word.text) && !rules.isOrdinary(word.text, opensSentence(index));
    };

    /** The last word of the run that begins here. */
    const endOf = (start: number): number => {
      let end = start;
      while (end + 1 < words.length) {
        const current = words[end]?.text ?? "";
        const isAbbreviated = gap(end) === ". " && !/^(?:\p{Lu}|Dr|Prof|St|Mr|Mrs|Ms|Hr|Fr)$/u.test(current);
        if (!adjoins(end) || isAbbreviated) break;
        if (isName(end + 1)) {
          end += 1;
          continue;
        }
        let joint = end + 1;
        while (joint - end <= longestJoint && isJoining(words[joint]) && adjoins(joint)) joint += 1;
        const small = words.slice(end + 1, joint).map((word) => word.text);
        if (small.length === 0 || !isName(joint) || !rules.joins(current, small, words[joint]?.text ?? "")) break;
        end = joint;
      }
      return end;
    };

    const runs: NameRun[] = [];
    let lastEnd: number | undefined;
    for (let start = 0; start < words.length; start++) {
      if (!isName(start)) continue;
      const end = endOf(start);
      const before: string[] = [];
      for (let back = start - 1; back >= 0 && before.length < 3 && /^[\s"“„]*$|^\.\s$/.test(gap(back)); back--) {
        before.push(words[back]?.lower ?? "");
      }
      const from = words[start]?.start ?? 0;
      const to = words[end]?.end ?? from;
      const name = text.slice(from, to).replace(possessive, "");
      const previousEnd = lastEnd;
      lastEnd = to;
      const first = start;
      start = end;
      if (end - first >= longestName.words || name.length > longestName.characters) continue;
      runs.push({
        words: name.split(" "),
        text: name,
        opens: opensSentence(first),
        kind,
        sentence: text,
        before,
        between: previousEnd === undefined ? undefined : text.slice(previousEnd, from),
        after: text.slice(to, to + 60),
        place: place++,
      });
    }
    return runs;
  };
};
