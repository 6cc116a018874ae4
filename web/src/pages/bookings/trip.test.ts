import { describe, expect, it } from "vitest";
import type { ItineraryLeg } from "../../../../src/console/contract.ts";
import {
  airportOf,
  dayOffset,
  dayStrip,
  daysBetween,
  factsOf,
  localClock,
  localDay,
  nightsOf,
  tripSteps,
  zoneName,
} from "./trip.ts";

type EndPoint = readonly [place: string, local: string, at: string];
const leg = (kind: ItineraryLeg["kind"], from: EndPoint, to: EndPoint): ItineraryLeg => {
  const point = ([place, local, at]: EndPoint) => ({ place, local, at: `${at}:00Z`, time_zone: "UTC" });
  return {
    id: "F-1",
    kind,
    title: `${from[0]}–${to[0]}`,
    from: point(from),
    to: point(to),
    status: "confirmed",
    facts: [],
  };
};
const FEEDER = leg(
  "flight",
  ["SFO", "2027-03-10T07:00", "2027-03-10T15:00"],
  ["JFK", "2027-03-10T15:32", "2027-03-10T20:32"],
);
const OVERNIGHT = leg(
  "flight",
  ["JFK", "2027-03-10T18:55", "2027-03-10T23:55"],
  ["LHR", "2027-03-11T06:55", "2027-03-11T06:55"],
);
const HOUSE = leg(
  "hotel",
  ["Inn", "2027-03-11T15:00", "2027-03-11T15:00"],
  ["Inn", "2027-03-15T11:00", "2027-03-15T11:00"],
);

describe("local times", () => {
  it("are shown unconverted, regardless of the browser's time zone", () => {
    expect(localDay("2027-03-10T23:59")).toBe("Wed 10 Mar 2027");
    expect(localClock("2027-03-10T23:59")).toBe("23:59");
    expect(localDay("nonsense")).toBe("nonsense");
  });

  it("show the day offset of an arrival, also across the date line", () => {
    expect(dayOffset("2027-03-10T18:55", "2027-03-10T23:55")).toBeUndefined();
    expect(dayOffset("2027-03-10T18:55", "2027-03-11T06:55")).toBe("+1 day");
    expect(dayOffset("2027-03-10T23:00", "2027-03-12T01:00")).toBe("+2 days");
    expect(dayOffset("2027-03-10T00:30", "2027-03-09T16:00")).toBe("−1 day");
    expect(daysBetween("2027-02-28T23:00", "2027-03-01T01:00")).toBe(1);
  });

  it("show the time zone with its offset on that day", () => {
    expect(zoneName("America/New_York", "2027-03-10T23:55:00Z")).toBe("America/New York, UTC−5");
    expect(zoneName("America/New_York", "2027-07-10T23:55:00Z")).toBe("America/New York, UTC−4");
    expect(zoneName("Asia/Kolkata", "2027-07-10T23:55:00Z")).toBe("Asia/Kolkata, UTC+5:30");
    expect(zoneName("Europe/London", "2027-03-10T23:55:00Z")).toBe("Europe/London, UTC");
    expect(zoneName("UTC", "2027-07-10T23:55:00Z")).toBe("UTC");
    expect(zoneName("Nowhere/<b>", "2027-07-10T23:55:00Z")).toBe("Nowhere/<b>");
  });
});

describe("the itinerary", () => {
  it("starts each day with its date, and shows waits between flights", () => {
    expect(tripSteps([FEEDER, OVERNIGHT, HOUSE])).toEqual([
      { step: "day", local: "2027-03-10T07:00" },
      { step: "leg", leg: FEEDER },
      { step: "wait", place: "JFK", milliseconds: 12_180_000 },
      { step: "leg", leg: OVERNIGHT },
      { step: "day", local: "2027-03-11T15:00" },
      { step: "leg", leg: HOUSE },
    ]);
  });

  it("shows no wait for another airport or after a day and more", () => {
    const elsewhere = { ...OVERNIGHT, from: { ...OVERNIGHT.from, place: "EWR" } };
    const later = { ...OVERNIGHT, from: { ...OVERNIGHT.from, at: "2027-03-12T23:55:00Z" } };
    for (const next of [elsewhere, later]) {
      expect(tripSteps([FEEDER, next]).filter(({ step }) => step === "wait")).toEqual([]);
    }
  });

  it("does not repeat facts that are shown next to the times", () => {
    const facts = [
      { label: "From", value: "San Francisco International Airport" },
      { label: "Duration", value: "5 h 32 min" },
      { label: "Cabin", value: "economy" },
    ];
    expect(airportOf({ ...FEEDER, facts }, "From")).toBe("San Francisco International Airport");
    expect(airportOf({ ...FEEDER, facts }, "To")).toBeUndefined();
    expect(factsOf({ ...FEEDER, facts }).map(({ label }) => label)).toEqual(["Cabin"]);
    expect(factsOf({ ...HOUSE, facts })).toEqual(facts);
  });

  it("counts nights for hotels only", () => {
    expect(nightsOf(HOUSE)).toBe("4 nights");
    expect(nightsOf(OVERNIGHT)).toBeUndefined();
  });
});

describe("the day strip", () => {
  it("places every leg on its local dates", () => {
    const strip = dayStrip([FEEDER, OVERNIGHT, HOUSE]);
    expect(strip?.days.map(({ date }) => date)).toEqual([
      "2027-03-10",
      "2027-03-11",
      "2027-03-12",
      "2027-03-13",
      "2027-03-14",
      "2027-03-15",
    ]);
    const house = strip?.bars.find(({ leg }) => leg === HOUSE);
    expect(house?.left).toBeCloseTo((1 + 15 / 24) / 6);
    expect((house?.left ?? 0) + (house?.width ?? 0)).toBeCloseTo((5 + 11 / 24) / 6);
    expect(strip?.bars.map(({ lane }) => lane)).toEqual([0, 0, 1]);
    expect(strip?.lanes).toBe(2);
  });

  it("gives overlapping legs of one kind separate lanes", () => {
    const second = { ...HOUSE, from: { ...HOUSE.from, local: "2027-03-12T15:00" } };
    expect(dayStrip([HOUSE, second])?.bars.map(({ lane }) => lane)).toEqual([0, 1]);
  });

  it("keeps short legs visible, and labels fewer days of a long trip", () => {
    const last = leg(
      "flight",
      ["A", "2027-05-10T23:58", "2027-05-10T22:00"],
      ["B", "2027-05-10T23:59", "2027-05-10T22:01"],
    );
    const strip = dayStrip([FEEDER, last]);
    expect(strip?.days.length).toBeLessThanOrEqual(14);
    for (const { left, width } of strip?.bars ?? []) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(1.000001);
    }
  });

  it("is omitted without dates or for impossibly long trips", () => {
    const never = { ...HOUSE, from: { ...HOUSE.from, local: "soon" } };
    expect(dayStrip([never])).toBeUndefined();
    expect(dayStrip([FEEDER, { ...HOUSE, to: { ...HOUSE.to, local: "9999-01-01T00:00" } }])).toBeUndefined();
  });
});
