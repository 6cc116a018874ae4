import { describe, expect, it } from "vitest";
import { localTimeIn, minutesBetween, type Point } from "./normalise-slice.ts";

const point = (datetime: string, zone?: string): Point => {
  const time = localTimeIn(datetime);
  if (time === undefined) throw new Error(`${datetime} was not read`);
  return { time, zone };
};

describe("localTimeIn", () => {
  it("returns date, time and the original text", () => {
    expect(localTimeIn("2025-05-10T08:00:00")).toEqual({
      date: "2025-05-10",
      time: "08:00",
      datetime: "2025-05-10T08:00:00",
    });
    expect(localTimeIn("2025-05-10T08:00")?.time).toBe("08:00");
    expect(localTimeIn("2025-05-10T08:00:00+02:00")?.time).toBe("08:00");
  });

  it.each(["", "2025-05-10", "2025-13-10T08:00:00", "2025-05-10T25:00:00", "2025-05-10T08:00:00<b>", 7, null, {}])(
    "returns undefined for %j",
    (value) => {
      expect(localTimeIn(value)).toBeUndefined();
    },
  );
});

describe("minutesBetween", () => {
  it.each<[string, Point, Point, number]>([
    [
      "west across an ocean",
      point("2025-05-10T11:00:00", "Europe/London"),
      point("2025-05-10T13:55:00", "America/New_York"),
      475,
    ],
    [
      "across the date line",
      point("2025-05-10T22:30:00", "America/Los_Angeles"),
      point("2025-05-12T06:15:00", "Australia/Sydney"),
      885,
    ],
    [
      "during a change to daylight saving time",
      point("2025-03-30T00:30:00", "Europe/London"),
      point("2025-03-30T04:00:00", "Europe/Paris"),
      90,
    ],
    ["by offsets, if the times have them", point("2025-05-10T11:00:00+01:00"), point("2025-05-10T13:55:00-04:00"), 475],
  ])("counts by the airports' own time: %s", (_, from, to, minutes) => {
    expect(minutesBetween(from, to, "PT1M")).toBe(minutes);
  });

  it.each<[unknown, number | null]>([
    ["PT10H30M", 630],
    ["PT02H26M", 146],
    ["P1DT2H", 1560],
    ["PT45M", 45],
    ["P", null],
    ["PT", null],
    ["P99DT1H", null],
    ["ten hours", null],
    [630, null],
    [null, null],
  ])("uses the airline's duration %j without time zones", (said, minutes) => {
    const [from, to] = [point("2025-05-10T08:00:00"), point("2025-05-11T08:30:00", "Nowhere/Atlantis")];
    expect(minutesBetween(from, to, said)).toBe(minutes);
  });

  it("uses the airline's duration when the times are impossible", () => {
    const [from, to] = [point("2025-05-10T08:00:00", "Europe/London"), point("2025-05-09T08:00:00", "Europe/London")];
    expect(minutesBetween(from, to, "PT2H")).toBe(120);
  });
});
