import type { Clock } from "../../../model/clock.ts";
import { array, boolean, defaulted, integer, maybe, number, object, oneOf, string } from "../../../model/schema.ts";
import { type BuiltIn, builtIn, builtInFunction } from "../registry/built-in.ts";
import type { ZoneOfPlace } from "./zones.ts";

export interface TimeToolOptions {
  readonly clock: Clock;
  readonly zoneOfPlace: ZoneOfPlace;
}

const ZONE =
  "An IANA time zone (Europe/Berlin, US/Eastern), an offset (+05:30), or the IATA code of an airport or city (JFK, NYC).";
const MOMENT =
  "An ISO 8601 time with offset (2026-12-15T08:00:00-05:00) or zone (2026-12-15T08:00[America/New_York]), a local time or a date alone, which are taken in the time zone given for it, Unix seconds or milliseconds, an RFC 2822 date, or now.";

const source = oneOf(["offline"], { description: "Computed inside Taxiway from its own time zone data." });
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const perUnit = (description: string) =>
  object({ days: number(), hours: number(), minutes: number(), seconds: number() }, { description });
const moment = (description: string) =>
  object(
    { iso: string({ description: "Local time with offset." }), timezone: string(), utc: string() },
    { description },
  );

/** The time tool. Loads Temporal and the zone data with the first call. */
export const createTimeTool = ({ clock, zoneOfPlace }: TimeToolOptions): BuiltIn =>
  builtIn({
    name: "time_tool",
    description:
      "Tells the time anywhere, and how much time lies between two times, with time zones and daylight saving time taken care of.",
    category: "TIME",
    version: "1.0.0",
    functions: [
      builtInFunction({
        name: "current_time",
        title: "Current time",
        description:
          "What time and date it is now somewhere: the local time as text in the wanted format, its UTC offset, whether daylight saving time is on, when the clocks change next, the weekday and the parts of the date. Use it before working with relative dates such as tomorrow.",
        parameters: object({
          timezone: defaulted(string({ default: "UTC", description: ZONE })),
          format: defaulted(
            string({
              default: "ISO8601",
              description:
                "How `time` is written: ISO8601, RFC2822, unix (seconds), unix_ms, or a pattern such as yyyy-MM-dd HH:mm or EEEE, d MMMM yyyy. Letters: y year, M month, d day, E weekday, H hour (h with a for AM/PM), m minute, s second, SSS milliseconds, XXX offset, z abbreviation, VV zone; other text goes in single quotes.",
            }),
          ),
        }),
        returns: object({
          time: string({ description: "In the wanted format." }),
          format: string(),
          iso: string({ description: "ISO 8601, local with offset." }),
          unix: integer({ description: "Seconds since 1970." }),
          timezone: string({ description: "IANA name, or an offset." }),
          place: maybe(string({ description: "The IATA code that was asked for." })),
          utc_offset: string(),
          abbreviation: string({ description: "Such as EST; UTC+05:45 where there is none." }),
          is_dst: boolean({ description: "Whether daylight saving (summer) time is on." }),
          next_change: maybe(
            object(
              {
                at: string({ description: "The first moment after the change, local with offset." }),
                utc_offset: string({ description: "From then on." }),
                description: string(),
              },
              { description: "When the clocks change next; absent where they do not." },
            ),
          ),
          weekday: string(),
          year: integer(),
          month: integer(),
          day: integer(),
          hour: integer(),
          minute: integer(),
          second: integer(),
          day_of_year: integer(),
          clock: oneOf(["system", "configured"], {
            description: "configured: Taxiway's clock was set for a rehearsal and is not the real time.",
          }),
          note: maybe(string({ description: "What else may have been meant." })),
          source,
        }),
        annotations: { ...annotations, idempotentHint: false },
        timeout: 5,
        async run({ timezone, format }) {
          const [{ createFindZone }, { currentTime }] = await Promise.all([
            import("./zones.ts"),
            import("./current-time.ts"),
          ]);
          return currentTime(await createFindZone(zoneOfPlace)(timezone, "timezone"), format, clock);
        },
      }),
      builtInFunction({
        name: "time_difference",
        title: "Time between two times",
        description:
          "How much time passes from start_time to end_time, negative when the end is before the start. Works across time zones and clock changes: a flight's duration from its local times, the hours of a layover, the days until a date. Local times need start_timezone and end_timezone, else they are taken as UTC.",
        parameters: object({
          start_time: string({ description: MOMENT }),
          end_time: string({ description: "Written in any of the ways of start_time." }),
          unit: defaulted(
            oneOf(["seconds", "minutes", "hours", "days"], {
              default: "hours",
              description: "Unit of `difference`; a day is 24 hours.",
            }),
          ),
          start_timezone: maybe(string({ description: `Where start_time is, if it does not say. ${ZONE}` })),
          end_timezone: maybe(string({ description: `Where end_time is, if it does not say. ${ZONE}` })),
        }),
        returns: object({
          difference: number({ description: "In `unit`, exact." }),
          unit: oneOf(["seconds", "minutes", "hours", "days"]),
          totals: perUnit("The whole difference in each unit."),
          breakdown: perUnit("The difference as days, hours, minutes and seconds together; all have its sign."),
          text: string({ description: "The breakdown in words." }),
          calendar: maybe(
            perUnit(
              "As the local calendar counts, when the clocks of the zone change in between: days may have 23 hours.",
            ),
          ),
          start: moment("start_time as it was read."),
          end: moment("end_time as it was read."),
          notes: maybe(
            array(string(), {
              description:
                "Where a local time does not exist or comes twice, and which reading was taken; clock changes.",
            }),
          ),
          source,
        }),
        annotations,
        timeout: 5,
        async run({ start_time, end_time, unit, start_timezone, end_timezone }) {
          const [{ createFindZone }, { createReadMoment }, { timeDifference }] = await Promise.all([
            import("./zones.ts"),
            import("./moment.ts"),
            import("./time-difference.ts"),
          ]);
          const read = createReadMoment(createFindZone(zoneOfPlace), () => clock.now());
          const start = {
            text: start_time,
            field: "start_time",
            timezone: start_timezone,
            timezoneField: "start_timezone",
          };
          const end = { text: end_time, field: "end_time", timezone: end_timezone, timezoneField: "end_timezone" };
          return timeDifference(await read(start), await read(end), unit);
        },
      }),
    ],
  });
