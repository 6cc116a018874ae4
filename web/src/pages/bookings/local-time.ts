/** Times of a trip are those of the clocks there: `2026-12-01T09:35`, without a zone, and never turned into another. */
const DAY = new Intl.DateTimeFormat("en-GB", {
  ...{ weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
});
const SHORT_DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });

export const DAY_MS = 86_400_000;

/** As a number to reckon with; not a moment in time. NaN for what is none. */
export const wallTime = (local: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? Date.parse(`${local.slice(0, 16)}:00Z`) : Number.NaN;

const written =
  (format: Intl.DateTimeFormat) =>
  (local: string): string => {
    const time = wallTime(local.length === 10 ? `${local}T00:00` : local);
    return Number.isNaN(time) ? local : format.format(time).replace(",", "");
  };

/** `Tue 1 Dec 2026` */
export const localDay = written(DAY);
/** `1 Dec` */
export const shortDay = written(SHORT_DAY);
/** `Tue` */
export const weekday = written(WEEKDAY);

/** `09:35` */
export const localClock = (local: string): string => local.slice(11, 16) || local;

/** By the calendars at both ends: over the date line also less than nothing. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((wallTime(`${to.slice(0, 10)}T00:00`) - wallTime(`${from.slice(0, 10)}T00:00`)) / DAY_MS) || 0;

/** `+1 day`; nothing for the same day. */
export const dayMark = (from: string, to: string): string | undefined => {
  const days = daysBetween(from, to);
  if (days === 0) return undefined;
  return `${days > 0 ? "+" : "−"}${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`;
};

/** `America/New York, UTC−5`, as it is there at that moment. */
export const zoneName = (zone: string, at: string): string => {
  const name = zone.replaceAll("_", " ");
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(
      Date.parse(at),
    );
    const offset = parts
      .find(({ type }) => type === "timeZoneName")
      ?.value.replace(/^GMT(\+0$)?/, "UTC")
      .replace("-", "−");
    return offset === undefined || offset === name ? name : `${name}, ${offset}`;
  } catch {
    return name;
  }
};
