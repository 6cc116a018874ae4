import type { Board, Category } from "./categories.ts";
import type { RoomParty } from "./party.ts";

/**
 * Euros from the world's rate. The world asks US dollars for a double room and night; half of that, in euros, is what a
 * bed with breakfast costs there. A category costs so much more or less a bed, children pay a share by their age, a
 * board is so much a person and night, and the sum of the stay is rounded to half a euro.
 */
const EUR_PER_USD = 0.92;
const ROUNDED_TO_CENTS = 50;

/** Cents for a person and night beside breakfast, in a hotel of four stars. */
const SUPPLEMENTS: Readonly<Record<Board, number>> = { 1: 0, 2: 700, 3: 1_600, 4: -900, 5: 3_400 };
const SUPPLEMENT_FACTORS: Readonly<Record<number, number>> = { 1: 0.6, 2: 0.7, 3: 0.9, 4: 1, 5: 1.8 };

/** Up to that age, the share of what an adult pays. */
const CHILD_SHARES: readonly (readonly [age: number, share: number])[] = [
  [2, 0.15],
  [5, 0.3],
  [11, 0.5],
  [14, 0.7],
  [17, 0.85],
];

export const childShare = (age: number): number => CHILD_SHARES.find(([oldest]) => age <= oldest)?.[1] ?? 1;

export interface RoomRate {
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
  const stay = (bed * Math.max(paying, category.leastPaid) + supplement * paying) * nights;
  return Math.round(stay / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
};
