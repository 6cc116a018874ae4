import type { IsoDate } from "../../model/calendar.ts";
import type { Cents } from "../../model/money.ts";

/** Reads amounts, locators, flight numbers, times and dates in free text by their value, however they are written. */

const NUMBER = String.raw`\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?`;
const AMOUNT = new RegExp(
  String.raw`(?<![\w.,:/-])(?<before>US\$|USD|\$|US dollars?)?\s?(?<number>${NUMBER})(?![\w,:/]|\.\d|-\d)\s?(?<after>USD|US dollars?|dollars?|cents?|bucks?|US cents?)?`,
  "gi",
);

/** Every amount in US cents that the text may mean. A bare number may be dollars. */
export const amountsIn = (text: string): readonly Cents[] =>
  [...text.matchAll(AMOUNT)].map(({ groups = {} }) => {
    const { number = "0", after = "", before } = groups;
    const value = Number(number.replaceAll(/[, \u00a0\u202f]/g, ""));
    const isCents = before === undefined && /cent/i.test(after);
    return Math.round(isCents ? value : value * 100);
  });

/** The amounts that are marked as money. */
export const pricesIn = (text: string): readonly Cents[] =>
  [...text.matchAll(AMOUNT)].flatMap((match) => {
    const { before, after } = match.groups ?? {};
    return before === undefined && after === undefined ? [] : amountsIn(match[0]);
  });

export const mentionsPnr = (text: string, pnr: string): boolean => {
  const locator = pnr.replace(/^TEST-/, "");
  return new RegExp(`(?<![A-Z0-9])(?:TEST[- ]?)?${locator.split("").join("[ -]?")}(?![A-Z0-9])`, "i").test(text);
};

const FLIGHT = /(?<![A-Za-z0-9])([A-Z0-9]{2})[ -]?0{0,3}(\d{1,4}[A-Z]?)(?![A-Za-z0-9])/gi;

/** Flight numbers without blanks and leading zeros: `BA174`. */
export const flightNumbersIn = (text: string): readonly string[] =>
  [...text.matchAll(FLIGHT)].map(([, airline = "", number = ""]) => `${airline}${number}`.toUpperCase());

const TIME = /(?<!\d)([01]?\d|2[0-3])(?:[:.h]([0-5]\d)(?::[0-5]\d)?)?\s?([ap])?(?:\.?m\.?)?(?![\d:])/gi;

/** Times of day as `13:05`, also from `1:05 pm`. */
export const timesIn = (text: string): readonly string[] =>
  [...text.matchAll(TIME)].flatMap(([, hours = "0", minutes, half]) => {
    if (minutes === undefined && half === undefined) return [];
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
    return [`${String(hour).padStart(2, "0")}:${minutes ?? "00"}`];
  });

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const DAY_MONTH = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? (\d{4}))?`, "gi");
const MONTH_DAY = new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,? (\d{4}))?`, "gi");

/** Whether the text names the day, with or without its year. */
export const mentionsDate = (text: string, date: IsoDate): boolean => {
  const [year = "", month = "", day = ""] = date.split("-");
  if (text.includes(date) || text.includes(`${Number(month)}/${Number(day)}/${year}`)) return true;
  const isDay = (name: string, number: string, inYear: string | undefined): boolean =>
    MONTHS.indexOf(name.toLowerCase()) === Number(month) - 1 &&
    Number(number) === Number(day) &&
    (inYear === undefined || inYear === year);
  return (
    [...text.matchAll(DAY_MONTH)].some(([, number = "", name = "", inYear]) => isDay(name, number, inYear)) ||
    [...text.matchAll(MONTH_DAY)].some(([, name = "", number = "", inYear]) => isDay(name, number, inYear))
  );
};
