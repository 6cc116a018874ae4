import { daysBetween, type IsoDate } from "../../model/calendar.ts";
import type { Clock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import type { Places } from "../../model/place.ts";
import { requireSellable } from "../../travel/date-window.ts";
import { CapcornRefusal } from "./capcorn-refusal.ts";
import type { Hotel } from "./hotels.ts";

/** Throws unless the nights are in order and on sale at that hotel. `names` are what the client calls the two dates. */
export const checkStayDates = (
  { airport }: Hotel,
  [arrival, departure]: readonly [IsoDate, IsoDate],
  names: readonly [string, string],
  parts: { readonly clock: Clock; readonly places: Places },
): void => {
  checkOrder([arrival, departure], names);
  try {
    requireSellable(arrival, names[0], airport, parts);
    requireSellable(departure, names[1], airport, parts);
  } catch (error) {
    if (error instanceof Failure) throw new CapcornRefusal("dates", error.message);
    throw error;
  }
};

export const checkOrder = (
  [arrival, departure]: readonly [IsoDate, IsoDate],
  names: readonly [string, string],
): void => {
  if (daysBetween(arrival, departure) > 0) return;
  throw new CapcornRefusal("dates", `${names[1]} ${departure} must be after ${names[0]} ${arrival}.`);
};
