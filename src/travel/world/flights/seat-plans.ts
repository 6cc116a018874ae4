import type { Aircraft, CabinLetter } from "./airlines.ts";
import { cabinSeats } from "./inventory.ts";

/** Where the seats of a cabin are. */
export interface SeatPlan {
  /** The seat letters of a row, split at the aisles: `["ABC", "DEF"]`. */
  readonly sections: readonly string[];
  readonly firstRow: number;
  readonly rows: number;
  /** Positions of the rows at overwing exits, from 0. Only long economy cabins have exits. */
  readonly exits: readonly number[];
}

type Body = Aircraft["body"];
export type PlannedAircraft = Pick<Aircraft, "code" | "body" | "seats">;

const SECTIONS: Readonly<Record<Body, Readonly<Record<CabinLetter, string>>>> = {
  wide: { Y: "ABC DEG HJK", W: "AC DEG HK", J: "A DG K", F: "A DG K" },
  narrow: { Y: "ABC DEF", W: "ABC DEF", J: "AC DF", F: "AC DF" },
  regional: { Y: "AC DF", W: "AC DF", J: "A DF", F: "A DF" },
  turboprop: { Y: "AC DF", W: "AC DF", J: "AC DF", F: "AC DF" },
  small: { Y: "A C", W: "A C", J: "A C", F: "A C" },
};

const abreast = (letters: string, codes: string): readonly (readonly [code: string, letters: string])[] =>
  codes.split(" ").map((code) => [code, letters]);

/** Economy rows of aircraft that differ from their kind. */
const ECONOMY_SECTIONS: ReadonlyMap<string, string> = new Map([
  ...abreast("AC DEFG HK", "332 333 338 339 343"),
  ...abreast("ABC DEFG HJK", "388 748 772 77L 77W"),
  ...abreast("AC DEF HK", "763 764"),
  ...abreast("AC DEF", "100 221 223 717 F70 SU9"),
  ...abreast("A CD", "ER4 FRJ J41 SF3"),
]);

const sectionsOf = ({ code, body }: PlannedAircraft, letter: CabinLetter): readonly string[] =>
  ((letter === "Y" ? ECONOMY_SECTIONS.get(code) : undefined) ?? SECTIONS[body][letter]).split(" ");

const MIN_ROWS = 2;

const rowsOf = (aircraft: PlannedAircraft, cabins: string, letter: CabinLetter): number =>
  Math.max(MIN_ROWS, Math.round(cabinSeats(aircraft, cabins, letter) / sectionsOf(aircraft, letter).join("").length));

/** Economy of wide-body aircraft begins at this row. */
const WIDE_ECONOMY_ROW = 20;
const MIN_ROWS_WITH_EXIT = 12;
const MIN_ROWS_WITH_TWO_EXITS = 27;
const EXIT_AT = 0.45;

/** `cabins` are the letters on board from back to front: `YWJ`. */
export const seatPlan = (aircraft: PlannedAircraft, cabins: string, letter: CabinLetter): SeatPlan => {
  const rows = rowsOf(aircraft, cabins, letter);
  const inFront = [...cabins.slice(cabins.indexOf(letter) + 1)] as CabinLetter[];
  const next = inFront.reduce((row, other) => row + rowsOf(aircraft, cabins, other), 1);
  const exit = Math.floor(rows * EXIT_AT);
  const exits = letter !== "Y" || rows < MIN_ROWS_WITH_EXIT ? [] : [exit];
  if (exits.length > 0 && aircraft.body === "narrow" && rows >= MIN_ROWS_WITH_TWO_EXITS) exits.push(exit + 1);
  return {
    sections: sectionsOf(aircraft, letter),
    firstRow: letter === "Y" && aircraft.body === "wide" && next > 1 ? Math.max(next, WIDE_ECONOMY_ROW) : next,
    rows,
    exits,
  };
};
