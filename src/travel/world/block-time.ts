import type { Airport } from "../../model/place.ts";
import { angleBetween, type Direction, directionOf, distanceKm, sine } from "./geo.ts";

export type AircraftKind = "jet" | "regional" | "turboprop";

interface Performance {
  /** Taxi, climb and approach: the same for every distance. */
  readonly groundMinutes: number;
  readonly cruiseKmh: number;
  /** Speed lost on a short hop, which is mostly climb and descent. */
  readonly shortHopLossKmh: number;
  /** The strongest wind at this aircraft's altitude; turboprops fly below most of the jet stream. */
  readonly windKmh: number;
}

const PERFORMANCE: Readonly<Record<AircraftKind, Performance>> = {
  jet: { groundMinutes: 44, cruiseKmh: 858, shortHopLossKmh: 80, windKmh: 105 },
  regional: { groundMinutes: 44, cruiseKmh: 820, shortHopLossKmh: 80, windKmh: 95 },
  turboprop: { groundMinutes: 35, cruiseKmh: 510, shortHopLossKmh: 20, windKmh: 40 },
};

const LONG_HAUL_KM = 8000;
const SAMPLES = 8;

/** Westerly winds peak near 36° and fade towards the poles and to zero at 10°. Both values are sines of the latitude. */
const WIND_CENTRE = 0.59;
const WIND_REACH = 0.42;

/** North of 53° between 45° and 180° east. Most airlines may not overfly it; the detour adds about a fifth. */
const overSiberia = ({ x, y, z }: Direction): boolean => z > 0.8 && y > 0 && x < y;
const SIBERIA_DETOUR = 1.2;

/** Scheduled gate-to-gate minutes, a multiple of five; longer westbound than eastbound in the jet stream. */
export const blockMinutes = (from: Airport, to: Airport, kind: AircraftKind): number => {
  const { groundMinutes, cruiseKmh, shortHopLossKmh, windKmh } = PERFORMANCE[kind];
  const km = distanceKm(from, to);
  const speed = cruiseKmh - shortHopLossKmh * Math.max(0, 1 - km / LONG_HAUL_KM);
  const mayOverfly = from.country === "RU" || to.country === "RU";

  let hours = 0;
  for (const { position, eastward } of greatCircle(directionOf(from), directionOf(to))) {
    const wind = windKmh * Math.max(0, 1 - Math.abs(Math.abs(position.z) - WIND_CENTRE) / WIND_REACH);
    const detour = !mayOverfly && overSiberia(position) ? SIBERIA_DETOUR : 1;
    hours += ((km / SAMPLES) * detour) / (speed + wind * eastward);
  }
  return Math.round((groundMinutes + hours * 60) / 5) * 5;
};

interface Sample {
  readonly position: Direction;
  /** 1 when flying due east, −1 due west. */
  readonly eastward: number;
}

/** The midpoints of equal segments of the route. */
const greatCircle = (a: Direction, b: Direction): readonly Sample[] => {
  const pole = unit(cross(a, b));
  const ahead = cross(pole, a);
  const step = (angleBetween(a, b) * 180) / Math.PI / SAMPLES;
  return Array.from({ length: SAMPLES }, (_, i) => {
    const turn = step * (i + 0.5);
    const here = sine(90 - turn);
    const there = sine(turn);
    const position = {
      x: a.x * here + ahead.x * there,
      y: a.y * here + ahead.y * there,
      z: a.z * here + ahead.z * there,
    };
    // Clairaut's relation: sin(azimuth) · cos(latitude) is constant along a great circle.
    return { position, eastward: pole.z / Math.sqrt(Math.max(1e-9, 1 - position.z * position.z)) };
  });
};

const cross = (a: Direction, b: Direction): Direction => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

/** Identical and antipodal points have no direction between them: the zero vector means no wind. */
const unit = ({ x, y, z }: Direction): Direction => {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length < 1e-12 ? { x: 0, y: 0, z: 0 } : { x: x / length, y: y / length, z: z / length };
};
