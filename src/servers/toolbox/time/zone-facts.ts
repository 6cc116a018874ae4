import type { Temporal } from "temporal-polyfill";

/** Abbreviations are local knowledge: each of these knows those of its own part of the world. */
const LOCALES = ["en-US", "en-GB", "en-AU", "en-NZ", "en-IN", "en-ZA", "en-SG", "en-HK", "ja"];

/** EST, CEST or JST where people say so, UTC+05:45 where they do not. */
export const abbreviationOf = (time: Temporal.ZonedDateTime): string => {
  const { timeZoneId: timeZone, offset, epochMilliseconds } = time;
  if (/^[+-]/.test(timeZone)) return `UTC${offset}`;
  for (const locale of LOCALES) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(epochMilliseconds);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return `UTC${offset}`;
};

/** Ahead of what the same zone has in winter, or in summer where that is the winter. */
export const isDaylightSaving = (time: Temporal.ZonedDateTime): boolean => {
  const [january = 0, july = 0] = [1, 7].map((month) => time.with({ month, day: 1 }).offsetNanoseconds);
  return time.offsetNanoseconds > Math.min(january, july);
};

export interface ZoneChange {
  readonly at: string;
  readonly utc_offset: string;
  readonly description: string;
}

/** When the clocks of the zone are put forward or back next. */
export const nextChange = (time: Temporal.ZonedDateTime): ZoneChange | undefined => {
  const next = time.getTimeZoneTransition("next");
  if (!next) return undefined;
  const minutes = (next.offsetNanoseconds - time.offsetNanoseconds) / 60e9;
  const direction = minutes > 0 ? "forward" : "back";
  return {
    at: next.toString({ smallestUnit: "second", timeZoneName: "never" }),
    utc_offset: next.offset,
    description: `Clocks go ${direction} by ${Math.abs(minutes)} minutes.`,
  };
};
