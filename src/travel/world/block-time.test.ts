import { describe, expect, it } from "vitest";
import fixture from "../../../test/fixtures/block-times.json" with { type: "json" };
import type { Airport } from "../../model/place.ts";
import { blockMinutes } from "./block-time.ts";
import { loadPlaces } from "./places.ts";

const places = loadPlaces();
const at = (code: string): Airport => places.airport(code) as Airport;
const jet = (from: string, to: string): number => blockMinutes(at(from), at(to), "jet");

type UsDotRow = [from: string, to: string, minutes: number];
type WellKnownRow = [from: string, to: string, out: number, back: number, tolerancePercent: number];
const usDot = fixture.usDot as UsDotRow[];
const wellKnown = fixture.wellKnown as WellKnownRow[];

const errorPercent = (minutes: number, scheduled: number): number => (Math.abs(minutes - scheduled) / scheduled) * 100;

describe("block time", () => {
  it.each(usDot)("%s to %s is within 15 %% of the US DOT schedule of %i minutes", (from, to, scheduled) => {
    expect(errorPercent(jet(from, to), scheduled)).toBeLessThanOrEqual(15);
  });

  it("is within 5 % of the US DOT schedules on average", () => {
    const errors = usDot.map(([from, to, scheduled]) => errorPercent(jet(from, to), scheduled));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThanOrEqual(5);
  });

  it.each(wellKnown)("%s to %s takes about %i minutes, and %i back", (from, to, out, back, tolerance) => {
    expect(errorPercent(jet(from, to), out)).toBeLessThanOrEqual(tolerance);
    expect(errorPercent(jet(to, from), back)).toBeLessThanOrEqual(tolerance);
  });

  it.each([
    ["PER", "LHR", 1050],
    ["AMS", "LHR", 80],
    ["LAX", "HKG", 935],
    ["HKG", "LAX", 790],
    ["SYD", "SCL", 760],
    ["SIN", "BKK", 150],
    ["JNB", "CPT", 135],
    ["DEL", "BOM", 135],
    ["SVO", "VVO", 510],
    ["AKL", "DOH", 1060],
    ["HNL", "OGG", 45],
  ])("%s to %s, which the model was not fitted to, takes about %i minutes", (from, to, usual) => {
    expect(Math.abs(jet(from, to) - usual)).toBeLessThanOrEqual(Math.max(15, usual * 0.1));
  });

  it("is a multiple of five for every kind, and slower for smaller aircraft", () => {
    const [from, to] = [at("ORD"), at("DSM")];
    const minutes = (["jet", "regional", "turboprop"] as const).map((kind) => blockMinutes(from, to, kind));
    expect(minutes.map((value) => value % 5)).toEqual([0, 0, 0]);
    expect(minutes[0]).toBeLessThanOrEqual(minutes[1] as number);
    expect(minutes[1]).toBeLessThan(minutes[2] as number);
  });

  it("is a number for antipodes, across the date line and for zero distance", () => {
    const pole = { ...at("JFK"), latitude: 90, longitude: 0 };
    const antipode = { ...at("JFK"), latitude: -40.6394, longitude: 106.2207 };
    expect(blockMinutes(at("JFK"), antipode, "jet")).toBeGreaterThan(1300);
    expect(blockMinutes(at("JFK"), pole, "jet")).toBeGreaterThan(300);
    expect(blockMinutes(at("JFK"), at("JFK"), "jet")).toBe(45);
    expect(blockMinutes(at("NAN"), at("APW"), "jet")).toBeLessThan(150);
  });
});
