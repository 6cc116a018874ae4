import type { IsoDate } from "../../../model/calendar.ts";
import { hash } from "../../../model/draw.ts";
import { type Failure, notFound, ruleBroken } from "../../../model/failure.ts";
import type { FareFamily } from "../../../model/fare.ts";
import type { CabinLetter } from "./airlines.ts";
import type { Seat } from "./fares.ts";

/**
 * A parsed flight id: `F-AA100-20261215-JFKLHR-Y`, or `-YFX` in a fare family, with a suffix such as `-1OF2-K7QP` if sold
 * with other flights. Without a family it is the cheapest one on sale.
 */
export interface OfferId {
  readonly flightNumber: string;
  readonly airline: string;
  readonly date: IsoDate;
  readonly from: string;
  readonly to: string;
  readonly cabin: CabinLetter;
  readonly family?: FareFamily;
  readonly together?: { readonly position: number; readonly count: number; readonly tag: string };
}

const FORM =
  /^F-([A-Z0-9]{2})([1-9]\d{0,3})-(\d{4})(\d{2})(\d{2})-([A-Z]{3})([A-Z]{3})-([YWJF])(LT|ST|FX)?(?:-([1-3])OF([23])-([2-9A-Z]{4}))?$/;
const MAX_LENGTH = 64;
/** Excludes letters and digits that are easily confused. */
const TAG_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const plainId = ({ flight, cabin }: Seat): string => {
  const { flightNumber, service } = flight.departure;
  return `F-${flightNumber}-${flight.day.compact}-${service.from.code}${service.to.code}-${cabin}`;
};

/** One id per flight, in order. */
export const idsOf = (seats: readonly Seat[], family: FareFamily | "" = ""): readonly string[] => {
  const plain = seats.map(plainId);
  if (seats.length === 1) return [`${plain[0]}${family}`];
  const tag = tagOf(plain);
  return plain.map((id, i) => `${id}${family}-${i + 1}OF${seats.length}-${tag}`);
};

/** Four letters derived from all flights sold together, so that one of them cannot be replaced. */
const tagOf = (plain: readonly string[]): string => {
  let bits = hash(...plain);
  let tag = "";
  for (let i = 0; i < 4; i++) {
    tag += TAG_LETTERS[bits & 31];
    bits >>>= 5;
  }
  return tag;
};

export const parseId = (id: unknown, field: string): OfferId => {
  const text = typeof id === "string" && id.length <= MAX_LENGTH ? id.trim().toUpperCase() : "";
  const match = FORM.exec(text);
  if (match === null) throw notAFlight(id, field);
  const [, airline = "", number = "", year, month, day, from = "", to = "", cabin, family, position, count, tag] =
    match;
  return {
    flightNumber: airline + number,
    airline,
    date: `${year}-${month}-${day}`,
    from,
    to,
    cabin: cabin as CabinLetter,
    ...(family !== undefined && { family: family as FareFamily }),
    ...(tag !== undefined && { together: { position: Number(position), count: Number(count), tag } }),
  };
};

const MAX_SHOWN_LENGTH = 80;

/** Shortens an untrusted value for an error message. */
export const shortened = (id: unknown): unknown =>
  typeof id === "string" && id.length > MAX_SHOWN_LENGTH ? `${id.slice(0, MAX_SHOWN_LENGTH)}…` : id;

const notAFlight = (id: unknown, field: string): Failure => {
  const value = shortened(id);
  const text = typeof id === "string" ? id : "";
  if (text.startsWith("off_")) {
    return ruleBroken(
      "This offer belongs to the flights server, which searches through Duffel: it cannot be booked here.",
      {
        field,
        value,
        hint: "Search with searchFlights of this server and pass its flightIds, or order the offer through Duffel's API.",
      },
    );
  }
  if (/^[HC]-/i.test(text)) {
    const [what, tool] = /^h/i.test(text) ? ["hotel", "bookHotel"] : ["car", "bookCar"];
    return notFound(`This is the id of a ${what}, not of a flight.`, { field, value, hint: `Pass it to ${tool}.` });
  }
  return notFound("This is not a flight id.", {
    field,
    value,
    allowed: "an id such as F-AA100-20261215-JFKLHR-Y, copied from flightIds of searchFlights",
    hint: "Search again and pass the option's flightIds unchanged.",
  });
};
