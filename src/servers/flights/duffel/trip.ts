import { createHash } from "node:crypto";
import type { IsoDate } from "../../../model/calendar.ts";
import type { Cabin } from "../../../model/flight.ts";
import { keys } from "../../../model/keys.ts";
import type { TimeWindow } from "../flight-shop.ts";

/** A search as Duffel is asked for it, whatever it was asked for as. */
export interface Trip {
  readonly slices: readonly TripSlice[];
  readonly adults: number;
  /** Of everybody under 18, youngest first. */
  readonly ages: readonly number[];
  readonly cabin: Cabin | undefined;
  readonly maxConnections: number;
}

export interface TripSlice {
  readonly origin: string;
  readonly destination: string;
  readonly date: IsoDate;
  readonly departureTime?: TimeWindow | undefined;
  readonly arrivalTime?: TimeWindow | undefined;
}

export const requestBody = ({ slices, adults, ages, cabin, maxConnections }: Trip): string =>
  JSON.stringify({
    data: {
      slices: slices.map(({ origin, destination, date, departureTime, arrivalTime }) => ({
        origin,
        destination,
        departure_date: date,
        ...(departureTime && { departure_time: { from: departureTime.after, to: departureTime.before } }),
        ...(arrivalTime && { arrival_time: { from: arrivalTime.after, to: arrivalTime.before } }),
      })),
      passengers: [...Array.from({ length: adults }, () => ({ type: "adult" })), ...ages.map((age) => ({ age }))],
      ...(cabin !== undefined && { cabin_class: cabin }),
      max_connections: maxConnections,
    },
  });

/** Readable in front, and behind it a digest of everything else that changes the answer. */
export const cacheKey = (trip: Trip, account: string): string => {
  const [first] = trip.slices as [TripSlice];
  const digest = createHash("sha256")
    .update(`${account}\n${requestBody(trip)}`)
    .digest("hex")
    .slice(0, 24);
  return keys.flightSearch(first.origin, first.destination, first.date, trip.cabin ?? "any", digest);
};
