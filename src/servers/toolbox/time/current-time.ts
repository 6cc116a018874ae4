import { Temporal } from "temporal-polyfill";
import type { Clock } from "../../../model/clock.ts";
import { formatTime, isoTime, weekdayName } from "./format-time.ts";
import { abbreviationOf, isDaylightSaving, nextChange } from "./zone-facts.ts";
import type { Zone } from "./zones.ts";

export const currentTime = (zone: Zone, format: string, clock: Clock) => {
  const time = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(zone.id);
  const next = nextChange(time);
  const { text, format: used } = formatTime(time, format);
  return {
    time: text,
    format: used,
    iso: isoTime(time),
    unix: Math.floor(time.epochMilliseconds / 1000),
    timezone: time.timeZoneId,
    ...(zone.place !== undefined && { place: zone.place }),
    utc_offset: time.offset,
    abbreviation: abbreviationOf(time),
    is_dst: isDaylightSaving(time),
    ...(next !== undefined && { next_change: next }),
    weekday: weekdayName(time),
    year: time.year,
    month: time.month,
    day: time.day,
    hour: time.hour,
    minute: time.minute,
    second: time.second,
    day_of_year: time.dayOfYear,
    clock: clock.configured ? ("configured" as const) : ("system" as const),
    ...(zone.note !== undefined && { note: zone.note }),
    source: "offline" as const,
  };
};
