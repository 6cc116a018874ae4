/** How many letters must be changed, added, left out or swapped with their neighbour to get from one to the other. */
const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
};

const LONGEST_NAME = 64;
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The name somebody probably meant, if one is near enough to be worth asking about. */
export const nearestName = (meant: string, names: Iterable<string>): string | undefined => {
  if (meant.length > LONGEST_NAME) return undefined;
  const wanted = plain(meant);
  if (wanted === "") return undefined;
  let nearest: string | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const candidate = plain(name);
    const contained = wanted.length > 2 && (candidate.startsWith(wanted) || wanted.startsWith(candidate));
    const distance = contained ? 1 : editDistance(wanted, candidate);
    const tolerated = contained || distance <= Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    if (tolerated && distance < shortest) {
      nearest = name;
      shortest = distance;
    }
  }
  return nearest;
};
