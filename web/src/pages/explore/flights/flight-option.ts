import { fieldsOf, type JsonObject, numberIn, objectsIn, textIn, textOrEmpty, textsIn } from "../../../format/json.ts";

export interface Price {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

interface Segment {
  readonly number: string;
  readonly airline: string;
  readonly from: string;
  readonly to: string;
  /** Local time, such as `2026-12-21T23:30`. */
  readonly departs: string;
  readonly arrives: string;
  readonly minutes: number | undefined;
  readonly aircraft: string;
}

/** One direction of a trip, with its connections. */
export interface Slice {
  readonly from: string;
  readonly to: string;
  readonly fromName: string;
  readonly toName: string;
  readonly departs: string;
  readonly arrives: string;
  readonly minutes: number | undefined;
  readonly stops: number;
  /** Only the first segment, if the response omits the others. */
  readonly segments: readonly Segment[];
}

export interface FlightOption {
  readonly key: string;
  /** IDs for bookFlight; empty if the server does not book this way. */
  readonly flightIds: readonly string[];
  readonly airline: string;
  readonly slices: readonly Slice[];
  readonly price: Price;
  /** Total travel time; undefined if unknown. */
  readonly minutes: number | undefined;
  readonly facts: readonly string[];
  readonly soldOut: boolean;
}

export interface FlightsFound {
  readonly outbound: readonly FlightOption[];
  /** Return flights, for servers that sell them separately. */
  readonly inbound: readonly FlightOption[];
  readonly sandbox: boolean;
  readonly notes: readonly string[];
}

const localTime = (value: unknown): string => textOrEmpty(value).slice(0, 16);

const total = (values: readonly (number | undefined)[]): number | undefined =>
  values.includes(undefined) ? undefined : values.reduce<number>((total, each) => total + (each ?? 0), 0);

/** Reads flights from a structured result; undefined if there are none in a known format. */
export const flightsIn = (result: unknown): FlightsFound | undefined => {
  const facts = fieldsOf(result);
  const format = FORMATS.find(
    ({ list, key }) =>
      objectsIn(facts[list]).some((each) => typeof each[key] === "string") || isEmptySearch(facts, list),
  );
  if (!format) return undefined;
  return {
    outbound: objectsIn(facts[format.list]).map(format.option),
    inbound: objectsIn(facts[format.inbound]).map(format.option),
    sandbox: facts["source"] === "sandbox",
    notes: [
      ...textsIn(facts["warnings"]),
      ...[textIn(facts["reason"]), textIn(facts["more"])].flatMap((each) => each ?? []),
    ],
  };
};

/** An empty search result counts; a booking also has a list of flights, but no result count. */
const isEmptySearch = (facts: JsonObject, list: string): boolean =>
  Array.isArray(facts[list]) && ("resultCount" in facts || "result_count" in facts);

const gdsSegment = (flight: JsonObject): Segment => ({
  number: textOrEmpty(flight["flightNumber"]),
  airline: textOrEmpty(flight["airlineName"]),
  from: textOrEmpty(flight["originCode"]),
  to: textOrEmpty(flight["destinationCode"]),
  departs: localTime(flight["departureTime"]),
  arrives: localTime(flight["arrivalTime"]),
  minutes: numberIn(flight["duration"]),
  aircraft: textOrEmpty(flight["aircraftType"]),
});

/** An option of the GDS: one direction, prices in cents. */
const gdsOption = (flight: JsonObject): FlightOption => {
  const wholeWorld = gdsSegment(flight);
  const inner = objectsIn(flight["segments"]).map(gdsSegment);
  const seats = numberIn(flight["seatsAvailable"]) ?? 9;
  return {
    // Only nonstop flights have an `id`.
    key: textsIn(flight["flightIds"]).join(),
    flightIds: textsIn(flight["flightIds"]),
    airline: wholeWorld.airline,
    slices: [
      {
        from: wholeWorld.from,
        to: wholeWorld.to,
        departs: wholeWorld.departs,
        arrives: wholeWorld.arrives,
        minutes: wholeWorld.minutes,
        fromName: textOrEmpty(flight["originName"]),
        toName: textOrEmpty(flight["destinationName"]),
        segments: inner.length > 0 ? inner : [wholeWorld],
        stops: Math.max(inner.length - 1, 0),
      },
    ],
    price: { amount: numberIn(flight["price"]) ?? 0, currency: "USD" },
    minutes: wholeWorld.minutes,
    facts: [
      [textOrEmpty(flight["cabin"]).replaceAll("_", " "), textOrEmpty(flight["bookingClass"])]
        .filter(Boolean)
        .join(" "),
      flight["refundable"] === true ? "refundable" : "non-refundable",
      textOrEmpty(flight["baggage"]) && `baggage ${textOrEmpty(flight["baggage"])}`,
      seats < 9 && seats > 0 ? `${seats} ${seats === 1 ? "seat" : "seats"} left` : "",
    ].filter(Boolean),
    soldOut: textOrEmpty(flight["status"]) === "sold_out",
  };
};

/** An airport is a code, or an object with one. */
const codeOf = (place: unknown): string => textOrEmpty(place) || textOrEmpty(fieldsOf(place)["code"]);

/** A local time from a string, or from separate date and time fields. */
const localTimeOf = (text: unknown, point: JsonObject): string =>
  localTime(text) ||
  localTime(point["datetime"]) ||
  [point["date"], point["time"]].map(textOrEmpty).filter(Boolean).join("T");

const duffelSegment = (segment: JsonObject): Segment => {
  const [departure, arrival] = [fieldsOf(segment["departure"]), fieldsOf(segment["arrival"])];
  return {
    number: `${textOrEmpty(segment["airline"])}${textOrEmpty(segment["flight_number"])}`,
    airline: textOrEmpty(segment["airline_name"]) || textOrEmpty(segment["airline"]),
    from: codeOf(segment["origin"]) || textOrEmpty(departure["airport"]),
    to: codeOf(segment["destination"]) || textOrEmpty(arrival["airport"]),
    departs: localTimeOf(segment["departing_at"], departure),
    arrives: localTimeOf(segment["arriving_at"], arrival),
    minutes: numberIn(segment["duration_minutes"]),
    aircraft: textOrEmpty(segment["aircraft_type"]),
  };
};

/** A slice of a Duffel offer. Lean search results describe only its first flight. */
const duffelWay = (slice: JsonObject): Slice => {
  const inside = objectsIn(slice["segments"]);
  const flown = inside.length > 0 ? inside : [slice];
  const segments = flown.map(duffelSegment);
  const [first, last] = [segments[0], segments.at(-1)];
  return {
    from: first?.from ?? "",
    to: last?.to ?? "",
    departs: first?.departs ?? "",
    arrives: last?.arrives ?? "",
    fromName: textOrEmpty(fieldsOf(flown[0]?.["origin"])["name"]),
    toName: textOrEmpty(fieldsOf(flown.at(-1)?.["destination"])["name"]),
    minutes: numberIn(slice["duration_minutes"]),
    stops: numberIn(slice["stops"]) ?? segments.length - 1,
    segments,
  };
};

const slicesOf = (offer: JsonObject): readonly JsonObject[] => {
  const slices = objectsIn(offer["slices"]);
  return slices.length > 0 ? slices : [offer, ...objectsIn([offer["return"]]), ...objectsIn(offer["onward"])];
};

/** A Duffel offer: whole trips, prices in major units of any currency. */
const duffelOption = (offer: JsonObject): FlightOption => {
  const slices = slicesOf(offer).map(duffelWay);
  const price = fieldsOf(offer["price"]);
  const brand = textOrEmpty(objectsIn(offer["slices"])[0]?.["fare_brand"]);
  const emissions = numberIn(offer["emissions_kg"]);
  return {
    key: textOrEmpty(offer["offer_id"]),
    flightIds: [],
    slices,
    airline: textOrEmpty(offer["airline_name"]) || textOrEmpty(offer["airline"]),
    price: minimalOptions(numberIn(price["amount"]) ?? 0, textOrEmpty(price["currency"]) || "USD"),
    minutes: total(slices.map(({ minutes }) => minutes)),
    facts: [
      brand,
      REFUND[String(offer["refundable"])] ?? "",
      emissions === undefined ? "" : `${emissions.toLocaleString("en-US")} kg CO₂`,
    ].filter(Boolean),
    soldOut: false,
  };
};

const REFUND: Readonly<Record<string, string>> = { true: "refundable", false: "non-refundable" };

const minimalOptions = (amount: number, currency: string): Price => {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
    return { amount: Math.round(amount * 10 ** (maximumFractionDigits ?? 2)), currency };
  } catch {
    return { amount: Math.round(amount * 100), currency };
  }
};

const FORMATS = [
  { list: "flights", key: "id", inbound: "returnFlights", option: gdsOption },
  { list: "options", key: "offer_id", inbound: "", option: duffelOption },
] as const;

/** Reads the offer of a `get_offer` response. */
export const offerIn = (result: unknown): FlightsFound | undefined => {
  const { offer, ...rest } = fieldsOf(result);
  return Array.isArray(fieldsOf(offer)["slices"]) ? flightsIn({ ...rest, options: [offer] }) : undefined;
};

/** Connecting airports, such as `["DXB"]`. */
const stopsOf = ({ segments }: Slice): readonly string[] => segments.slice(0, -1).map(({ to }) => to);

export const stopsText = (slice: Slice): string =>
  slice.stops === 0
    ? "nonstop"
    : [slice.stops, slice.stops === 1 ? "stop" : "stops", stopsOf(slice).join(", ")].filter(Boolean).join(" ");

/** `7 h 50` */
export const flightTime = (minutes: number | undefined): string =>
  minutes === undefined ? "–" : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;

/** Days between departure and arrival, by local dates. */
export const daysLater = ({ departs, arrives }: Pick<Slice, "departs" | "arrives">): number =>
  Math.round((Date.parse(arrives.slice(0, 10)) - Date.parse(departs.slice(0, 10))) / 86_400_000) || 0;
