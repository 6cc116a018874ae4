import type { Airport } from "../../model/place.ts";
import { distanceKm } from "./geo.ts";

export type AircraftKind = "jet" | "regional" | "turboprop";

/** Scheduled minutes from gate to gate, in fives. */
export const blockMinutes = (from: Airport, to: Airport, kind: AircraftKind): number => {
  const [speed, ground] = kind === "turboprop" ? [500, 35] : kind === "regional" ? [780, 48] : [840, 50];
  return Math.round(((distanceKm(from, to) / speed) * 60 + ground) / 5) * 5;
};
