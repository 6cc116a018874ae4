import type { ShownSeat } from "../../../../src/console/contract.ts";
import { money } from "../../format/money.ts";

const MAX_TIERS = 5;

/** The prices of free seats, cheapest first. */
export const priceTiers = (seats: readonly ShownSeat[]): readonly number[] =>
  [...new Set(seats.filter(({ state }) => state === "free").map(({ price }) => price))].sort((a, b) => a - b);

/** 0 for the cheapest; the colours end at the fifth price. */
export const tierOf = (price: number, tiers: readonly number[]): number =>
  Math.min(Math.max(0, tiers.indexOf(price)), MAX_TIERS - 1);

/** `24A, $20.00`, `24A, taken`, `24A, Ada Lovelace`. */
export const seatWords = (
  { seat, price, state, traveller }: ShownSeat,
  isExit: boolean,
  names: ReadonlyMap<string, string>,
): string => {
  const about =
    state === "free"
      ? price === 0
        ? "free of charge"
        : money(price, "USD")
      : state === "own"
        ? (names.get(traveller ?? "") ?? traveller ?? "this booking")
        : "taken";
  return `${seat}, ${about}${isExit ? ", exit row" : ""}`;
};
