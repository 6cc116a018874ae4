import type { Cents } from "../../model/money.ts";

/** Money and times as Duffel writes them. */

export const CURRENCY = "USD";

/** `123.40` */
export const amountOf = (cents: Cents): string => {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Reads an amount written by `amountOf`. */
export const centsOf = (amount: string): Cents => Math.round(Number(amount) * 100);

/** `PT7H5M`, `P1DT2H` */
export const durationOf = (minutes: number): string => {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const time = `${hours > 0 ? `${hours}H` : ""}${rest > 0 ? `${rest}M` : ""}`;
  if (time === "" && days === 0) return "PT0M";
  return `P${days > 0 ? `${days}D` : ""}${time === "" ? "" : `T${time}`}`;
};

/** Local time without its offset. */
export const wallClock = (localTime: string): string => localTime.slice(0, 19);

export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
