import { daysBetween, type IsoDate } from "../../../model/calendar.ts";
import type { Clock } from "../../../model/clock.ts";
import type { GeneratedPlaces } from "../places.ts";
import type { Connections } from "./connections.ts";
import type { Network } from "./network.ts";

/** All that a search or a quote is computed from. */
export interface FlightWorld {
  readonly seed: string;
  readonly clock: Clock;
  readonly places: GeneratedPlaces;
  readonly network: Network;
  readonly connections: Connections;
}

/** Days until then; undefined when the world stands still. */
export const daysLeftTo = (clock: Clock, date: IsoDate): number | undefined =>
  clock.configured ? Math.max(0, daysBetween(new Date(clock.now()).toISOString().slice(0, 10), date)) : undefined;
