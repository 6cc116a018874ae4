import type { Booking } from "../../../model/booking.ts";
import type { BookedSlice, OrderChange, OrderRecord } from "./order-record.ts";

/**
 * The order with the changes that its PNR has: a change is made when the PNR's flights are exchanged, and the process
 * may have died before the order heard of it.
 */
export const withMadeChanges = (record: OrderRecord, booking: Booking): OrderRecord => {
  const made = record.changes.find((change) => change.confirmedAt === null && isMade(change, booking));
  return made === undefined ? record : withChange(record, made, booking);
};

/** A cancelled PNR still shows which flights it had. */
const isMade = ({ added, removed }: OrderChange, { flights }: Booking): boolean => {
  const held = new Set(flights.map(({ id }) => id));
  const flightsOf = (slices: readonly BookedSlice[]): string[] => slices.flatMap(({ flightIds }) => flightIds);
  const leaving = flightsOf(removed).filter((id) => !flightsOf(added).includes(id));
  return flightsOf(added).every((id) => held.has(id)) && !leaving.some((id) => held.has(id));
};

/** Whatever was bought for the flights that go, goes with them. */
const withChange = (record: OrderRecord, change: OrderChange, { flights, lastModified }: Booking): OrderRecord => {
  const gone = new Set(change.removed.map(({ wire }) => wire.id));
  const goneSegments = new Set(change.removed.flatMap(({ wire }) => wire.segments.map(({ id }) => id)));
  const kept = record.slices.filter(({ wire }) => !gone.has(wire.id));
  const position = ({ flightIds }: BookedSlice): number => flights.findIndex(({ id }) => id === flightIds[0]);
  return {
    ...record,
    slices: [...kept, ...change.added].sort((a, b) => position(a) - position(b)),
    services: record.services.filter(({ segment_ids }) => !segment_ids.some((id) => goneSegments.has(id))),
    base: record.base + change.changeTotal,
    total: record.total + change.changeTotal,
    changes: record.changes.map((other) => (other.id === change.id ? { ...other, confirmedAt: lastModified } : other)),
  };
};
