import { ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";

const HOUR_MS = 3_600_000;
const PAY_WITHIN_MS = 72 * HOUR_MS;
/** Closer to departure, airlines require instant payment. */
const MIN_AHEAD_MS = 7 * 24 * HOUR_MS;
/** How long a booking outlives its hold at least, so that its owner can read what became of it. */
export const AFTER_HOLD_MS = HOUR_MS;

type Flight = Pick<FlightSegment, "airlineCode" | "airlineName" | "departureTime">;

/** Why flights cannot be held; undefined if they can. */
const obstacleOf = (
  flights: readonly Flight[],
  now: number,
  isLowCost: (airline: string) => boolean,
): { readonly message: string; readonly allowed: string } | undefined => {
  const lowCost = flights.find(({ airlineCode }) => isLowCost(airlineCode));
  if (lowCost) {
    return { message: `${lowCost.airlineName} sells for instant payment only.`, allowed: "flights of other airlines" };
  }
  const leaves = Date.parse((flights[0] as Flight).departureTime);
  if (leaves - now > MIN_AHEAD_MS) return undefined;
  return {
    message: "Flights that leave within seven days cannot be held.",
    allowed: "flights in more than seven days",
  };
};

export const mayHold = (...given: Parameters<typeof obstacleOf>): boolean => obstacleOf(...given) === undefined;

export const payByOf = (flights: readonly Flight[], now: number): number =>
  Math.min(now + PAY_WITHIN_MS, Date.parse((flights[0] as Flight).departureTime));

export const requireHoldable = (...given: Parameters<typeof obstacleOf>): void => {
  const obstacle = obstacleOf(...given);
  if (obstacle === undefined) return;
  throw ruleBroken(`${obstacle.message} Nothing was booked.`, {
    field: "hold",
    value: true,
    allowed: obstacle.allowed,
    hint: "Leave hold out to pay at once, or choose other flights.",
  });
};
