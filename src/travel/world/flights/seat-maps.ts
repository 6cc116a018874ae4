import { hash } from "../../../model/draw.ts";
import { type Cabin, type FlightSegment, LETTER_OF_CABIN } from "../../../model/flight.ts";
import type { Cents } from "../../../model/money.ts";
import type { Seat, SeatMap, SeatRow } from "../../supplier.ts";
import type { Airline } from "./airlines.ts";
import { daysLeftTo, type FlightWorld } from "./flight-world.ts";
import { salesOf } from "./inventory.ts";
import { flightOf } from "./quotes.ts";
import { type SeatPlan, seatPlan } from "./seat-plans.ts";

/** The part of the sold seats whose travellers have chosen one. The others get theirs at the check-in. */
const CHOSEN_SHARE = 0.75;
/** Windows and aisles are taken first, and so are rows in front. */
const MIDDLE_APPEAL = 0.6;
const BACK_APPEAL = 0.8;

/** The seats of one cabin. */
interface SeatedCabin {
  readonly seed: string;
  readonly flightId: string;
  readonly stockKey: string;
  readonly cabin: Cabin;
  readonly plan: SeatPlan;
  /** The number of seats that are taken before any bookings. */
  taken(seats: number): number;
  priceOf(position: SeatPosition): Cents;
}

interface SeatPosition {
  readonly isExit: boolean;
  readonly isFront: boolean;
  /** Neither at a window nor at an aisle. */
  readonly isMiddle: boolean;
}

const FRONT_ROWS = 4;

export const seatMapOf = ({ seed, flightId, stockKey, cabin, plan, taken, priceOf }: SeatedCabin): SeatMap => {
  const { sections, firstRow, rows, exits } = plan;
  const middles = sections.flatMap((letters, i) => [...letters].map((_, at) => isMiddle(sections, i, at)));
  const letters = sections.join("");
  const placed = Array.from({ length: rows }, (_, row) =>
    [...letters].map((letter, i) => {
      const position = { isExit: exits.includes(row), isFront: row < FRONT_ROWS, isMiddle: middles[i] as boolean };
      const designator = `${firstRow + row}${letter}`;
      const appeal = (position.isMiddle ? MIDDLE_APPEAL : 1) * (position.isFront ? 1 : BACK_APPEAL);
      return { designator, position, appeal: hash(seed, stockKey, designator) * appeal };
    }),
  );
  const byAppeal = placed
    .flat()
    .toSorted((a, b) => b.appeal - a.appeal || (a.designator < b.designator ? -1 : 1))
    .map(({ designator }) => designator);
  const isTaken = new Set(byAppeal.slice(0, taken(byAppeal.length)));
  return {
    ...{ flightId, stockKey, cabin, sections },
    rows: placed.map((row, i): SeatRow => {
      const isExit = exits.includes(i);
      return {
        isExit,
        seats: row.map(
          ({ designator, position }): Seat => ({
            ...{ designator, isExit, price: priceOf(position) },
            isTaken: isTaken.has(designator),
          }),
        ),
      };
    }),
  };
};

/** A section at the cabin's side has a window and an aisle, one between two aisles has two aisles. */
const isMiddle = (sections: readonly string[], section: number, at: number): boolean =>
  at > 0 && at < (sections[section] as string).length - 1;

/** The seats of a flight's cabin in the generated world. */
export const seatMap = (world: FlightWorld, segment: FlightSegment): SeatMap => {
  const { flight } = flightOf(world, segment.id, "flightIds");
  const { departure, day } = flight;
  // The airline may have moved the traveller to another cabin than that of the id.
  const cabin = LETTER_OF_CABIN[segment.cabin];
  const sales = salesOf(world.seed, flight, cabin, daysLeftTo(world.clock, day.date));
  const { airline, km } = departure.service;
  return seatMapOf({
    ...{ seed: world.seed, flightId: segment.id, stockKey: sales.key, cabin: segment.cabin },
    plan: seatPlan(departure.aircraft, departure.cabins, cabin),
    // At least as many seats are free as are for sale.
    taken: (seats) => Math.max(0, Math.round(CHOSEN_SHARE * (seats - sales.seats))),
    priceOf: (position) => seatPrice({ airline, km, segment }, position),
  });
};

/** US cents. */
const SEAT: Readonly<Record<Airline["model"], Cents>> = { "full-service": 2_000, regional: 1_500, "low-cost": 1_200 };
const AIRLINE_STEP = 200;
const AIRLINE_STEPS = 4;
const MEDIUM_KM = 1_500;
const MEDIUM = 500;
const LONG_KM = 4_000;
const LONG = 1_500;
const FRONT = 1_000;
const EXIT = 2_500;
const MIDDLE = -400;

interface SeatSale {
  readonly airline: Pick<Airline, "code" | "model">;
  readonly km: number;
  readonly segment: FlightSegment;
}

/** Seats are free in business and first class. A fare that includes a seat does not include those at exits. */
const seatPrice = ({ airline, km, segment }: SeatSale, { isExit, isFront, isMiddle }: SeatPosition): Cents => {
  const { cabin, seatSelection } = segment;
  if (cabin === "business" || cabin === "first") return 0;
  const own = SEAT[airline.model] + AIRLINE_STEP * (hash("seat", airline.code) % AIRLINE_STEPS);
  const plain = own + (km < MEDIUM_KM ? 0 : km < LONG_KM ? MEDIUM : LONG);
  if (isExit) return plain + EXIT;
  if (seatSelection === "free") return 0;
  return plain + (isFront ? FRONT : isMiddle ? MIDDLE : 0);
};
