import type { Cabin } from "../../../model/flight.ts";
import type { DuffelSegmentPassenger } from "../duffel-wire.ts";
import type { AircraftType } from "../sandbox-context.ts";

type Amenities = DuffelSegmentPassenger["cabin"]["amenities"];
type Seat = NonNullable<Amenities["seat"]>;

const seat = (pitch: string, legroom: string, type: string): Seat => ({ pitch, legroom, type });

const WIDE: Readonly<Record<Cabin, Seat>> = {
  economy: seat("31", "standard", "standard"),
  premium_economy: seat("38", "more", "recliner"),
  business: seat("60", "more", "full_flat"),
  first: seat("78", "more", "private_suite"),
};
const OTHER: Readonly<Record<Cabin, Seat>> = {
  economy: seat("30", "standard", "standard"),
  premium_economy: seat("34", "more", "extra_legroom"),
  business: seat("37", "more", "recliner"),
  first: seat("40", "more", "recliner"),
};

/** What one finds at the seat. Low-cost airlines sell the connection and have no sockets. */
export const amenitiesOf = (cabin: Cabin, body: AircraftType["body"], lowCost: boolean): Amenities => {
  const isJet = body === "wide" || body === "narrow";
  const front = cabin === "business" || cabin === "first";
  return {
    wifi: { available: isJet, cost: isJet ? (front ? "free" : "paid") : null },
    power: { available: isJet && !lowCost },
    seat: (body === "wide" ? WIDE : OTHER)[cabin],
  };
};
