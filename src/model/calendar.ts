/** Calendar dates as `YYYY-MM-DD` text: they compare and sort as text, and no time zone can shift them. */
export type IsoDate = string;

const DAY_MS = 86_400_000;

export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

export const addDays = (date: IsoDate, days: number): IsoDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The date part of a local time with offset (`2026-12-15T08:00:00-05:00`). */
export const dateOf = (localTime: string): IsoDate => localTime.slice(0, 10);

/** An instant in milliseconds as text, to the second: `2026-12-15T13:00:00Z`. */
export const instantText = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** Whole years between a birthday and a day. */
export const ageOn = (birthday: IsoDate, day: IsoDate): number => {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
};
