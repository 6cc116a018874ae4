import type { Cabin } from "../../../model/flight.ts";
import type { AircraftType } from "../sandbox-context.ts";

type Body = AircraftType["body"];

/**
 * Kilograms of CO2 that one economy seat burns in a kilometre, by the size of aircraft: fleet averages, rounded. Taxi,
 * climb and detours count as 95 kilometres more. A seat further in front takes the room of several: the factors follow
 * the floor it takes, which in a narrow body is less.
 */
const KG_PER_KM: Readonly<Record<Body, number>> = {
  wide: 0.074,
  narrow: 0.068,
  regional: 0.092,
  turboprop: 0.075,
  small: 0.13,
};
const EXTRA_KM = 95;
const ROOM: Readonly<Record<"wide" | "other", Readonly<Record<Cabin, number>>>> = {
  wide: { economy: 1, premium_economy: 1.5, business: 2.9, first: 4 },
  other: { economy: 1, premium_economy: 1.2, business: 1.6, first: 2 },
};

export const kilogramsOfCo2 = (km: number, cabin: Cabin, body: Body, seats: number): number =>
  (km + EXTRA_KM) * KG_PER_KM[body] * ROOM[body === "wide" ? "wide" : "other"][cabin] * seats;
