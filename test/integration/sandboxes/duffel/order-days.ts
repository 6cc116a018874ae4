import { addDays } from "../../../../src/model/calendar.ts";

/** The date that many days from today. */
export const soon = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);
