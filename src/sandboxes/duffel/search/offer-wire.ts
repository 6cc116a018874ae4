import type { Cabin, FlightSegment } from "../../../model/flight.ts";
import { seated } from "../../../model/passenger.ts";
import type { Airport } from "../../../model/place.ts";
import { mayHold, payByOf } from "../../../travel/hold-rules.ts";
import type { DuffelOffer } from "../duffel-wire.ts";
import { offerId } from "../ids.ts";
import type { Reference } from "../reference.ts";
import type { AircraftType } from "../sandbox-context.ts";
import { amountOf, CURRENCY, instantOf } from "../wire-format.ts";
import { brandOf, strictest } from "./fare-brand.ts";
import { OFFER_LIFETIME_MS, type OfferRequest } from "./offer-requests.ts";
import { partyOfPassengers } from "./passenger-input.ts";
import { type SliceParts, sliceWire } from "./slice-wire.ts";
import type { Trip } from "./trips.ts";

export const PRICE_HOLDS_MS = 48 * 3_600_000;
/** One rise, as a share of the first price. */
const RISE = 0.05;

/** The offer of a trip. `rises` is how often its price has risen since the search. */
export const offerWire = (request: OfferRequest, trip: Trip, rises: number, parts: SliceParts): DuffelOffer => {
  const { reference } = parts;
  const { createdAt, passengers, scenario } = request;
  const id = offerId(request.id, trip.flightIds);
  const risen = Math.round(trip.total * RISE) * rises;
  const brands = trip.choices.map(({ segments }) => brandOf(segments, passengers.length));
  const owner = reference.airline(trip.owner);
  const airports = segmentsOf(trip).flatMap(({ originCode, destinationCode }) => [originCode, destinationCode]);
  const abroad = new Set(airports.map((code) => reference.airport(code).iata_country_code)).size > 1;
  return {
    id,
    live_mode: false,
    created_at: instantOf(createdAt),
    updated_at: instantOf(createdAt),
    expires_at: instantOf(createdAt + OFFER_LIFETIME_MS),
    base_amount: amountOf(trip.base + risen),
    base_currency: CURRENCY,
    tax_amount: amountOf(trip.total - trip.base),
    tax_currency: CURRENCY,
    total_amount: amountOf(trip.total + risen),
    total_currency: CURRENCY,
    total_emissions_kg: emissionsOf(request, trip, parts),
    owner,
    partial: false,
    passenger_identity_documents_required: false,
    supported_passenger_identity_document_types: abroad ? ["passport"] : [],
    supported_loyalty_programmes: reference.isLowCost(trip.owner) ? [] : [owner.iata_code],
    payment_requirements: paymentOf(request, trip, reference),
    conditions: {
      refund_before_departure: strictest(brands.map(({ refund }) => refund)),
      change_before_departure: strictest(brands.map(({ change }) => change)),
    },
    private_fares: [],
    passengers,
    slices: trip.choices.map((choice, i) =>
      sliceWire(choice, { scope: offeredScope(id, i), travellers: passengers, scenario }, parts),
    ),
  };
};

/** The scope of the IDs of an offer's slice. */
export const offeredScope = (offerId: string, position: number): string => `${offerId}/${position}`;

const segmentsOf = ({ choices }: Trip): readonly FlightSegment[] => choices.flatMap(({ segments }) => segments);

const paymentOf = (
  { createdAt, scenario }: OfferRequest,
  trip: Trip,
  reference: Reference,
): DuffelOffer["payment_requirements"] => {
  const segments = segmentsOf(trip);
  if (scenario !== "hold_only" && !mayHold(segments, createdAt, reference.isLowCost)) {
    return { requires_instant_payment: true, payment_required_by: null, price_guarantee_expires_at: null };
  }
  const payBy = payByOf(segments, createdAt);
  return {
    requires_instant_payment: false,
    payment_required_by: instantOf(payBy),
    price_guarantee_expires_at: instantOf(Math.min(createdAt + PRICE_HOLDS_MS, payBy)),
  };
};

const emissionsOf = ({ passengers }: OfferRequest, trip: Trip, { reference, places }: SliceParts): string => {
  const seats = seated(partyOfPassengers(passengers));
  const kilograms = segmentsOf(trip).map(({ originCode, destinationCode, cabin, aircraftType }) => {
    const km = places.distanceKm(places.airport(originCode) as Airport, places.airport(destinationCode) as Airport);
    return kilogramsOfCo2(km, cabin, reference.aircraftType(aircraftType)?.body ?? "narrow", seats);
  });
  return String(Math.round(kilograms.reduce((total, one) => total + one, 0)));
};

type Body = AircraftType["body"];

/** Kilograms of CO2 per economy seat and kilometre: fleet averages, rounded. */
const KG_PER_KM: Readonly<Record<Body, number>> = {
  wide: 0.074,
  narrow: 0.068,
  regional: 0.092,
  turboprop: 0.075,
  small: 0.13,
};
/** Taxiing, climb and detours. */
const EXTRA_KM = 95;
/** The floor space of a seat relative to economy. */
const SPACE: Readonly<Record<"wide" | "other", Readonly<Record<Cabin, number>>>> = {
  wide: { economy: 1, premium_economy: 1.5, business: 2.9, first: 4 },
  other: { economy: 1, premium_economy: 1.2, business: 1.6, first: 2 },
};

const kilogramsOfCo2 = (km: number, cabin: Cabin, body: Body, seats: number): number =>
  (km + EXTRA_KM) * KG_PER_KM[body] * SPACE[body === "wide" ? "wide" : "other"][cabin] * seats;
