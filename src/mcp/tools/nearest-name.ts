import { editDistance } from "../../model/edit-distance.ts";

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
    const tolerated = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    const distance = contained ? 1 : editDistance(wanted, candidate, tolerated);
    if (distance <= tolerated && distance < shortest) {
      nearest = name;
      shortest = distance;
    }
  }
  return nearest;
};
