import { hash } from "../../../model/draw.ts";
import type { SeatStock } from "../../supplier.ts";
import type { Aircraft } from "./aircraft.ts";
import type { CabinLetter } from "./airlines.ts";
import { DAY_MS, type Flight } from "./operating-day.ts";

const SOLD_OUT_SHARE = 0.1;
const LARGEST_STOCK = 60;
/** What is still for sale of a cabin, at most. */
const OPEN_SHARE = 0.4;

/** Seats of the cabins in front, by body; the rest is economy. */
const FRONT_SEATS: Readonly<Record<Aircraft["body"], Readonly<Record<Exclude<CabinLetter, "Y">, number>>>> = {
  wide: { W: 32, J: 40, F: 8 },
  narrow: { W: 18, J: 16, F: 10 },
  regional: { W: 12, J: 12, F: 6 },
  turboprop: { W: 0, J: 0, F: 0 },
  small: { W: 0, J: 0, F: 0 },
};

/** How a flight's cabin sells on its date. */
export interface Sales extends SeatStock {
  /** 0 when the last seat goes or is gone, 1 when hardly anybody has booked. */
  readonly slack: number;
}

const cabinSeats = ({ body, seats }: Aircraft, cabins: string, letter: CabinLetter): number => {
  const front = FRONT_SEATS[body];
  if (letter !== "Y") return front[letter];
  let left = seats;
  for (let i = 1; i < cabins.length; i++) left -= front[cabins[i] as Exclude<CabinLetter, "Y">];
  return Math.max(left, 4);
};

/** Fewer days left, more flights sold out; only a configured clock counts them. */
const soldOutShare = (daysLeft: number | undefined): number => {
  if (daysLeft === undefined) return SOLD_OUT_SHARE;
  return daysLeft < 3 ? 0.16 : daysLeft < 14 ? 0.12 : daysLeft > 120 ? 0.04 : daysLeft > 60 ? 0.07 : SOLD_OUT_SHARE;
};

/** A flight sells by its own date, also in a journey that began the day before. */
export const ownDaysLeft = ({ day }: Flight, first: Flight, daysLeft: number | undefined): number | undefined =>
  daysLeft === undefined ? undefined : daysLeft + (day.midnight - first.day.midnight) / DAY_MS;

export const salesOf = (
  seed: string,
  { departure, day }: Flight,
  letter: CabinLetter,
  daysLeft: number | undefined,
): Sales => {
  const key = `${departure.flightNumber}-${day.compact}-${letter}`;
  const drawn = hash(seed, key) / 0x1_0000_0000;
  const gone = soldOutShare(daysLeft);
  if (drawn < gone) return { key, seats: 0, slack: 0 };
  const slack = (drawn - gone) / (1 - gone);
  const open = Math.min(
    LARGEST_STOCK,
    Math.ceil(cabinSeats(departure.aircraft, departure.cabins, letter) * OPEN_SHARE),
  );
  return { key, seats: 1 + Math.floor(slack * open), slack };
};
