import { editDistance } from "../../model/edit-distance.ts";
import { fold } from "../../model/fold.ts";
import type { Airport, Place } from "../../model/place.ts";
import type { Listing, PlaceSearch } from "./place-search.ts";

const AT_MOST = 3;
/** Million passengers a year from which a place is taken for one that somebody meant. */
const WELL_KNOWN = 5;
const FAMOUS = 25;

/** `JFK (New York John F. Kennedy)`, `NYC (New York, all airports)` */
export const labelOf = (place: Place): string => {
  if (place.kind === "city") return `${place.code} (${place.name}, all airports)`;
  const { city, name } = place.airports[0] as Airport;
  const short = name.replace(/( International| Regional| Municipal)? Airport$/, "");
  return `${place.code} (${fold(short).includes(fold(city)) ? short : `${city} ${short}`})`;
};

/** "Did you mean JFK (New York John F. Kennedy) or …?", when there is something that may have been meant. */
export const suggestionFor = (search: PlaceSearch, text: string): string | undefined => {
  const code = fold(text);
  const places = /^[a-z]{3}$/.test(code) ? likeCode(search.listings, code) : search.find(text, AT_MOST);
  if (places.length === 0) return undefined;
  const labels = places.map(labelOf);
  const last = labels.pop();
  return `Did you mean ${labels.length > 0 ? `${labels.join(", ")} or ` : ""}${last}?`;
};

/** In the order of how likely each slip is: small letters, two letters swapped, a town cut short or its vowels dropped, one wrong letter. */
const SLIPS: readonly ((code: string, listing: Listing) => boolean)[] = [
  (code, listing) => code === listing.code,
  (code, listing) => listing.traffic >= 1 && isSwapped(code, listing.code),
  (code, listing) => listing.traffic >= 1 && listing.cities.some((city) => city.startsWith(code)),
  (code, listing) => listing.traffic >= FAMOUS && listing.cities.some((city) => isSkeleton(code, city)),
  (code, listing) => listing.traffic >= WELL_KNOWN && editDistance(code, listing.code, 1) === 1,
];

const likeCode = (listings: readonly Listing[], code: string): readonly Place[] => {
  const found = SLIPS.flatMap((slip) => listings.filter((listing) => slip(code, listing)));
  return [...new Set(found)].slice(0, AT_MOST).map(({ place }) => place);
};

const isSwapped = (a: string, b: string): boolean =>
  [...a].sort().join() === [...b].sort().join() && editDistance(a, b, 1) === 1;

/** `ldn` for London: its letters, in order, from the first to wherever. */
const isSkeleton = (code: string, city: string): boolean => {
  if (code[0] !== city[0]) return false;
  let position = -1;
  for (const letter of code) {
    position = city.indexOf(letter, position + 1);
    if (position < 0) return false;
  }
  return true;
};
