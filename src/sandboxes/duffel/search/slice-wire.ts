import type { Cabin, FlightSegment } from "../../../model/flight.ts";
import type { Airport, Places } from "../../../model/place.ts";
import type {
  DuffelOfferPassenger,
  DuffelSegment,
  DuffelSegmentPassenger,
  DuffelSlice,
  DuffelStop,
} from "../duffel-wire.ts";
import { idOf } from "../ids.ts";
import type { Reference } from "../reference.ts";
import type { AircraftType } from "../sandbox-context.ts";
import type { Scenario } from "../scenarios.ts";
import { durationOf, wallClock } from "../wire-format.ts";
import { brandOf, cabinName } from "./fare-brand.ts";
import { type FlightChoice, waypoints } from "./flight-choices.ts";

export type Traveller = Pick<DuffelOfferPassenger, "id" | "type">;

export interface SliceParts {
  readonly reference: Reference;
  readonly places: Places;
}

const STOP_MINUTES = 45;
/** Of an airline. */
const CODE_LENGTH = 2;

/** A slice in Duffel's format. `scope` makes its IDs different from those of the same flights in other offers. */
export const sliceWire = (
  { segments, minutes }: FlightChoice,
  {
    scope,
    travellers,
    scenario,
  }: {
    readonly scope: string;
    readonly travellers: readonly Traveller[];
    readonly scenario: Scenario | null | undefined;
  },
  parts: SliceParts,
): DuffelSlice => {
  const { reference } = parts;
  const brand = brandOf(segments, travellers.length);
  const id = idOf("sli", scope);
  return {
    id,
    origin_type: "airport",
    origin: reference.airport((segments[0] as FlightSegment).originCode),
    destination_type: "airport",
    destination: reference.airport((segments.at(-1) as FlightSegment).destinationCode),
    duration: durationOf(minutes),
    fare_brand_name: brand.name,
    ngs_shelf: brand.shelf,
    comparison_key: idOf(
      "key",
      ...segments.map(({ flightNumber, departureTime }) => flightNumber + departureTime),
    ).slice(4),
    conditions: {
      change_before_departure: brand.change,
      advance_seat_selection: brand.seatSelection,
      priority_check_in: brand.priority,
      priority_boarding: brand.priority,
    },
    segments: segments.map((segment, i) => segmentWire(segment, idOf("seg", id, i), travellers, scenario, parts)),
  };
};

const segmentWire = (
  segment: FlightSegment,
  id: string,
  travellers: readonly Traveller[],
  scenario: Scenario | null | undefined,
  { reference, places }: SliceParts,
): DuffelSegment => {
  const airline = reference.airline(segment.airlineCode);
  const flightNumber = segment.flightNumber.slice(segment.airlineCode.length);
  const operated = segment.operatingFlightNumber ?? segment.flightNumber;
  const [from, to] = [segment.originCode, segment.destinationCode].map((code) => places.airport(code) as Airport);
  return {
    id,
    origin: reference.airport(segment.originCode),
    destination: reference.airport(segment.destinationCode),
    origin_terminal: null,
    destination_terminal: null,
    departing_at: wallClock(segment.departureTime),
    arriving_at: wallClock(segment.arrivalTime),
    duration: durationOf(segment.duration),
    distance: String(places.distanceKm(from as Airport, to as Airport)),
    marketing_carrier: airline,
    marketing_carrier_flight_number: flightNumber,
    operating_carrier: reference.airline(operated.slice(0, CODE_LENGTH)),
    operating_carrier_flight_number: operated.slice(CODE_LENGTH),
    aircraft: reference.aircraft(segment.aircraftType),
    stops: scenario === "stop" ? stopsOf(segment, id, from as Airport, to as Airport, { reference, places }) : [],
    passengers: travellers.map((traveller) => segmentPassenger(traveller, segment, scenario, reference)),
    ...(scenario !== "no_baggage" && allowanceOf(segment)),
    media: [],
  };
};

/** Adds a stop about half-way to a flight, which is nonstop in the generated world, without changing its duration. */
const stopsOf = (
  segment: FlightSegment,
  segmentId: string,
  from: Airport,
  to: Airport,
  { reference, places }: SliceParts,
): readonly DuffelStop[] =>
  waypoints(places, from, to, 1).map((airport) => {
    const [there, onward] = [places.distanceKm(from, airport), places.distanceKm(airport, to)];
    const onGround = Math.min(STOP_MINUTES, Math.floor(segment.duration / 3));
    const flown = Math.round(((segment.duration - onGround) * there) / (there + onward));
    const lands = Date.parse(segment.departureTime) + flown * 60_000;
    return {
      id: idOf("sto", segmentId, airport.code),
      airport: reference.airport(airport.code),
      arriving_at: wallClock(places.localTime(airport, lands)),
      departing_at: wallClock(places.localTime(airport, lands + onGround * 60_000)),
      duration: durationOf(onGround),
    };
  });

const segmentPassenger = (
  { id, type }: Traveller,
  segment: FlightSegment,
  scenario: Scenario | null | undefined,
  reference: Reference,
): DuffelSegmentPassenger => {
  const { cabin, aircraftType, airlineCode, fareBasis } = segment;
  const body = reference.aircraftType(aircraftType)?.body ?? "narrow";
  const name = cabinName(cabin);
  return {
    passenger_id: id,
    cabin_class: cabin,
    cabin_class_marketing_name: name,
    fare_basis_code: fareBasis,
    baggages: type === "infant_without_seat" || scenario === "no_baggage" ? [] : baggagesOf(segment),
    cabin: { name: cabin, marketing_name: name, amenities: amenitiesOf(cabin, body, reference.isLowCost(airlineCode)) },
  };
};

/** `2PC` is two checked bags, `25K` one of 25 kg, `0PC` none. A carry-on bag is always included. */
const baggagesOf = ({ baggage }: FlightSegment): DuffelSegmentPassenger["baggages"] => {
  const pieces = baggage.endsWith("PC") ? Number(baggage.slice(0, -2)) : 1;
  const carryOn = { type: "carry_on", quantity: 1 } as const;
  return pieces > 0 ? [{ type: "checked", quantity: pieces }, carryOn] : [carryOn];
};

/** Kilograms a piece may weigh, where the airline counts pieces. */
const PIECE_KG: Readonly<Record<Cabin, number>> = { economy: 23, premium_economy: 23, business: 32, first: 32 };

const allowanceOf = ({ baggage, cabin }: FlightSegment): Pick<DuffelSegment, "baggage"> => {
  if (baggage === "0PC") return {};
  const weight = baggage.endsWith("K") ? Number(baggage.slice(0, -1)) : PIECE_KG[cabin];
  return { baggage: { checked_baggage: { included: true, weight, unit: "kg" } } };
};

type Amenities = DuffelSegmentPassenger["cabin"]["amenities"];
type Seat = NonNullable<Amenities["seat"]>;

const seat = (pitch: string, legroom: string, type: string): Seat => ({ pitch, legroom, type });

const WIDE_BODY_SEATS: Readonly<Record<Cabin, Seat>> = {
  economy: seat("31", "standard", "standard"),
  premium_economy: seat("38", "more", "recliner"),
  business: seat("60", "more", "full_flat"),
  first: seat("78", "more", "private_suite"),
};
const OTHER_SEATS: Readonly<Record<Cabin, Seat>> = {
  economy: seat("30", "standard", "standard"),
  premium_economy: seat("34", "more", "extra_legroom"),
  business: seat("37", "more", "recliner"),
  first: seat("40", "more", "recliner"),
};

const amenitiesOf = (cabin: Cabin, body: AircraftType["body"], lowCost: boolean): Amenities => {
  const isJet = body === "wide" || body === "narrow";
  const isFront = cabin === "business" || cabin === "first";
  return {
    wifi: { available: isJet, cost: isJet ? (isFront ? "free" : "paid") : null },
    power: { available: isJet && !lowCost },
    seat: (body === "wide" ? WIDE_BODY_SEATS : OTHER_SEATS)[cabin],
  };
};
