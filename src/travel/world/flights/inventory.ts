import { hash } from "../../../model/draw.ts";
import type { SeatStock } from "../../supplier.ts";
import type { Aircraft, CabinLetter } from "./airlines.ts";
import { DAY_MS, type DatedDeparture } from "./operating-day.ts";

const SOLD_OUT_SHARE = 0.1;
const LARGEST_STOCK = 60;
/** The largest share of a cabin that is still for sale. */
const OPEN_SHARE = 0.4;

/** Premium cabin seats by aircraft body; the rest are economy. */
const PREMIUM_SEATS: Readonly<Record<Aircraft["body"], Readonly<Record<Exclude<CabinLetter, "Y">, number>>>> = {
  wide: { W: 32, J: 40, F: 8 },
  narrow: { W: 18, J: 16, F: 10 },
  regional: { W: 12, J: 12, F: 6 },
  turboprop: { W: 0, J: 0, F: 0 },
  small: { W: 0, J: 0, F: 0 },
};

/** Sales of one cabin of a flight on its date. */
export interface Sales extends SeatStock {
  /** From 0 (sold out or nearly so) to 1 (hardly any bookings). */
  readonly slack: number;
}

/** `cabins` are the letters on board. */
export const cabinSeats = (
  { body, seats }: Pick<Aircraft, "body" | "seats">,
  cabins: string,
  letter: CabinLetter,
): number => {
  const premium = PREMIUM_SEATS[body];
  if (letter !== "Y") return premium[letter];
  let left = seats;
  for (let i = 1; i < cabins.length; i++) left -= premium[cabins[i] as Exclude<CabinLetter, "Y">];
  return Math.max(left, 4);
};

/** More flights are sold out close to departure; `daysLeft` is only known with a configured clock. */
const soldOutShare = (daysLeft: number | undefined): number => {
  if (daysLeft === undefined) return SOLD_OUT_SHARE;
  return daysLeft < 3 ? 0.16 : daysLeft < 14 ? 0.12 : daysLeft > 120 ? 0.04 : daysLeft > 60 ? 0.07 : SOLD_OUT_SHARE;
};

/** A connecting flight sells by its own date, even if the journey begins the day before. */
export const ownDaysLeft = (
  { day }: DatedDeparture,
  first: DatedDeparture,
  daysLeft: number | undefined,
): number | undefined => (daysLeft === undefined ? undefined : daysLeft + (day.midnight - first.day.midnight) / DAY_MS);

export const salesOf = (
  seed: string,
  { departure, day }: DatedDeparture,
  letter: CabinLetter,
  daysLeft: number | undefined,
): Sales => {
  const key = `${departure.stockNumber}-${day.compact}-${letter}`;
  const drawn = hash(seed, key) / 0x1_0000_0000;
  const soldOut = soldOutShare(daysLeft);
  if (drawn < soldOut) return { key, seats: 0, slack: 0 };
  const slack = (drawn - soldOut) / (1 - soldOut);
  const open = Math.min(
    LARGEST_STOCK,
    Math.ceil(cabinSeats(departure.aircraft, departure.cabins, letter) * OPEN_SHARE),
  );
  return { key, seats: 1 + Math.floor(slack * open), slack };
};
