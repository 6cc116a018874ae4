import { dateOf } from "../model/calendar.ts";
import { keys } from "../model/keys.ts";
import type { RecordValue, Store } from "../platform/stores/store.ts";
import { flightNumberOn } from "./flight-keys.ts";
import type { StoredBooking } from "./stored-booking.ts";
import type { ScheduledFlight } from "./supplier.ts";

/** What an airline did to a flight of a day, as `flightStatus` tells it. */
interface FlightRecord {
  readonly flightNumber: string;
  readonly originCode: string;
  readonly destinationCode: string;
  readonly isCancelled: boolean;
  /** Only of a flight with new times. */
  readonly departureTime?: string;
  readonly arrivalTime?: string;
  readonly why: string;
}

type Scheduled = Pick<ScheduledFlight, "originCode" | "destinationCode" | "departureTime">;

/** Written beside the booking whose flight was changed. Other bookings of the flight are not changed by it. */
export interface FlightRecords {
  write(tenant: string, booking: StoredBooking, about: string | readonly string[]): Promise<void>;
  /** The record under the first of the numbers that has one. */
  find(tenant: string, numbers: readonly string[], flight: Scheduled): Promise<FlightRecord | undefined>;
}

export const createFlightRecords = (store: Store): FlightRecords => ({
  async write(tenant, booking, about) {
    const ids = typeof about === "string" ? [about.trim()] : about.map((id) => id.trim());
    for (const flight of booking.flights.filter(({ id }) => ids.includes(id))) {
      const { originCode, destinationCode, departureTime, arrivalTime, operatingFlightNumber } = flight;
      const notice = booking.notices?.findLast(
        ({ about: id, kind }) => id === flight.id && (kind === "cancelled" || kind === "retimed"),
      );
      if (notice === undefined) continue;
      const isCancelled = notice.kind === "cancelled";
      const record: FlightRecord = {
        ...{ flightNumber: flight.flightNumber, originCode, destinationCode, isCancelled },
        ...(!isCancelled && { departureTime, arrivalTime }),
        why: notice.text,
      };
      const { number, date } = flightNumberOn(flight.id);
      for (const each of new Set([number, ...(operatingFlightNumber === undefined ? [] : [operatingFlightNumber])])) {
        await store.put(keys.flightRecord(tenant, `${each}-${date}`), record as unknown as RecordValue, {
          expiresAt: booking.expiresAt,
        });
      }
    }
  },

  async find(tenant, numbers, { originCode, destinationCode, departureTime }) {
    const date = dateOf(departureTime).replaceAll("-", "");
    const found = await store.getMany(numbers.map((number) => keys.flightRecord(tenant, `${number}-${date}`)));
    return found
      .map((one) => one?.value as unknown as FlightRecord | undefined)
      .find((one) => one?.originCode === originCode && one.destinationCode === destinationCode);
  },
});
