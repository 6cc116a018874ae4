import { readFileSync } from "node:fs";
import { draw } from "../../model/draw.ts";
import type { RoomParty } from "./requests.ts";

/** 1 breakfast, 2 half board, 3 full board, 4 no meals, 5 all inclusive. */
export const BOARDS = [1, 2, 3, 4, 5] as const;
export type Board = (typeof BOARDS)[number];

/** A room category. */
export interface Category {
  /** At most eight characters. */
  readonly code: string;
  readonly name: string;
  readonly beds: number;
  readonly minPersons: number;
  readonly maxPersons: number;
  /** Square metres; hotels deviate by up to one. */
  readonly size: number;
  /** Price of a bed, relative to a double room. */
  readonly factor: number;
  /** Minimum number of beds charged. */
  readonly minPaid: number;
  /** 1 hotel room, 2 apartment. */
  readonly roomType: 1 | 2;
  /** Number of these rooms in a hotel. */
  readonly rooms: number;
  /** `#` is the size. */
  readonly description: string;
}

export const CATEGORIES: readonly Category[] = JSON.parse(
  readFileSync(new URL("./data/categories.json", import.meta.url), "utf8"),
);

const SOLD_BY_STARS: Readonly<Record<number, string>> = {
  1: "EZ DZK DZ",
  2: "EZ DZK DZ FAMZ",
  3: "EZ DZ DZ-S FAMZ FEWO",
  4: "EZ DZK DZ DZ-S DZ-D FAMZ SUI FEWO CHALET",
  5: "DZ DZ-S DZ-D FAMZ SUI CHALET",
};
const BOARDS_BY_STARS: Readonly<Record<number, readonly Board[]>> = {
  1: [4, 1],
  2: [1, 4],
  3: [2, 1],
  4: [2, 1],
  5: [2, 1, 3, 5],
};

export const categoriesOf = (stars: number): readonly Category[] => {
  const sold = (SOLD_BY_STARS[stars] ?? "DZ").split(" ");
  return CATEGORIES.filter(({ code }) => sold.includes(code));
};

/** Apartments are self-catering, with optional breakfast. */
export const boardsOf = (stars: number, { roomType }: Category): readonly Board[] =>
  roomType === 2 ? [4, 1] : (BOARDS_BY_STARS[stars] ?? [1]);

export const sizeIn = (hotel: string, { code, size }: Category): number =>
  size + draw("capcorn size", hotel, code).integer(-1, 1);

/** The German room name, with extra beds or with the number of beds if some stay free. */
export const roomName = ({ name, beds }: Category, persons: number): string => {
  if (persons > beds) return `${name} mit ${persons - beds} Zustellbett${persons - beds > 1 ? "en" : ""}`;
  return beds > 2 && persons < beds ? `${name} mit ${beds} Betten für ${persons} Personen` : name;
};

/**
 * Prices are derived from the world's rate, in US dollars for a double room and night: half of it, in euros, is the price
 * of a bed with breakfast. Categories multiply it, children pay a share by age, board is a supplement for each person and
 * night, and the total is rounded to 50 cents.
 */
const EUR_PER_USD = 0.92;
const ROUNDED_TO_CENTS = 50;

/** Cents for each person and night, relative to breakfast, in a four-star hotel. */
const SUPPLEMENTS: Readonly<Record<Board, number>> = { 1: 0, 2: 700, 3: 1_600, 4: -900, 5: 3_400 };
const SUPPLEMENT_FACTORS: Readonly<Record<number, number>> = { 1: 0.6, 2: 0.7, 3: 0.9, 4: 1, 5: 1.8 };

/** The share of the adult price up to an age. */
const CHILD_SHARES: readonly (readonly [age: number, share: number])[] = [
  [2, 0.15],
  [5, 0.3],
  [11, 0.5],
  [14, 0.7],
  [17, 0.85],
];

export const childShare = (age: number): number => CHILD_SHARES.find(([oldest]) => age <= oldest)?.[1] ?? 1;

interface RoomRate {
  /** US cents for a double room and night. */
  readonly worldRate: number;
  readonly stars: number;
  readonly category: Category;
  readonly board: Board;
  readonly party: RoomParty;
  readonly nights: number;
}

/** Euro cents for the room and the stay. */
export const priceOf = ({ worldRate, stars, category, board, party, nights }: RoomRate): number => {
  const bed = (worldRate * EUR_PER_USD * category.factor) / 2;
  const paying = party.childAges.reduce((sum, age) => sum + childShare(age), party.adults);
  const supplement = SUPPLEMENTS[board] * (SUPPLEMENT_FACTORS[stars] ?? 1);
  const stay = (bed * Math.max(paying, category.minPaid) + supplement * paying) * nights;
  return Math.round(stay / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
};
