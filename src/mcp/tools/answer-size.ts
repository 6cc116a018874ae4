/**
 * Hosts cut long answers in the middle, put them into files or show their first lines only, from some 12,000 characters
 * on. Both forms of an answer have to fit, because some hosts show their model the one and some the other.
 */
export const MOST_STRUCTURED = 10_000;
export const MOST_TEXT = 5_000;
/** Of an answer that was asked for in full, or with more results than usual. */
export const MOST_IN_FULL = 40_000;

/** Room for everything around the lists. */
const AROUND = 400;

export const roomForLists = (asked: boolean): number => (asked ? MOST_IN_FULL : MOST_STRUCTURED) - AROUND;

/** As many of the first lines as fit, and what to say of the rest. */
export const fittingLines = (lines: readonly string[], most: number, rest: (count: number) => string): string[] => {
  let length = 0;
  const over = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  return over === -1 ? [...lines] : [...lines.slice(0, over), rest(lines.length - over)];
};
