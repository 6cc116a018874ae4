import { editDistance } from "../../model/edit-distance.ts";

const MAX_LENGTH = 64;
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Returns the name that was probably meant, if one is similar enough to suggest. */
export const nearestName = (meant: string, names: Iterable<string>): string | undefined => {
  if (meant.length > MAX_LENGTH) return undefined;
  const wanted = plain(meant);
  if (wanted === "") return undefined;
  let nearest: string | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const candidate = plain(name);
    const contained = wanted.length > 2 && (candidate.startsWith(wanted) || wanted.startsWith(candidate));
    const tolerated = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    const distance = contained ? 1 : editDistance(wanted, candidate, tolerated);
    if (distance <= tolerated && distance < shortest) {
      nearest = name;
      shortest = distance;
    }
  }
  return nearest;
};
