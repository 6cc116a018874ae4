/** Returns the Damerau-Levenshtein distance (optimal string alignment), or `limit + 1` if it exceeds `limit`. */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (a === b) return 0;
  if (limit === 0 || Math.abs(a.length - b.length) > limit || lettersApart(a, b) > 2 * limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      const swapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(at(last, b.length), limit + 1);
};

const at = (row: readonly number[], index: number): number => row[index] as number;

/** Counts letters that only one word has. One edit changes at most two, so most pairs are rejected without the table. */
const lettersApart = (a: string, b: string): number => {
  let rest = letters(a) ^ letters(b);
  let count = 0;
  for (; rest !== 0; rest &= rest - 1) count++;
  return count;
};

const letters = (word: string): number => {
  let set = 0;
  for (let i = 0; i < word.length; i++) set |= 1 << (word.charCodeAt(i) & 31);
  return set;
};
