import type { FlightShop } from "../flight-shop.ts";
import type { Normalised } from "./normalise-offers.ts";
import type { Trip, TripSlice } from "./trip.ts";

export const TEST_OFFERS = "The key is a test key: these are Duffel's test offers, not flights on sale.";

/** What a reader should know about what was found. */
export const notesOn = (
  { options, broken, left, isTest }: Normalised,
  source: FlightShop["source"],
): readonly string[] => {
  const currencies = new Set(options.map(({ total }) => total.currency));
  return [
    ...(broken > 0 ? [`${counted(broken, "offer was", "offers were")} left out: they could not be understood.`] : []),
    ...(left > 0 ? [`${counted(left, "more expensive offer was", "more expensive offers were")} left out.`] : []),
    ...(currencies.size > 1
      ? [`Prices are in ${[...currencies].join(", ")} and sorted within each currency only.`]
      : []),
    ...(isTest && source === "live" ? [TEST_OFFERS] : []),
  ];
};

export const noFlights = ({ slices, cabin, maxConnections }: Trip, broken: number): string => {
  if (broken > 0) return "There were offers, but none that could be understood.";
  const [first, last] = [slices[0], slices.at(-1)] as [TripSlice, TripSlice];
  const days = first === last ? `on ${first.date}` : `from ${first.date} to ${last.date}`;
  const limits = [
    ...(cabin === undefined ? [] : [`in ${cabin.replace("_", " ")}`]),
    ...(maxConnections === 2 ? [] : [`with at most ${maxConnections} connections`]),
    ...(first.departureTime || first.arrivalTime ? ["within the times asked for"] : []),
  ];
  const what = [`No flights found from ${first.origin} to ${first.destination} ${days}`, ...limits].join(" ");
  return `${what}. Try other days, nearby airports or fewer limits.`;
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
