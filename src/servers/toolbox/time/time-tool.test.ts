import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadValidators } from "../../../mcp/tools/validators.ts";
import { type Clock, frozenClock, systemClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { createTimeTool } from "./time-tool.ts";

const PLACES: Record<string, string> = { JFK: "America/New_York", NYC: "America/New_York", IST: "Europe/Istanbul" };
const at = (iso: string): Clock => frozenClock(Date.parse(iso));
const NOW = at("2026-11-16T05:30:15.250Z");

/** Compiled once per function: compiling takes longer than a call. */
const validators = new Map<string, (data: unknown) => unknown>();

const calling = async (functionName: string, input: Record<string, unknown>, clock = NOW) => {
  const { backend, description } = createTimeTool({ clock, zoneOfPlace: async (code) => PLACES[code] });
  const { data } = await backend.call({
    functionName,
    arguments: input,
    callId: "1",
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    caller: { tenant: "t" } as never,
    progress() {},
  });
  const { returns = {} } = description.functions.find(({ name }) => name === functionName) ?? {};
  const validate =
    validators.get(functionName) ?? (await loadValidators()).output({ ...returns, additionalProperties: false });
  validators.set(functionName, validate);
  expect(validate(data)).toBeUndefined();
  return data as Record<string, unknown>;
};
const timeIn = (timezone: string, format = "ISO8601", clock = NOW) =>
  calling("current_time", { timezone, format }, clock);
const between = (start_time: string, end_time: string, more: Record<string, unknown> = {}) =>
  calling("time_difference", { start_time, end_time, unit: "hours", ...more });
const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};

/** Names for tests of texts that are too long to be names. */
const labelled = (texts: readonly string[]) =>
  texts.map((text) => [`${JSON.stringify(text.slice(0, 40))} of ${text.length}`, text] as const);

describe("the time tool", () => {
  it("declares the functions and parameters of the contract", () => {
    const { description } = createTimeTool({ clock: systemClock, zoneOfPlace: () => undefined });
    expect(description).toMatchObject({ name: "time_tool", category: "TIME" });
    const [current, difference] = description.functions;
    expect(current).toMatchObject({
      name: "current_time",
      parameters: {
        type: "object",
        properties: {
          timezone: { type: "string", default: "UTC" },
          format: { type: "string", default: "ISO8601" },
        },
      },
    });
    expect(current?.parameters).not.toHaveProperty("required");
    expect(difference).toMatchObject({
      name: "time_difference",
      parameters: {
        type: "object",
        properties: {
          start_time: { type: "string" },
          end_time: { type: "string" },
          unit: { type: "string", enum: ["seconds", "minutes", "hours", "days"], default: "hours" },
        },
        required: ["start_time", "end_time"],
      },
    });
  });

  it("loads Temporal with the first call, not at start", () => {
    const text = readFileSync(join(import.meta.dirname, "time-tool.ts"), "utf8");
    const loaded = [...text.matchAll(/^import (?!type).* from "(.*)";$/gm)].map(([, module]) => module);
    expect(loaded).toEqual(["../../../model/schema.ts", "../registry/built-in.ts"]);
  });
});

describe("current_time", () => {
  it("returns the time, its zone, the next clock change and the parts of the date", async () => {
    expect(await timeIn("America/New_York")).toEqual({
      time: "2026-11-16T00:30:15-05:00",
      format: "ISO8601",
      iso: "2026-11-16T00:30:15-05:00",
      unix: 1_794_807_015,
      timezone: "America/New_York",
      utc_offset: "-05:00",
      abbreviation: "EST",
      is_dst: false,
      next_change: {
        at: "2027-03-14T03:00:00-04:00",
        utc_offset: "-04:00",
        description: "Clocks go forward by 60 minutes.",
      },
      weekday: "Monday",
      year: 2026,
      month: 11,
      day: 16,
      hour: 0,
      minute: 30,
      second: 15,
      day_of_year: 320,
      clock: "configured",
      source: "offline",
    });
  });

  it.each([
    ["UTC", "UTC", "2026-11-16T05:30:15+00:00", "UTC"],
    ["z", "UTC", "2026-11-16T05:30:15+00:00", "UTC"],
    ["us/eastern", "US/Eastern", "2026-11-16T00:30:15-05:00", "EST"],
    [" EUROPE/berlin ", "Europe/Berlin", "2026-11-16T06:30:15+01:00", "CET"],
    ["Asia/Kathmandu", "Asia/Kathmandu", "2026-11-16T11:15:15+05:45", "UTC+05:45"],
    ["Asia/Kolkata", "Asia/Kolkata", "2026-11-16T11:00:15+05:30", "IST"],
    ["Asia/Tokyo", "Asia/Tokyo", "2026-11-16T14:30:15+09:00", "JST"],
    ["Australia/Sydney", "Australia/Sydney", "2026-11-16T16:30:15+11:00", "AEDT"],
    ["Etc/GMT+5", "Etc/GMT+5", "2026-11-16T00:30:15-05:00", "UTC-05:00"],
    ["+05:30", "+05:30", "2026-11-16T11:00:15+05:30", "UTC+05:30"],
    ["+0530", "+05:30", "2026-11-16T11:00:15+05:30", "UTC+05:30"],
    ["-3", "-03:00", "2026-11-16T02:30:15-03:00", "UTC-03:00"],
    ["UTC+2", "+02:00", "2026-11-16T07:30:15+02:00", "UTC+02:00"],
    ["gmt-08:00", "-08:00", "2026-11-15T21:30:15-08:00", "UTC-08:00"],
    ["-00:00", "+00:00", "2026-11-16T05:30:15+00:00", "UTC+00:00"],
  ])("reads the time zone %s", async (asked, timezone, iso, abbreviation) => {
    expect(await timeIn(asked)).toMatchObject({ timezone, iso, abbreviation });
  });

  it.each(["JFK", "jfk", "NYC"])("finds the zone of the IATA code %s", async (code) => {
    expect(await timeIn(code)).toMatchObject({ timezone: "America/New_York", place: code.toUpperCase() });
  });

  it("notes that an IATA code is also the abbreviation of a zone", async () => {
    const { timezone, note } = await timeIn("IST");
    expect(timezone).toBe("Europe/Istanbul");
    expect(note).toContain("Asia/Kolkata");
    expect(await timeIn("JFK")).not.toHaveProperty("note");
  });

  it.each([
    ["2026-07-01T00:00Z", "America/New_York", true, "EDT", "2026-11-01T01:00:00-05:00", "back by 60"],
    ["2026-07-01T00:00Z", "Europe/London", true, "BST", "2026-10-25T01:00:00+00:00", "back by 60"],
    ["2026-07-01T00:00Z", "Europe/Dublin", true, undefined, "2026-10-25T01:00:00+00:00", "back by 60"],
    ["2026-01-01T00:00Z", "Australia/Lord_Howe", true, undefined, "2026-04-05T01:30:00+10:30", "back by 30"],
    ["2026-07-01T00:00Z", "Australia/Lord_Howe", false, undefined, "2026-10-04T02:30:00+11:00", "forward by 30"],
    ["2026-01-01T00:00Z", "America/Santiago", true, undefined, "2026-04-04T23:00:00-04:00", "back by 60"],
  ])(
    "at %s in %s sets is_dst to %s and finds the next change",
    async (now, zone, isOn, abbreviation, change, description) => {
      const answer = await timeIn(zone, "ISO8601", at(now));
      expect(answer).toMatchObject({
        is_dst: isOn,
        next_change: { at: change, description: expect.stringContaining(description) },
        ...(abbreviation && { abbreviation }),
      });
    },
  );

  it("omits next_change for zones without daylight saving", async () => {
    for (const zone of ["UTC", "+05:30", "Asia/Kathmandu", "America/Phoenix"]) {
      const answer = await timeIn(zone);
      expect(answer).toMatchObject({ is_dst: false });
      expect(answer).not.toHaveProperty("next_change");
    }
  });

  it("uses the system clock unless another is configured", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { unix, clock } = await timeIn("UTC", "ISO8601", systemClock);
    expect(clock).toBe("system");
    expect(unix).toBeGreaterThanOrEqual(before);
    expect(unix).toBeLessThanOrEqual(Date.now() / 1000);
  });
});

describe("the format of current_time", () => {
  it.each([
    ["ISO8601", "2026-11-16T06:30:15+01:00"],
    ["iso 8601", "2026-11-16T06:30:15+01:00"],
    ["ISO-8601", "2026-11-16T06:30:15+01:00"],
    ["RFC3339", "2026-11-16T06:30:15+01:00"],
    ["RFC2822", "Mon, 16 Nov 2026 06:30:15 +0100"],
    ["rfc 2822", "Mon, 16 Nov 2026 06:30:15 +0100"],
    ["unix", "1794807015"],
    ["unix_ms", "1794807015250"],
    ["yyyy-MM-dd HH:mm", "2026-11-16 06:30"],
    ["YYYY-MM-DD HH:mm:ss", "2026-11-16 06:30:15"],
    ["EEEE, d MMMM yyyy", "Monday, 16 November 2026"],
    ["EEE d MMM yy, h:mm a", "Mon 16 Nov 26, 6:30 AM"],
    ["yyyy-MM-ddTHH:mm:ss.SSSXXX", "2026-11-16T06:30:15.250+01:00"],
    ["yyyyMMdd'T'HHmmssZ", "20261116T063015+0100"],
    ["H 'o''clock in' VV (z, xxx)", "6 o'clock in Europe/Berlin (CET, +01:00)"],
    ["''yy M D H m s y E hh''", "'26 11 16 6 30 15 2026 Mon 06'"],
    ["dd.MM.yyyy 🕒", "16.11.2026 🕒"],
  ])("accepts %s", async (format, text) => {
    expect(await timeIn("Europe/Berlin", format)).toMatchObject({ time: text, iso: "2026-11-16T06:30:15+01:00" });
  });

  it("writes 12-hour times from 12 to 11, and Z for offset zero", async () => {
    expect((await timeIn("UTC", "hh:mm a XXX", at("2026-01-01T00:05Z"))).time).toBe("12:05 AM Z");
    expect((await timeIn("UTC", "h a XX", at("2026-01-01T12:00Z"))).time).toBe("12 PM Z");
    expect((await timeIn("UTC", "h a", at("2026-01-01T23:00Z"))).time).toBe("11 PM");
  });

  it.each([
    ["'QQ' is not a field", "yyyy-QQ"],
    ["'e' is not a field", "hello"],
    ["'ddd' is not a field", "ddd"],
    ["'yyyyy' is not a field", "yyyyy"],
    ["'c' is not a field", "constructor"],
    ["'p' is not a field", "__proto__"],
    ["yyyy-MM-dd", "%Y-%m-%d"],
    ["quote", "yyyy 'year"],
    ["quote", "'"],
    ["empty", ""],
    ["empty", "  "],
    ["100 characters", "y".repeat(1_000_000)],
    ["quote", "'".repeat(99)],
  ])("rejects an invalid pattern: %s", async (problem, format) => {
    const { kind, message, details } = await failureOf(timeIn("UTC", format));
    expect(kind).toBe("invalid");
    expect(details.field).toBe("format");
    expect(details.allowed).toContain("MMMM");
    expect(message).toContain(problem);
    expect(message.length).toBeLessThan(250);
  });
});

describe("an unknown time zone", () => {
  it.each([
    ["Europe/Berlinn", "Europe/Berlin"],
    ["Berlin", "Europe/Berlin"],
    ["New York", "America/New_York"],
    ["new york city", "America/New_York"],
    ["America/NewYork", "America/New_York"],
    ["Asia/Kolkatta", "Asia/Kolkata"],
    ["Kathmandu", "Asia/Kathmandu"],
    ["Kiev", "Europe/Kyiv"],
    ["PST", "America/Los_Angeles"],
    ["cest", "Europe/Berlin"],
    ["ET", "America/New_York"],
  ])("is rejected: for %s the error suggests %s", async (asked, meant) => {
    const { kind, message, details } = await failureOf(timeIn(asked));
    expect(kind).toBe("invalid");
    expect(message).toContain(asked);
    expect(details).toMatchObject({ field: "timezone", value: asked });
    expect(details["near"]).toContain(meant);
    expect(details.hint).toContain(meant);
  });

  it.each(
    labelled([
      "",
      " ",
      "XXQ",
      "+24:00",
      "+05:60",
      "+5:3",
      "2026-01-01T00:00Z",
      "2026-01-01T00:00+01:00[Europe/Berlin]",
      "Europe/../Berlin",
      "../../etc/passwd",
      "__proto__",
      "constructor",
      "Europe/Berlin\u0000",
      "\u202eUTC",
      "Factory",
      "localtime",
      "x".repeat(1_000_000),
      "Europe/".repeat(100_000),
    ]),
  )("is rejected: %s", async (_, asked) => {
    const { kind, message, details } = await failureOf(timeIn(asked));
    expect(kind).toBe("invalid");
    expect(details.field).toBe("timezone");
    expect(details.hint).toBeTruthy();
    expect(message.length).toBeLessThan(150);
    expect(JSON.stringify(details).length).toBeLessThan(1_000);
    expect(message).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]+$/u);
  });
});

describe("time_difference", () => {
  it("returns the difference in the chosen unit, in all units, as a breakdown and in words", async () => {
    expect(await between("2026-12-15T08:00:00-05:00", "2026-12-16T09:01:01+01:00", { unit: "minutes" })).toEqual({
      difference: 1141 + 1 / 60,
      unit: "minutes",
      totals: { days: 68_461 / 86_400, hours: 68_461 / 3_600, minutes: 68_461 / 60, seconds: 68_461 },
      breakdown: { days: 0, hours: 19, minutes: 1, seconds: 1 },
      text: "19 hours, 1 minute, 1 second",
      start: { iso: "2026-12-15T08:00:00-05:00", timezone: "-05:00", utc: "2026-12-15T13:00:00Z" },
      end: { iso: "2026-12-16T09:01:01+01:00", timezone: "+01:00", utc: "2026-12-16T08:01:01Z" },
      source: "offline",
    });
  });

  it("is negative when the end is before the start", async () => {
    expect(await between("2026-01-03T12:30:00Z", "2026-01-01T00:00:00Z")).toMatchObject({
      difference: -60.5,
      breakdown: { days: -2, hours: -12, minutes: -30, seconds: 0 },
      text: "minus 2 days, 12 hours, 30 minutes",
    });
    const same = await between("2026-01-01T00:00Z", "2026-01-01T01:00+01:00");
    expect(same).toMatchObject({ difference: 0, text: "0 seconds" });
    expect(JSON.stringify(same)).not.toContain("-0,");
    expect(Object.is((same["breakdown"] as { days: number }).days, 0)).toBe(true);
  });

  it.each([
    ["2026-12-15T08:00Z", "2026-12-15 09:00Z", 1],
    ["2026-12-15t08:00z", "20261215T0900Z", 1],
    ["2026-12-15T08", "2026-12-15T09:30", 1.5],
    ["2026-12-15", "2026-12-16", 24],
    ["20261215", "2026-12-15T06:00", 6],
    ["2026-12-15T08:00:00.5Z", "2026-12-15T08:00:01,5Z", 1 / 3600],
    ["2026-12-15T08:00:00 -05:00", "2026-12-15T08:00:00-0600", 1],
    ["2026-12-15T08:00[America/New_York]", "2026-12-15T08:00-06:00[America/Chicago]", 1],
    ["2026-12-15T13:00Z[America/New_York]", "2026-12-15T08:00[JFK]", 0],
    ["1794807015", "1794810615", 1],
    ["1794807015250", "1794807015", -0.25 / 3600],
    ["now", "2026-11-16T06:30:15.25Z", 1],
    ["Mon, 16 Nov 2026 06:30:15 +0100", "16 Nov 2026 06:30 GMT", 1 - 15 / 3600],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", 1 / 3600],
    [" 2026-12-15T08:00Z ", "2026-12-15T09:00Z", 1],
  ])("from %s to %s is %d hours", async (start, end, hours) => {
    expect((await between(start, end)).difference).toBe(hours);
  });

  it("reads local times in start_timezone and end_timezone", async () => {
    const zones = { start_timezone: "JFK", end_timezone: "Europe/London" };
    const answer = await between("2026-12-15T18:30", "2026-12-16T06:25", zones);
    expect(answer).toMatchObject({ text: "6 hours, 55 minutes", difference: 6 + 55 / 60 });
    expect(answer["start"]).toMatchObject({ iso: "2026-12-15T18:30:00-05:00", timezone: "America/New_York" });
  });

  it("keeps the instant of a time with an offset and shows it in the given zone", async () => {
    const zones = { start_timezone: "America/New_York", end_timezone: "America/New_York" };
    const answer = await between("2026-03-07T17:00:00Z", "2026-03-08T16:00:00Z", zones);
    expect(answer).toMatchObject({
      difference: 23,
      calendar: { days: 1, hours: 0, minutes: 0, seconds: 0 },
      start: { iso: "2026-03-07T12:00:00-05:00" },
      end: { iso: "2026-03-08T12:00:00-04:00" },
    });
  });

  it.each([
    ["New York, 23 hours", "America/New_York", "2026-03-08", "2026-03-09", 23, 1, 0],
    ["New York, 25 hours", "America/New_York", "2026-11-01", "2026-11-02", 25, 1, 0],
    ["Berlin, 23 hours", "Europe/Berlin", "2026-03-29", "2026-03-30", 23, 1, 0],
    ["Lord Howe, half an hour more", "Australia/Lord_Howe", "2026-04-05", "2026-04-06", 24.5, 1, 0],
    ["Apia, where 30 December 2011 was left out", "Pacific/Apia", "2011-12-29", "2011-12-31", 24, 2, 0],
    ["New York, backwards", "America/New_York", "2026-03-09", "2026-03-08", -23, -1, 0],
    ["New York, a day and a bit", "America/New_York", "2026-03-07T12:00", "2026-03-08T13:00", 24, 1, 1],
  ])("adds the calendar difference across a clock change: %s", async (_, zone, start, end, hours, days, further) => {
    const answer = await between(start, end, { start_timezone: zone, end_timezone: zone });
    expect(answer).toMatchObject({ difference: hours, calendar: { days, hours: further } });
    expect((answer["notes"] as string[]).join()).toContain(`The clocks of ${zone} change in between`);
  });

  it("omits calendar and notes without a clock change", async () => {
    const zones = { start_timezone: "Asia/Kathmandu", end_timezone: "Asia/Kathmandu" };
    const answer = await between("2026-03-01", "2026-11-01", { ...zones, unit: "days" });
    expect(answer).toMatchObject({ difference: 245, start: { iso: "2026-03-01T00:00:00+05:45" } });
    expect(answer).not.toHaveProperty("notes");
    expect(answer).not.toHaveProperty("calendar");
  });

  it.each([
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T03:30:00-04:00", "2026-03-08 02:30 does not exist"],
    ["Europe/Berlin", "2026-03-29T02:00", "2026-03-29T03:00:00+02:00", "2026-03-29 02:00 does not exist"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45:00+11:00", "2026-10-04 02:15 does not exist"],
    ["Pacific/Apia", "2011-12-30T12:00", "2011-12-31T12:00:00+14:00", "2011-12-30 12:00 does not exist"],
    ["Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00", "2011-12-30 does not exist"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T01:30:00-04:00", "occurs twice"],
    ["Europe/Berlin", "2026-10-25T02:59:59", "2026-10-25T02:59:59+02:00", "occurs twice"],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-05T01:45:00+11:00", "occurs twice"],
  ])("in %s notes how the ambiguous local time %s was read", async (zone, local, iso, said) => {
    for (const [text, more] of [
      [local, { start_timezone: zone }],
      [`${local}[${zone}]`, {}],
    ] as const) {
      const answer = await between(text, "2030-01-01", more);
      expect(answer["start"]).toMatchObject({ iso });
      expect(answer["notes"]).toEqual([expect.stringContaining(said)]);
    }
  });

  it("names the offset of the second occurrence and accepts it", async () => {
    const [note] = (await between("2026-11-01T01:30[America/New_York]", "2030-01-01"))["notes"] as string[];
    expect(note).toContain("-05:00");
    const second = await between(
      "2026-11-01T01:30-05:00[America/New_York]",
      "2026-11-01T01:30-04:00[America/New_York]",
    );
    expect(second).toMatchObject({ difference: -1 });
  });

  it("reads a date as the start of its day, even where that is not midnight", async () => {
    const answer = await between("2018-11-04[America/Sao_Paulo]", "2018-11-05[America/Sao_Paulo]");
    expect(answer).toMatchObject({ difference: 23, start: { iso: "2018-11-04T01:00:00-02:00" } });
    expect(answer).not.toHaveProperty("notes.1");
  });

  it.each([
    ["2024-02-28", "2024-03-01", 2],
    ["2023-02-28", "2023-03-01", 1],
    ["2000-02-29", "2000-03-01", 1],
    ["1900-02-28", "1900-03-01", 1],
    ["0001-01-01", "9999-12-31", 3_652_058],
    ["-000001-01-01", "0001-01-01", 731],
    ["-271821-04-20", "+275760-09-13", 200_000_000],
  ])("counts leap days and far years: %s to %s are %d days", async (start, end, days) => {
    expect((await between(start, end, { unit: "days" })).difference).toBe(days);
  });

  it("is exact to the nanosecond", async () => {
    const answer = await between("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000000001Z", { unit: "seconds" });
    expect(answer).toMatchObject({ difference: 1e-9, breakdown: { seconds: 1e-9 } });
  });

  it("notes when two time zones apply to one time", async () => {
    const answer = await between("2026-12-15T08:00[Europe/Berlin]", "2026-12-15", { start_timezone: "JFK" });
    expect(answer["start"]).toMatchObject({ timezone: "Europe/Berlin" });
    expect(answer["notes"]).toEqual(["start_time names its own time zone, which was used."]);
  });

  it.each(
    labelled([
      "",
      "yesterday",
      "2026-02-30",
      "2023-02-29T00:00Z",
      "1900-02-29",
      "2026-13-01",
      "2026-12-15T25:00Z",
      "2026-12-15T08:60Z",
      "2026-12-15T8:00",
      "2026-12-15T08:00+25:00",
      "2026-12-15Z",
      "12/15/2026",
      "15.12.2026",
      "+999999-01-01",
      "+275760-09-14",
      "-271821-04-19T00:00Z",
      "-000000-01-01",
      "999999999999999",
      "9".repeat(400),
      "2026-12-15T08:00[]",
      "2026-12-15T08:00[u-ca=hebrew]",
      "2026-12-15T08:00-05:00[Europe/Berlin]",
      "2026-03-08T02:30-05:00[America/New_York]",
      "Mon, 32 Nov 2026 06:30:15 +0100",
      "16 Foo 2026 06:30 GMT",
      "2026-12-15T08:00Z\u0000",
      "\u202e2026-12-15",
      "[".repeat(1_000_000),
      "2026-12-15T08:00:00.".padEnd(1_000_000, "0"),
      " ".repeat(1_000_000),
    ]),
  )("rejects %s", async (_, text) => {
    for (const [field, work] of [
      ["start_time", between(text, "2026-01-01")],
      ["end_time", between("2026-01-01", text)],
    ] as const) {
      const { kind, message, details } = await failureOf(work);
      expect(kind).toBe("invalid");
      expect(details.field).toBe(field);
      expect(details.hint).toBeTruthy();
      expect(message.length).toBeLessThan(200);
      expect(message).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]+$/u);
    }
  });

  it("names the field with the unknown zone", async () => {
    const given = (more: Record<string, unknown>) => failureOf(between("2026-01-01", "2026-01-02", more));
    expect((await given({ start_timezone: "Nowhere" })).details.field).toBe("start_timezone");
    expect((await given({ end_timezone: "Nowhere" })).details.field).toBe("end_timezone");
    expect((await failureOf(between("2026-01-01T00:00[Europe/Nowhere]", "now"))).details.field).toBe("start_time");
  });
});
