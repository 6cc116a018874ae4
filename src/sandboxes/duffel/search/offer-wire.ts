import type { FlightSegment } from "../../../model/flight.ts";
import type { Cents } from "../../../model/money.ts";
import { seated } from "../../../model/passenger.ts";
import type { Airport, Places } from "../../../model/place.ts";
import type { DuffelOffer } from "../duffel-wire.ts";
import { offerId } from "../ids.ts";
import type { Reference } from "../reference.ts";
import { amountOf, CURRENCY, instantOf } from "../wire-forms.ts";
import { kilogramsOfCo2 } from "./emissions.ts";
import { brandOf, strictest } from "./fare-brand.ts";
import { OFFER_LIFETIME_MS, type OfferRequest } from "./offer-requests.ts";
import { partyOfPassengers } from "./passenger-input.ts";
import { sliceWire } from "./slice-wire.ts";
import type { Trip } from "./trips.ts";

const HOUR_MS = 3_600_000;
const PAY_WITHIN_MS = 72 * HOUR_MS;
const PRICE_HOLDS_MS = 48 * HOUR_MS;
/** Sooner than that before departure, airlines want their money at once. */
const HOLD_UNTIL_MS = 7 * 24 * HOUR_MS;
/** What a rising price rises by, of the first. */
const RISE = 0.05;

interface Parts {
  readonly reference: Reference;
  readonly places: Places;
}

/** A trip as an offer. `rises` says how often its price has risen since it was found. */
export const offerWire = (request: OfferRequest, trip: Trip, rises: number, parts: Parts): DuffelOffer => {
  const { reference } = parts;
  const { createdAt, passengers, scenario } = request;
  const id = offerId(request.id, trip.flightIds);
  const risen = risenBy(trip.total, rises);
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
      sliceWire(choice, { scope: `${id}/${i}`, travellers: passengers, scenario }, parts),
    ),
  };
};

export const risenBy = (total: Cents, rises: number): Cents => Math.round(total * RISE) * rises;

const segmentsOf = ({ choices }: Trip): readonly FlightSegment[] => choices.flatMap(({ segments }) => segments);

const paymentOf = (
  { createdAt, scenario }: OfferRequest,
  trip: Trip,
  reference: Reference,
): DuffelOffer["payment_requirements"] => {
  const segments = segmentsOf(trip);
  const leaves = Date.parse((segments[0] as FlightSegment).departureTime);
  const mayHold =
    scenario === "hold_only" ||
    (leaves - createdAt > HOLD_UNTIL_MS && !segments.some(({ airlineCode }) => reference.isLowCost(airlineCode)));
  if (!mayHold) {
    return { requires_instant_payment: true, payment_required_by: null, price_guarantee_expires_at: null };
  }
  const by = (milliseconds: number): string => instantOf(Math.min(createdAt + milliseconds, leaves));
  return {
    requires_instant_payment: false,
    payment_required_by: by(PAY_WITHIN_MS),
    price_guarantee_expires_at: by(PRICE_HOLDS_MS),
  };
};

const emissionsOf = ({ passengers }: OfferRequest, trip: Trip, { reference, places }: Parts): string => {
  const seats = seated(partyOfPassengers(passengers));
  const kilograms = segmentsOf(trip).map(({ originCode, destinationCode, cabin, aircraftType }) => {
    const km = places.distanceKm(places.airport(originCode) as Airport, places.airport(destinationCode) as Airport);
    return kilogramsOfCo2(km, cabin, reference.aircraftType(aircraftType)?.body ?? "narrow", seats);
  });
  return String(Math.round(kilograms.reduce((total, one) => total + one, 0)));
};
