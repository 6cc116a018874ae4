import { addDays, type IsoDate } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { ruleBroken } from "../model/failure.ts";
import type { Airport, Places } from "../model/place.ts";
import type { FlightRecords } from "./flight-records.ts";
import type { ScheduledFlight, Supplier } from "./supplier.ts";

export const FLIGHT_STATUSES = ["scheduled", "delayed", "cancelled", "departed", "landed"] as const;

/** Where a flight of a day is. Times are local. */
interface FlightStatus extends Omit<ScheduledFlight, "numbers" | "departureTime" | "arrivalTime"> {
  readonly date: IsoDate;
  readonly status: (typeof FLIGHT_STATUSES)[number];
  readonly scheduledDeparture: string;
  readonly scheduledArrival: string;
  /** Absent if the flight is cancelled. */
  readonly estimatedDeparture?: string;
  readonly estimatedArrival?: string;
  /** What the airline said. */
  readonly why?: string;
}

export interface FlightStatuses {
  /** By the clock, and what the airline did to a booking of the flight. */
  flightStatus(flightNumber: string, date: IsoDate, caller: Pick<Caller, "tenant">): Promise<FlightStatus>;
}

interface Parts {
  readonly supplier: Pick<Supplier, "timetable">;
  readonly places: Places;
  readonly clock: Clock;
  readonly flightRecords: FlightRecords;
}

const DAYS_BACK = 30;
const DAYS_AHEAD = 331;
/** A flight that leaves a few minutes later is on time. */
const LATE_MS = 15 * 60_000;

export const createFlightStatuses = ({ supplier, places, clock, flightRecords }: Parts): FlightStatuses => ({
  async flightStatus(flightNumber, date, { tenant }) {
    const [flight] = supplier.timetable(flightNumber, date) as [ScheduledFlight];
    const { numbers, departureTime, arrivalTime, ...known } = flight;
    const today = places.localDate(places.airport(flight.originCode) as Airport, clock.now());
    const [first, last] = [addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)];
    if (date < first || date > last) {
      throw ruleBroken(`There is no status of ${flight.flightNumber} for ${date}.`, {
        field: "date",
        value: date,
        allowed: `${first} to ${last}`,
      });
    }
    const record = await flightRecords.find(tenant, numbers, flight);
    const scheduled = { scheduledDeparture: departureTime, scheduledArrival: arrivalTime };
    const why = record === undefined ? {} : { why: record.why };
    if (record?.isCancelled) return { ...known, date, status: "cancelled", ...scheduled, ...why };
    const { departureTime: leaves = departureTime, arrivalTime: lands = arrivalTime } = record ?? {};
    const now = clock.now();
    const isLate = Date.parse(leaves) - Date.parse(departureTime) >= LATE_MS;
    const status =
      Date.parse(lands) <= now ? "landed" : Date.parse(leaves) <= now ? "departed" : isLate ? "delayed" : "scheduled";
    return { ...known, date, status, ...scheduled, estimatedDeparture: leaves, estimatedArrival: lands, ...why };
  },
});
