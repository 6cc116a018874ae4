import type { Airport } from "../../src/model/place.ts";
import { type Aircraft, type AirlineRow, aircraftTypes, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import type { Link } from "./link.ts";
import { landingRule } from "./rights.ts";
import { runwayPermits } from "./runways.ts";

/** Usable share of the nominal range, after wind and fuel reserves. */
const USABLE_RANGE: Readonly<Record<Aircraft["body"], number>> = {
  wide: 0.94,
  narrow: 0.85,
  regional: 0.8,
  turboprop: 0.9,
  small: 0.8,
};
const PROP_COMFORT_KM = 700;

/** An airport with a rule of its own has approved those types, whatever its runway. */
const lands = (aircraft: Aircraft, airport: Airport): boolean => {
  const rule = landingRule(airport);
  if (rule === undefined) return runwayPermits(aircraft, airport);
  return rule.includes(aircraft.body) || rule.includes(aircraft.code);
};

const typeOf = (code: string): Aircraft => {
  const aircraft = aircraftTypes().get(code);
  if (aircraft === undefined) throw new Error(`Unknown aircraft type ${code}.`);
  return aircraft;
};

const fleets = new Map<string, readonly Aircraft[]>();

const fleetOf = (row: AirlineRow): readonly Aircraft[] => {
  let fleet = fleets.get(row.code);
  if (fleet === undefined) {
    fleet = wordsOf(row.fleet).map(typeOf);
    fleets.set(row.code, fleet);
  }
  return fleet;
};

export const canReach = (row: AirlineRow, a: Airport, b: Airport, km: number): boolean =>
  fleetOf(row).some((aircraft) => suits(aircraft, a, b, km));

const suits = (aircraft: Aircraft, a: Airport, b: Airport, km: number): boolean =>
  km <= aircraft.rangeKm * USABLE_RANGE[aircraft.body] && lands(aircraft, a) && lands(aircraft, b);

/** True if the airline has wide-body aircraft only. */
export const isLongHaulOnly = (row: AirlineRow): boolean => fleetOf(row).every(({ body }) => body === "wide");

export const longestRange = (row: AirlineRow): string =>
  fleetOf(row).reduce((best, aircraft) => (aircraft.rangeKm > best.rangeKm ? aircraft : best)).code;

export const hasSmallAircraftOnly = (row: AirlineRow): boolean => fleetOf(row).every(({ body }) => body === "small");

/** True if the airline has aircraft for hops between islands. */
export const hasPropellers = (row: AirlineRow): boolean =>
  fleetOf(row).some(({ body }) => body === "turboprop" || body === "small");

interface Demand {
  readonly market: number;
  /** Traffic of the smaller airport. */
  readonly smallest: number;
  /** Flights a day. */
  readonly flights: number;
  mayUse(type: string): boolean;
}

/** Returns the type that fits the route best, and a second one if the two are close. */
export const chooseTypes = (
  row: AirlineRow,
  { from, to, km }: Pick<Link, "from" | "to" | "km">,
  { market, smallest, flights, mayUse }: Demand,
): string | undefined => {
  const idealSeats = km < 4500 ? Math.min(220, 30 + 7 * market + km / 40) : Math.min(400, 190 + 14 * market);
  const ranked = fleetOf(row)
    .filter((aircraft) => mayUse(aircraft.code) && suits(aircraft, from, to, km))
    .map((aircraft) => ({ aircraft, misfit: misfit(aircraft, km, idealSeats, smallest) }))
    .sort((x, y) => x.misfit - y.misfit);
  const [first, second] = ranked;
  if (first === undefined) return undefined;
  const mixed = second !== undefined && flights >= 3 && second.misfit < first.misfit + 35;
  return mixed ? `${first.aircraft.code}+${second.aircraft.code}` : first.aircraft.code;
};

const misfit = (aircraft: Aircraft, km: number, idealSeats: number, smallest: number): number => {
  const { body, seats, rangeKm } = aircraft;
  const prop = body === "turboprop" || body === "small";
  let points = Math.abs(seats - idealSeats);
  if (prop && km > PROP_COMFORT_KM) points += (km - PROP_COMFORT_KM) / 4;
  if (!prop && km < 200) points += 40;
  if (body === "wide" && km < 3500) points += 120;
  if (body === "wide" && rangeKm > 15000 && km < 8000) points += 60;
  if (body === "narrow" && rangeKm > 7000 && km < 2500) points += 35;
  if (body !== "wide" && km > 6000) points += 90;
  if (smallest < 0.2) points += seats * (prop ? 0.2 : 1.2);
  else if (smallest < 0.8 && body === "wide" && km < 5000) points += 300;
  return points;
};
