import { draw } from "../../../model/draw.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

export interface Lodging {
  readonly roomType: string;
  readonly rooms: number;
  /** Of the price of a standard double. */
  readonly factor: number;
}

type ByStars = Readonly<Record<number, readonly string[]>>;

const AMERICAN: ByStars = {
  1: ["Standard Queen", "Standard Room, 1 Queen Bed"],
  2: ["Standard Queen", "Standard King"],
  3: ["King Room", "King Room with Sofa Bed", "King Studio"],
  4: ["Deluxe King", "Deluxe King, High Floor", "Executive King"],
  5: ["Grand Deluxe King", "Premier King, City View", "Junior Suite"],
};
const ELSEWHERE: ByStars = {
  1: ["Standard Double, Shared Bathroom", "Standard Twin"],
  2: ["Standard Double", "Standard Twin"],
  3: ["Standard Double", "Superior Double", "Superior Twin"],
  4: ["Superior King", "Deluxe King", "Executive Double"],
  5: ["Deluxe King", "Premier King", "Junior Suite"],
};
const JAPANESE: ByStars = {
  ...ELSEWHERE,
  1: ["Pod Twin", "Compact Double"],
  2: ["Semi-Double", "Economy Double"],
  3: ["Double", "Standard Twin", "Superior Double"],
};
const SINGLES: ByStars = { 1: ["Single"], 2: ["Single"], 3: ["Standard Single"] };
const FAMILY_AMERICAN: ByStars = {
  1: ["Two Double Beds"],
  2: ["Two Queen Beds"],
  3: ["Two Queen Beds"],
  4: ["Deluxe Two Queens"],
  5: ["Grand Deluxe Two Queens"],
};
const FAMILY: ByStars = {
  3: ["Family Room"],
  4: ["Family Room", "Family Suite"],
  5: ["Family Suite", "Two-Bedroom Suite"],
};

const NORTH_AMERICA = new Set(["US", "CA"]);

/** Two to a room; where there are rooms for four, three and more take those. */
export const lodgingOf = (city: City, property: Property, guests: number): Lodging => {
  const american = NORTH_AMERICA.has(city.country);
  const chance = draw("room", property.code, guests);
  const pick = (types: ByStars): string => chance.pick(types[property.stars] ?? ["Standard Room"]);
  if (guests > 2 && property.familyRooms) {
    return american
      ? { roomType: pick(FAMILY_AMERICAN), rooms: Math.ceil(guests / 4), factor: 1.05 }
      : { roomType: pick(FAMILY), rooms: Math.ceil(guests / 4), factor: 1.4 };
  }
  if (guests === 1 && !american && property.stars <= 3) return { roomType: pick(SINGLES), rooms: 1, factor: 0.92 };
  const types = american ? AMERICAN : city.country === "JP" ? JAPANESE : ELSEWHERE;
  return { roomType: pick(types), rooms: Math.ceil(guests / 2), factor: 1 };
};
