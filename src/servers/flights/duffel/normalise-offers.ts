import type { JsonObject } from "../../../model/json.ts";
import type { FlightOption, FlightSegment, FlightSlice } from "../../../travel/flight-option.ts";
import { MOST_OPTIONS } from "../flight-shop.ts";
import { currencyIn, decimalIn, instantIn, objectIn, objectsIn, offerIdIn, textIn } from "./foreign-values.ts";
import { includedBags } from "./included-bags.ts";
import { airlineIn, allThere, normaliseSlice } from "./normalise-slice.ts";

const MOST_SLICES = 6;
/** The coupons of one ticket. */
const MOST_FLIGHTS = 16;

export interface Normalised {
  /** Cheapest first. Frozen. */
  readonly options: readonly FlightOption[];
  /** How many of those looked at could not be understood. */
  readonly broken: number;
  /** How many more there were, dearer than all of these. */
  readonly left: number;
  /** Offers of Duffel's test airline. */
  readonly isTest: boolean;
}

interface Priced {
  readonly offer: JsonObject;
  readonly amount: number;
  readonly currency: string;
}

/** Sorted by price before anything else is looked at: most of a long answer is never shown. */
export const normaliseOffers = (offers: readonly unknown[]): Normalised => {
  const priced = offers.flatMap((value): Priced[] => {
    const offer = objectIn(value);
    const [amount, currency] = [decimalIn(offer?.["total_amount"]), currencyIn(offer?.["total_currency"])];
    return offer === undefined || amount === undefined || currency === undefined ? [] : [{ offer, amount, currency }];
  });
  const inOrder = sorted(priced);
  const options: FlightOption[] = [];
  let broken = offers.length - priced.length;
  let looked = 0;
  for (const { offer } of inOrder) {
    if (options.length === MOST_OPTIONS) break;
    looked++;
    const option = normaliseOffer(offer);
    if (option === undefined) broken++;
    else options.push(option);
  }
  const isTest = options.length > 0 && inOrder[0]?.offer["live_mode"] === false;
  return { options: Object.freeze(options), broken, left: inOrder.length - looked, isTest };
};

/** Amounts of different currencies do not compare: those of the usual one come first. */
const sorted = (priced: readonly Priced[]): readonly Priced[] => {
  const counts = new Map<string, number>();
  for (const { currency } of priced) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const rank = (currency: string): number => counts.get(currency) as number;
  return [...priced].sort((a, b) =>
    a.currency === b.currency
      ? a.amount - b.amount
      : rank(b.currency) - rank(a.currency) || (a.currency < b.currency ? -1 : 1),
  );
};

/** One offer as it is shown, or undefined when it lacks what a traveller has to know. */
export const normaliseOffer = (offer: JsonObject): FlightOption | undefined => {
  const raw = objectsIn(offer["slices"]);
  if (raw === undefined || raw.length === 0 || raw.length > MOST_SLICES) return undefined;
  const slices = raw.map(normaliseSlice);
  const id = offerIdIn(offer["id"]);
  const expiresAt = instantIn(offer["expires_at"]);
  const [amount, currency] = [decimalIn(offer["total_amount"]), currencyIn(offer["total_currency"])];
  if (id === undefined || expiresAt === undefined || amount === undefined || currency === undefined) return undefined;
  if (!allThere<FlightSlice>(slices) || flightsIn(slices) > MOST_FLIGHTS) return undefined;
  const slice = slices[0] as FlightSlice;
  const first = slice.segments[0] as FlightSegment;
  const owner = airlineIn(offer["owner"]) ?? { code: first.airline, name: first.airline_name };
  const emissions = decimalIn(offer["total_emissions_kg"]);
  return {
    id,
    offer_id: id,
    airline: owner.code,
    airline_name: owner.name,
    flight_number: first.flight_number,
    origin: slice.origin,
    destination: slice.destination,
    departure: slice.departure,
    arrival: slice.arrival,
    duration_minutes: slice.duration_minutes,
    stops: slice.stops,
    ...(slice.stops > 0 && { stop_details: changesOf(slice) }),
    aircraft_type: first.aircraft_type,
    baggage: includedBags(
      raw.flatMap((each) => objectsIn(each["segments"]) ?? []),
      infantsOf(offer),
    ),
    price: { amount, currency },
    tax: taxOf(offer),
    total: { amount, currency },
    ...(emissions !== undefined && { emissions_kg: emissions }),
    expires_at: expiresAt,
    direct: slice.stops === 0,
    refundable: isAllowed(offer, "refund_before_departure"),
    changeable: isAllowed(offer, "change_before_departure"),
    slices,
  };
};

const flightsIn = (slices: readonly FlightSlice[]): number =>
  slices.reduce((sum, { segments }) => sum + segments.length, 0);

const changesOf = ({ segments }: FlightSlice): NonNullable<FlightOption["stop_details"]> =>
  segments.slice(0, -1).map((segment, index) => ({
    airport_code: segment.destination.code,
    arrival_time: segment.arrival.time,
    departure_time: (segments[index + 1] as FlightSegment).departure.time,
  }));

const taxOf = (offer: JsonObject): FlightOption["tax"] => {
  const [amount, currency] = [decimalIn(offer["tax_amount"]), currencyIn(offer["tax_currency"])];
  return amount === undefined || currency === undefined ? null : { amount, currency };
};

const infantsOf = (offer: JsonObject): ReadonlySet<unknown> =>
  new Set(
    (objectsIn(offer["passengers"]) ?? [])
      .filter(({ type }) => type === "infant_without_seat")
      .map(({ id }) => textIn(id)),
  );

const isAllowed = (offer: JsonObject, condition: string): boolean | null => {
  const allowed = objectIn(objectIn(offer["conditions"])?.[condition])?.["allowed"];
  return typeof allowed === "boolean" ? allowed : null;
};
