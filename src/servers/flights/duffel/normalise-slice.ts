import { CABINS } from "../../../model/flight.ts";
import type { JsonObject } from "../../../model/json.ts";
import { instantIn, zoneNames } from "../../../travel/world/zones.ts";
import type { FlightSegment, FlightSlice, LocalTime } from "../flight-option.ts";
import { airlineCodeIn, airportCodeIn, flightNumberIn, objectIn, objectsIn, textIn } from "./untrusted-values.ts";

/** More than any airline sells in a slice. */
const MAX_SEGMENTS = 8;
const MAX_STOPS = 5;

/** Normalises a slice; undefined if required information is missing. */
export const normaliseSlice = (slice: JsonObject): FlightSlice | undefined => {
  const raw = objectsIn(slice["segments"]);
  if (raw === undefined || raw.length === 0 || raw.length > MAX_SEGMENTS) return undefined;
  const segments = raw.map(normaliseSegment);
  if (!allThere(segments)) return undefined;
  const [first, last] = [segments[0], segments.at(-1)] as [FlightSegment, FlightSegment];
  const fareBrand = textIn(slice["fare_brand_name"]);
  return {
    origin: first.origin,
    destination: last.destination,
    departure: first.departure,
    arrival: last.arrival,
    duration_minutes: minutesBetween(
      { time: first.departure, zone: zoneOf(raw[0], "origin") },
      { time: last.arrival, zone: zoneOf(raw.at(-1), "destination") },
      slice["duration"],
    ),
    stops: segments.length - 1,
    ...(fareBrand !== undefined && { fare_brand: fareBrand }),
    segments,
  };
};

const normaliseSegment = (segment: JsonObject): FlightSegment | undefined => {
  const { marketing_carrier, operating_carrier, duration } = segment;
  const [origin, destination] = [airportIn(segment["origin"]), airportIn(segment["destination"])];
  const [departure, arrival] = [localTimeIn(segment["departing_at"]), localTimeIn(segment["arriving_at"])];
  const operating = airlineIn(operating_carrier);
  const airline = airlineIn(marketing_carrier) ?? operating;
  const flightNumber = numberOf(segment);
  if (!origin || !destination || !departure || !arrival || !airline || flightNumber === undefined) return undefined;
  const from: Point = { time: departure, zone: zoneOf(segment, "origin") };
  const to: Point = { time: arrival, zone: zoneOf(segment, "destination") };
  const cabin = objectsIn(segment["passengers"])?.[0]?.["cabin_class"];
  const stops = technicalStops(segment["stops"]);
  return {
    airline: airline.code,
    airline_name: airline.name,
    ...(operating &&
      operating.code !== airline.code && {
        operating_airline: operating.code,
        operating_airline_name: operating.name,
      }),
    flight_number: flightNumber,
    origin,
    destination,
    departure,
    arrival,
    duration_minutes: minutesBetween(from, to, duration),
    aircraft_type: textIn(objectIn(segment["aircraft"])?.["name"]) ?? null,
    ...(isCabin(cabin) && { cabin_class: cabin }),
    ...(stops.length > 0 && { technical_stops: stops }),
  };
};

/** The number under which the flight is sold. An older format has only one number. */
const numberOf = (segment: JsonObject): string | undefined =>
  flightNumberIn(segment["marketing_carrier_flight_number"]) ??
  flightNumberIn(segment["flight_number"]) ??
  flightNumberIn(segment["operating_carrier_flight_number"]);

const named =
  (codeIn: (value: unknown) => string | undefined) =>
  (value: unknown): FlightSegment["origin"] | undefined => {
    const { iata_code, name } = objectIn(value) ?? {};
    const code = codeIn(iata_code);
    return code === undefined ? undefined : { code, name: textIn(name) ?? code };
  };

const airportIn = named(airportCodeIn);
const namedAirlineIn = named(airlineCodeIn);

/** Duffel Airways, which exists in test mode only. */
export const TEST_AIRLINE = "ZZ";

/** Labels the test airline, which no traveller can fly with. */
export const airlineIn: typeof namedAirlineIn = (value) => {
  const airline = namedAirlineIn(value);
  return airline?.code === TEST_AIRLINE ? { ...airline, name: `${airline.name} (test airline)` } : airline;
};

const zoneOf = (segment: JsonObject | undefined, end: "origin" | "destination"): string | undefined =>
  textIn(objectIn(segment?.[end])?.["time_zone"]);

const technicalStops = (value: unknown): NonNullable<FlightSegment["technical_stops"]> =>
  (objectsIn(value) ?? []).slice(0, MAX_STOPS).flatMap((stop) => {
    const code = airportIn(stop["airport"])?.code ?? airportCodeIn(stop["iata_code"]);
    const [arrival, departure] = [localTimeIn(stop["arriving_at"]), localTimeIn(stop["departing_at"])];
    if (code === undefined || !arrival || !departure) return [];
    return [{ airport_code: code, arrival_time: arrival.time, departure_time: departure.time }];
  });

const isCabin = (value: unknown): value is (typeof CABINS)[number] => CABINS.some((cabin) => cabin === value);

export const allThere = <T>(items: readonly (T | undefined)[]): items is readonly T[] =>
  items.every((item) => item !== undefined);

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Reads a local time and keeps the original text. */
export const localTimeIn = (value: unknown): LocalTime | undefined => {
  const [datetime, date = "", time = ""] = (typeof value === "string" && LOCAL_TIME.exec(value)) || [];
  return datetime === undefined || Number.isNaN(Date.parse(`${date}T${time}Z`)) ? undefined : { date, time, datetime };
};

/** The time and place of a departure or arrival. */
export interface Point {
  readonly time: LocalTime;
  /** The time zone of the airport, if the offer has it. */
  readonly zone: string | undefined;
}

const MAX_MINUTES = 5 * 24 * 60;

/** Computes a duration from the airports' time zones, or reads the airline's own (`PT10H30M`) if a zone is unknown. */
export const minutesBetween = (from: Point, to: Point, stated: unknown): number | null => {
  const [start, end] = [instantOf(from), instantOf(to)];
  const computed = start === undefined || end === undefined ? undefined : Math.round((end - start) / 60_000);
  return plausible(computed) ?? plausible(minutesIn(stated)) ?? null;
};

const plausible = (minutes: number | undefined): number | undefined =>
  minutes !== undefined && minutes >= 0 && minutes <= MAX_MINUTES ? minutes : undefined;

const instantOf = ({ time: { date, time, datetime }, zone }: Point): number | undefined => {
  const offset = LOCAL_TIME.exec(datetime)?.[3];
  if (offset !== undefined) return Date.parse(`${date}T${time}:00${offset}`);
  return zone !== undefined && isKnown(zone) ? instantIn(zone, `${date}T${time}`) : undefined;
};

let known: ReadonlySet<string> | undefined;
const isKnown = (zone: string): boolean => {
  known ??= new Set(zoneNames());
  return known.has(zone);
};

const DURATION = /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:\d{1,5}S)?)?$/;

const minutesIn = (value: unknown): number | undefined => {
  const match = typeof value === "string" && value.length > 2 ? DURATION.exec(value) : null;
  if (match === null) return undefined;
  const [, days = 0, hours = 0, minutes = 0] = match;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
};
