/**
 * The maximum lengths of answers, in characters. From about 12,000 characters on, hosts truncate answers, write them to
 * files or show only the first lines. Both forms must fit, because some hosts show the model the text and others the
 * structured content.
 */
export const MAX_STRUCTURED = 10_000;
export const MAX_TEXT = 5_000;
/** For an answer requested in full, or with more results than usual. */
export const MAX_IN_FULL = 40_000;

/** Reserved for everything outside the lists. */
const OVERHEAD = 400;

export const roomForLists = (inFull: boolean): number => (inFull ? MAX_IN_FULL : MAX_STRUCTURED) - OVERHEAD;

/** Returns the first lines that fit, and a line about the omitted rest. */
export const fittingLines = (lines: readonly string[], most: number, rest: (count: number) => string): string[] => {
  let length = 0;
  const over = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  return over === -1 ? [...lines] : [...lines.slice(0, over), rest(lines.length - over)];
};
