/** A calendar date as `YYYY-MM-DD`: sorts as text and is independent of time zones. */
export type IsoDate = string;

const DAY_MS = 86_400_000;

export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

export const addDays = (date: IsoDate, days: number): IsoDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the date part of a local time with offset (`2026-12-15T08:00:00-05:00`). */
export const dateOf = (localTime: string): IsoDate => localTime.slice(0, 10);

/** Formats an instant in milliseconds to the second: `2026-12-15T13:00:00Z`. */
export const instantText = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** Returns a person's age in whole years on a day. */
export const ageOn = (birthday: IsoDate, day: IsoDate): number => {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
};
