import { hash } from "../model/draw.ts";
import { fold } from "../model/fold.ts";

interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 6;

/** Six letters that stand for a traveller on one flight, so that claims can be compared without their bookings. */
export const personOn = (stockKey: string, { firstName, lastName }: Named): string => {
  let rest = hash(stockKey, fold(lastName), fold(firstName));
  let letters = "";
  for (let i = 0; i < LENGTH; i++) {
    letters += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
};

/** Whether one of the travellers is among the others, both written one after the other. */
export const sharePerson = (people: string, others: string): boolean => {
  for (let i = 0; i < people.length; i += LENGTH) {
    const person = people.slice(i, i + LENGTH);
    for (let j = 0; j < others.length; j += LENGTH) if (others.startsWith(person, j)) return true;
  }
  return false;
};

const MAX_WARNINGS = 3;

/** The newest bookings are named. */
export const samePersonWarnings = (same: readonly { readonly pnr: string; readonly flight: string }[]): string[] =>
  same
    .slice(-MAX_WARNINGS)
    .map(({ pnr, flight }) => `A traveller of the same name is on ${flight} in booking ${pnr} too.`);
