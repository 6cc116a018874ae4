import { idOf } from "../ids.ts";

const LOCATOR = /^([a-z]{3})_0000[0-9A-Za-z]{12}([A-Z0-9]{6})$/;

/** Whatever is about a booking ends with its record locator, so that the booking is found from the id alone. */
export const idAbout = (prefix: string, pnr: string, ...words: readonly (string | number)[]): string =>
  `${idOf(prefix, pnr, ...words).slice(0, -6)}${pnr.slice(-6)}`;

export const orderId = (pnr: string): string => idAbout("ord", pnr);

/** The booking that an id with this prefix is about; undefined for what is no such id. */
export const pnrIn = (prefix: string, id: string): string | undefined => {
  const match = LOCATOR.exec(id);
  return match?.[1] === prefix ? `TEST-${match[2]}` : undefined;
};
