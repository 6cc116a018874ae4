import type { JsonObject } from "../../../model/json.ts";
import type { FlightOption, FlightSegment, FlightSlice } from "../flight-option.ts";
import { MAX_OPTIONS } from "../flight-shop.ts";
import { includedBags } from "./included-bags.ts";
import { airlineIn, allThere, normaliseSlice, TEST_AIRLINE } from "./normalise-slice.ts";
import { currencyIn, decimalIn, instantIn, objectIn, objectsIn, offerIdIn, textIn } from "./untrusted-values.ts";

const MAX_SLICES = 6;
/** The limit of one ticket. */
const MAX_FLIGHTS = 16;

export interface Normalised {
  /** Cheapest first, those of the test airline after all others. Frozen. */
  readonly options: readonly FlightOption[];
  /** Offers left out because they are invalid. */
  readonly broken: number;
  /** More expensive offers left out. */
  readonly left: number;
  /** Whether the offers are test offers. */
  readonly isTest: boolean;
}

type Price = FlightOption["price"];

interface Priced {
  readonly offer: JsonObject;
  readonly price: Price;
}

/** Sorts by price first, because most of a long answer is never shown. */
export const normaliseOffers = (offers: readonly unknown[]): Normalised => {
  const priced = offers.flatMap((value): Priced[] => {
    const offer = objectIn(value);
    const price = offer && priceIn(offer, "total");
    return offer && price ? [{ offer, price }] : [];
  });
  const ordered = sorted(priced);
  const options: FlightOption[] = [];
  let broken = offers.length - priced.length;
  let examined = 0;
  for (const { offer } of ordered) {
    if (options.length === MAX_OPTIONS) break;
    examined++;
    const option = normaliseOffer(offer);
    if (option === undefined) broken++;
    else options.push(option);
  }
  const isTest = options.length > 0 && ordered[0]?.offer["live_mode"] === false;
  return { options: Object.freeze(options), broken, left: ordered.length - examined, isTest };
};

/**
 * Amounts in different currencies cannot be compared: the most frequent currency comes first. The test airline comes last:
 * it is often the cheapest, and nothing to recommend.
 */
const sorted = (priced: readonly Priced[]): readonly Priced[] => {
  const counts = new Map<string, number>();
  for (const { price } of priced) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1);
  const rank = (currency: string): number => counts.get(currency) as number;
  const byPrice = ({ price: a }: Priced, { price: b }: Priced): number =>
    a.currency === b.currency
      ? a.amount - b.amount
      : rank(b.currency) - rank(a.currency) || (a.currency < b.currency ? -1 : 1);
  const isOfTestAirline = ({ offer }: Priced): number =>
    objectIn(offer["owner"])?.["iata_code"] === TEST_AIRLINE ? 1 : 0;
  return priced.toSorted((a, b) => isOfTestAirline(a) - isOfTestAirline(b) || byPrice(a, b));
};

/** Normalises an offer; undefined if required information is missing. */
export const normaliseOffer = (offer: JsonObject): FlightOption | undefined => {
  const raw = objectsIn(offer["slices"]);
  if (raw === undefined || raw.length === 0 || raw.length > MAX_SLICES) return undefined;
  const slices = raw.map(normaliseSlice);
  const id = offerIdIn(offer["id"]);
  const expiresAt = instantIn(offer["expires_at"]);
  const price = priceIn(offer, "total");
  if (id === undefined || expiresAt === undefined || price === undefined) return undefined;
  if (!allThere<FlightSlice>(slices) || flightsIn(slices) > MAX_FLIGHTS) return undefined;
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
    price,
    tax: priceIn(offer, "tax") ?? null,
    total: price,
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

const priceIn = (offer: JsonObject, name: "total" | "tax"): Price | undefined => {
  const [amount, currency] = [decimalIn(offer[`${name}_amount`]), currencyIn(offer[`${name}_currency`])];
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
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
