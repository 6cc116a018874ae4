import type { IsoDate } from "../../model/calendar.ts";
import { notFound } from "../../model/failure.ts";
import { CABINS, type Cabin } from "../../model/flight.ts";

/** What an id of the test airline says: `F-ZZ101-20261215-LHRLGW-Y`. */
export interface TestFlight {
  readonly number: number;
  readonly date: IsoDate;
  readonly from: string;
  readonly to: string;
  readonly cabin: Cabin;
}

export const TEST_AIRLINE_CODE = "ZZ";
export const LETTERS: Readonly<Record<Cabin, string>> = {
  economy: "Y",
  premium_economy: "W",
  business: "J",
  first: "F",
};

const OWN = /^F-ZZ/i;
const FORM = /^F-ZZ([1-9]\d{0,3})-(\d{4})(\d{2})(\d{2})-([A-Z]{3})([A-Z]{3})-([YWJF])$/;

export const isTestFlightId = (id: unknown): boolean => typeof id === "string" && OWN.test(id.trim());

export const testFlightId = ({ number, date, from, to, cabin }: TestFlight): string =>
  `F-${TEST_AIRLINE_CODE}${number}-${date.replaceAll("-", "")}-${from}${to}-${LETTERS[cabin]}`;

export const parseTestFlightId = (id: string, field: string): TestFlight => {
  const match = FORM.exec(id.trim().toUpperCase());
  if (match === null) {
    throw notFound("This is not a flight of the test airline.", {
      field,
      value: id.slice(0, 80),
      allowed: "an id such as F-ZZ101-20261215-LHRLGW-Y, as an offer of the Duffel sandbox has it",
      hint: "Search again in the Duffel sandbox.",
    });
  }
  const [, number, year, month, day, from = "", to = "", letter] = match;
  const cabin = CABINS.find((candidate) => LETTERS[candidate] === letter) as Cabin;
  return { number: Number(number), date: `${year}-${month}-${day}`, from, to, cabin };
};
