import type { IsoDate } from "../../model/calendar.ts";

/** Dates inside offer ids: `20261215`. */
export const compactDate = (date: IsoDate): string => date.replaceAll("-", "");

/** The date that eight digits mean, if they mean one. */
export const readCompactDate = (digits: string): IsoDate | undefined => {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date) ? date : undefined;
};
