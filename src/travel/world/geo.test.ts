import { describe, expect, it } from "vitest";
import { draw } from "../../model/draw.ts";
import { angle, cosine, distanceKm, type Point, sine } from "./geo.ts";

const haversineKm = (a: Point, b: Point): number => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(half)));
};

const random = draw("geo");
const somewhere = (): Point => ({
  latitude: random.integer(-900_000, 900_000) / 10_000,
  longitude: random.integer(-1_800_000, 1_800_000) / 10_000,
});

describe("geography by plain arithmetic", () => {
  it("agrees with the sine, cosine and arctangent of the JavaScript engine", () => {
    for (let degrees = -180; degrees <= 180; degrees += 0.37) {
      expect(sine(degrees)).toBeCloseTo(Math.sin((degrees * Math.PI) / 180), 14);
      expect(cosine(degrees)).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 14);
    }
    for (let i = 0; i < 500; i++) {
      const [rise, run] = [random.fraction(), random.fraction()];
      expect(angle(rise, run)).toBeCloseTo(Math.atan2(rise, run), 14);
    }
    expect([angle(0, 0), angle(0, 1), angle(1, 0)]).toEqual([0, 0, Math.PI / 2]);
  });

  it("measures the same great-circle distances as the haversine formula", () => {
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [somewhere(), somewhere()];
      expect(Math.abs(distanceKm(a, b) - haversineKm(a, b))).toBeLessThanOrEqual(0.5001);
    }
  });

  it.each([
    [{ latitude: 40.6394, longitude: -73.7793 }, { latitude: 33.9425, longitude: -118.408 }, 3974],
    [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111],
    [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20015],
    [{ latitude: 51.47, longitude: -0.4543 }, { latitude: 51.47, longitude: -0.4543 }, 0],
  ])("from %o to %o is %i km, both ways", (a, b, km) => {
    expect(distanceKm(a, b)).toBe(km);
    expect(distanceKm(b, a)).toBe(km);
  });
});
