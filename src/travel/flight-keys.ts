import { type Cabin, LETTER_OF_CABIN } from "../model/flight.ts";

const FORM = /^(F-[A-Z0-9]{2}\d{1,4}-\d{8}-[A-Z]{6})-[YWJF]/;

/** The part of a flight's id that names flight, day and airports: `F-AA100-20261215-JFKLHR`. */
export const flightKeyOf = (id: string): string => FORM.exec(id.trim().toUpperCase())?.[1] ?? id;

/** The number and the day (`20261215`) in a flight's id. */
export const flightNumberOn = (id: string): { readonly number: string; readonly date: string } => {
  const [, number = "", date = ""] = flightKeyOf(id).split("-");
  return { number, date };
};

/** The id of the same flight in another cabin, sold alone. */
export const idInCabin = (id: string, cabin: Cabin): string => `${flightKeyOf(id)}-${LETTER_OF_CABIN[cabin]}`;
