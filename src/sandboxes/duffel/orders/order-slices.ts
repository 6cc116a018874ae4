import type { DuffelSegment } from "../duffel-wire.ts";
import type { OrderRecord } from "./order-record.ts";
import type { OrderSeat, OrderService, OrderSlice } from "./order-wire.ts";

const HOUR_MS = 3_600_000;

/** Slices with the seats that were bought on them, after the airline has moved their flights so many times. */
export const shownSlices = (
  { slices, services, airlineChanges }: Pick<OrderRecord, "slices" | "services" | "airlineChanges">,
  timesMoved = airlineChanges.length,
): readonly OrderSlice[] => {
  const moves = airlineChanges.slice(0, timesMoved);
  return slices.map(({ wire }) => {
    const hours = moves.filter(({ sliceIds }) => sliceIds.includes(wire.id)).length;
    return {
      ...wire,
      segments: wire.segments.map((segment) => ({
        ...segment,
        departing_at: later(segment.departing_at, hours),
        arriving_at: later(segment.arriving_at, hours),
        passengers: segment.passengers.map((passenger) => ({
          ...passenger,
          seat: seatOf(passenger.passenger_id, segment, services),
        })),
      })),
    };
  });
};

const later = (wallClock: string, hours: number): string =>
  hours === 0 ? wallClock : new Date(Date.parse(`${wallClock}Z`) + hours * HOUR_MS).toISOString().slice(0, 19);

const seatOf = (passengerId: string, segment: DuffelSegment, services: readonly OrderService[]): OrderSeat | null => {
  const seat = services.find(
    ({ type, passenger_ids, segment_ids }) =>
      type === "seat" && passenger_ids.includes(passengerId) && segment_ids.includes(segment.id),
  );
  const { designator, name, disclosures } = seat?.metadata ?? {};
  if (typeof designator !== "string") return null;
  return {
    designator,
    name: typeof name === "string" ? name : null,
    disclosures: Array.isArray(disclosures) ? disclosures.filter((line) => typeof line === "string") : [],
  };
};
