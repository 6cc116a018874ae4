import { describe, expect, it } from "vitest";
import { draw } from "../../model/draw.ts";
import { instantIn, localDateIn, localTimeIn, offsetAt, zoneDatabase, zoneNames } from "./zones.ts";

/** The time zone data of this machine. */
const machineTime = (zone: string): ((instant: number) => string) => {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const offset = (part["timeZoneName"] ?? "").replace("GMT", "").replace("−", "-") || "+00:00";
    return `${part["year"]}-${part["month"]}-${part["day"]}T${part["hour"]}:${part["minute"]}:${part["second"]}${offset}`;
  };
};

describe("local time", () => {
  it("matches the time zone database for thousands of zones and instants", () => {
    // Different versions of the database may differ in future changes, so only the past is compared.
    const start = Date.UTC(2024, 0, 1);
    const end = Date.UTC(process.versions.tz === zoneDatabase() ? 2041 : 2025, 0, 1) - 1000;
    const random = draw("zones");
    const wrong: string[] = [];
    for (const zone of zoneNames()) {
      const expected = machineTime(zone);
      for (let i = 0; i < 20; i++) {
        const instant = random.integer(start / 1000, end / 1000) * 1000;
        if (localTimeIn(zone, instant) !== expected(instant)) wrong.push(`${zone} ${new Date(instant).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ["America/New_York", 2026],
    ["America/New_York", 2040],
    ["Europe/London", 2033],
    ["Australia/Adelaide", 2027],
    ["Pacific/Auckland", 2029],
    ["Asia/Kathmandu", 2030],
    ["Australia/Lord_Howe", 2031],
  ])("in %s follows the rules of the zone throughout %i", (zone, year) => {
    const expected = machineTime(zone);
    for (let instant = Date.UTC(year, 0, 1); instant < Date.UTC(year + 1, 0, 1); instant += 7 * 3_600_000) {
      expect(localTimeIn(zone, instant)).toBe(expected(instant));
    }
  });

  it.each([
    ["America/New_York", "2026-12-15T13:00:00Z", "2026-12-15T08:00:00-05:00"],
    ["Asia/Kathmandu", "2026-12-01T00:00:00Z", "2026-12-01T05:45:00+05:45"],
    ["Australia/Adelaide", "2026-12-31T13:30:00Z", "2027-01-01T00:00:00+10:30"],
    ["America/St_Johns", "2026-07-01T02:29:59Z", "2026-06-30T23:59:59-02:30"],
    ["Pacific/Honolulu", "2026-06-01T09:59:00Z", "2026-05-31T23:59:00-10:00"],
    ["Pacific/Apia", "2026-06-01T11:00:00Z", "2026-06-02T00:00:00+13:00"],
    ["Pacific/Auckland", "2026-12-31T11:00:00Z", "2027-01-01T00:00:00+13:00"],
    ["Europe/London", "2026-06-01T00:00:00Z", "2026-06-01T01:00:00+01:00"],
    ["Africa/Abidjan", "2026-06-01T00:00:00Z", "2026-06-01T00:00:00+00:00"],
  ])("in %s at %s is %s", (zone, utc, local) => {
    const instant = Date.parse(utc);
    expect(localTimeIn(zone, instant)).toBe(local);
    expect(localDateIn(zone, instant)).toBe(local.slice(0, 10));
    expect(Date.parse(local)).toBe(instant);
  });

  it("uses the nearest year of the table outside its range", () => {
    expect(offsetAt("America/New_York", Date.UTC(2055, 6, 1))).toBe(-240);
    expect(offsetAt("America/New_York", Date.UTC(2055, 0, 1))).toBe(-300);
    expect(offsetAt("America/New_York", Date.UTC(1999, 6, 1))).toBe(-240);
    expect(offsetAt("America/New_York", Date.UTC(2041, 0, 1) - 1)).toBe(-300);
  });

  it("throws a RangeError for an unknown zone", () => {
    expect(() => offsetAt("Mars/Olympus", 0)).toThrow("Mars/Olympus");
  });
});

describe("the instant of a wall-clock time", () => {
  it.each([
    ["a time that the clocks skip in spring moves forward", "America/New_York", "2026-03-08T02:30", "03:30:00-04:00"],
    ["the first minute after the gap stays", "America/New_York", "2026-03-08T03:00", "03:00:00-04:00"],
    ["the last minute before the gap stays", "America/New_York", "2026-03-08T01:59", "01:59:00-05:00"],
    ["a time that comes twice in autumn is the earlier one", "America/New_York", "2026-11-01T01:30", "01:30:00-04:00"],
    ["the hour after it comes once", "America/New_York", "2026-11-01T02:00", "02:00:00-05:00"],
    ["the same in London in spring", "Europe/London", "2026-03-29T01:30", "02:30:00+01:00"],
    ["the same in London in autumn", "Europe/London", "2026-10-25T01:30", "01:30:00+01:00"],
    ["the same south of the equator in spring", "Australia/Adelaide", "2026-10-04T02:15", "03:15:00+10:30"],
    ["the same south of the equator in autumn", "Australia/Adelaide", "2026-04-05T02:15", "02:15:00+10:30"],
    ["a change of half an hour moves by half an hour", "Australia/Lord_Howe", "2026-10-04T02:10", "02:40:00+11:00"],
  ])("%s", (_, zone, wallClock, expected) => {
    expect(localTimeIn(zone, instantIn(zone, wallClock)).slice(11)).toBe(expected);
  });

  it("converts back to the same wall-clock time if that exists", () => {
    const random = draw("wall clock");
    const zones = zoneNames();
    for (let i = 0; i < 5000; i++) {
      const zone = random.pick(zones);
      const local = localTimeIn(
        zone,
        random.integer(Date.UTC(2024, 0, 2) / 60_000, Date.UTC(2040, 11, 30) / 60_000) * 60_000,
      );
      expect(localTimeIn(zone, instantIn(zone, local.slice(0, 16))).slice(0, 19)).toBe(local.slice(0, 19));
    }
  });

  it("accepts seconds, and rejects invalid times", () => {
    expect(instantIn("Asia/Tokyo", "2026-12-15T08:00:30")).toBe(Date.parse("2026-12-14T23:00:30Z"));
    expect(() => instantIn("Asia/Tokyo", "tomorrow")).toThrow("tomorrow");
  });
});
