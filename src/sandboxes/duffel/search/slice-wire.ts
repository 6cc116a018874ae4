import type { FlightSegment } from "../../../model/flight.ts";
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
import type { Scenario } from "../scenarios.ts";
import { durationOf, wallClock } from "../wire-forms.ts";
import { amenitiesOf } from "./cabin-amenities.ts";
import { brandOf, cabinName } from "./fare-brand.ts";
import type { FlightChoice } from "./flight-choices.ts";
import { waypoints } from "./waypoints.ts";

export type Traveller = Pick<DuffelOfferPassenger, "id" | "type">;

export interface SliceParts {
  readonly reference: Reference;
  readonly places: Places;
}

const STOP_MINUTES = 45;

/** A slice as Duffel shows it. `scope` keeps its ids apart from those of the same flights in other offers. */
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
    operating_carrier: airline,
    operating_carrier_flight_number: flightNumber,
    aircraft: reference.aircraft(segment.aircraftType),
    stops: scenario === "stop" ? stopsOf(segment, id, from as Airport, to as Airport, { reference, places }) : [],
    passengers: travellers.map((traveller) => segmentPassenger(traveller, segment, scenario, reference)),
    ...(scenario !== "no_baggage" && allowanceOf(segment)),
    media: [],
  };
};

/** The world flies nonstop: a stop is put half-way, into the time that the flight takes anyhow. */
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

/** `2PC` are two bags to check in, `25K` is one of that weight, `0PC` none; hand luggage is always carried. */
const baggagesOf = ({ baggage }: FlightSegment): DuffelSegmentPassenger["baggages"] => {
  const pieces = baggage.endsWith("PC") ? Number(baggage.slice(0, -2)) : 1;
  const carryOn = { type: "carry_on", quantity: 1 } as const;
  return pieces > 0 ? [{ type: "checked", quantity: pieces }, carryOn] : [carryOn];
};

const allowanceOf = ({ baggage }: FlightSegment): Pick<DuffelSegment, "baggage"> =>
  baggage.endsWith("K")
    ? { baggage: { checked_baggage: { included: true, weight: Number(baggage.slice(0, -1)), unit: "kg" } } }
    : {};
