import type { Cabin } from "../../../model/flight.ts";
import type { AircraftType } from "../sandbox-context.ts";

/** Where the seats of a cabin stand. */
export interface CabinLayout {
  /** The letters of a row, between aisles: `["ABC", "DEF"]`. */
  readonly sections: readonly string[];
  readonly firstRow: number;
  readonly rows: number;
  /** Behind which row the emergency exits over the wing are; a cabin in front has none. */
  readonly exitBehind: number | undefined;
}

type Body = AircraftType["body"];

const SECTIONS: Readonly<Record<Body, Readonly<Record<Cabin, string>>>> = {
  wide: { economy: "ABC DEG HJK", premium_economy: "AC DEG HK", business: "A DG K", first: "A DG K" },
  narrow: { economy: "ABC DEF", premium_economy: "ABC DEF", business: "AC DF", first: "AC DF" },
  regional: { economy: "AC DF", premium_economy: "AC DF", business: "A DF", first: "A DF" },
  turboprop: { economy: "AC DF", premium_economy: "AC DF", business: "AC DF", first: "AC DF" },
  small: { economy: "A C", premium_economy: "A C", business: "A C", first: "A C" },
};

const FIRST_ROW: Readonly<Record<Cabin, number>> = { first: 1, business: 1, premium_economy: 10, economy: 20 };
const ROWS_IN_FRONT: Readonly<Record<Exclude<Cabin, "economy">, number>> = {
  first: 2,
  business: 5,
  premium_economy: 4,
};
/** What the cabins in front leave of an aircraft for economy. */
const ECONOMY_SHARE: Readonly<Record<Body, number>> = {
  wide: 0.8,
  narrow: 0.95,
  regional: 0.9,
  turboprop: 1,
  small: 1,
};
const FEWEST_ROWS_WITH_EXIT = 12;

export const cabinLayout = ({ body, seats }: Pick<AircraftType, "body" | "seats">, cabin: Cabin): CabinLayout => {
  const sections = SECTIONS[body][cabin].split(" ");
  const abreast = sections.join("").length;
  const rows =
    cabin === "economy" ? Math.max(2, Math.round((seats * ECONOMY_SHARE[body]) / abreast)) : ROWS_IN_FRONT[cabin];
  const firstRow = cabin === "economy" && body !== "wide" ? 1 + (body === "small" ? 0 : 5) : FIRST_ROW[cabin];
  const hasExit = cabin === "economy" && rows >= FEWEST_ROWS_WITH_EXIT;
  return { sections, firstRow, rows, exitBehind: hasExit ? Math.floor(rows * 0.45) : undefined };
};
