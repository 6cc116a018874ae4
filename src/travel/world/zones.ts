import type { IsoDate } from "../../model/calendar.ts";
import { dataTable } from "./data-file.ts";

interface ZoneData {
  /** Version of the IANA time zone database. */
  readonly database: string;
  readonly firstYear: number;
  readonly lastYear: number;
  /** `[offset, change, offset, change, offset, …]`: offsets in minutes, changes in minutes since the Unix epoch. */
  readonly rules: readonly (readonly number[])[];
  readonly zones: Readonly<Record<string, number>>;
}

interface Rule {
  readonly changes: readonly number[];
  /** One more than there are changes: the first applies before the first change. */
  readonly offsets: readonly number[];
}

interface Zones {
  readonly database: string;
  readonly rules: ReadonlyMap<string, Rule>;
  readonly firstYear: number;
  readonly lastYear: number;
  readonly start: number;
  readonly end: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const zones = dataTable("zones.json", ({ database, firstYear, lastYear, rules, zones }: ZoneData): Zones => {
  const parsed = rules.map((rule) => ({
    offsets: rule.filter((_, i) => i % 2 === 0),
    changes: rule.filter((_, i) => i % 2 === 1),
  }));
  return {
    database,
    rules: new Map(Object.entries(zones).map(([name, index]) => [name, parsed[index] as Rule])),
    firstYear,
    lastYear,
    start: Date.UTC(firstYear, 0, 1),
    end: Date.UTC(lastYear + 1, 0, 1),
  };
});

export const zoneDatabase = (): string => zones().database;

export const zoneNames = (): readonly string[] => [...zones().rules.keys()];

/**
 * Minutes ahead of UTC. Read from the shipped table, because the time zone data of machines differs. Years outside the
 * table use the nearest year in it.
 */
export const offsetAt = (zone: string, instant: number): number => {
  const table = zones();
  const rule = table.rules.get(zone);
  if (rule === undefined) throw new RangeError(`no time zone '${zone}' in the generated world`);
  if (rule.changes.length === 0) return rule.offsets[0] as number;
  const minute = (instant < table.start || instant >= table.end ? intoTable(instant, table) : instant) / MINUTE_MS;
  let low = 0;
  let high = rule.changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rule.changes[middle] as number) <= minute) low = middle + 1;
    else high = middle;
  }
  return rule.offsets[low] as number;
};

const intoTable = (instant: number, { start, firstYear, lastYear }: Zones): number =>
  new Date(instant).setUTCFullYear(instant < start ? firstYear : lastYear);

const offsetTexts = new Map<number, string>();

const offsetText = (offset: number): string => {
  let text = offsetTexts.get(offset);
  if (text === undefined) {
    const minutes = Math.abs(offset);
    const two = (value: number): string => String(value).padStart(2, "0");
    text = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    offsetTexts.set(offset, text);
  }
  return text;
};

/** `2026-12-15T08:00:00-05:00` */
export const localTimeIn = (zone: string, instant: number): string => {
  const offset = offsetAt(zone, instant);
  const local = instant + offset * MINUTE_MS;
  const day = Math.floor(local / DAY_MS);
  const seconds = Math.floor((local - day * DAY_MS) / 1000);
  const two = TWO_DIGITS;
  const time = `${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}`;
  return `${dateText(day)}T${time}${offsetText(offset)}`;
};

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));

const dateTexts = new Map<number, IsoDate>();
const MAX_DATES = 2000;

export const localDateIn = (zone: string, instant: number): IsoDate =>
  dateText(Math.floor((instant + offsetAt(zone, instant) * MINUTE_MS) / DAY_MS));

/** Cached, because every search formats dates. */
const dateText = (day: number): IsoDate => {
  let text = dateTexts.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (dateTexts.size >= MAX_DATES) dateTexts.clear();
    dateTexts.set(day, text);
  }
  return text;
};

/**
 * The instant of a wall-clock time such as `2026-12-15T08:00`. A time skipped by a DST change moves forward by the
 * length of the gap; a time that occurs twice means the earlier one.
 */
export const instantIn = (zone: string, wallClock: string): number => {
  const asUtc = Date.parse(`${wallClock}Z`);
  if (Number.isNaN(asUtc)) throw new RangeError(`'${wallClock}' is not a wall-clock time`);
  const before = offsetAt(zone, asUtc - DAY_MS);
  const after = offsetAt(zone, asUtc + DAY_MS);
  const early = asUtc - before * MINUTE_MS;
  if (before === after || offsetAt(zone, early) === before) return early;
  const late = asUtc - after * MINUTE_MS;
  return offsetAt(zone, late) === after ? late : early;
};
