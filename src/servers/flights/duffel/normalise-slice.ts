import { CABINS } from "../../../model/flight.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { FlightSegment, FlightSlice } from "../../../travel/flight-option.ts";
import { airlineCodeIn, airportCodeIn, flightNumberIn, objectIn, objectsIn, textIn } from "./foreign-values.ts";
import { localTimeIn, minutesBetween, type Point } from "./local-times.ts";

/** More segments than any airline sells in a slice. */
const MOST_SEGMENTS = 8;
const MOST_STOPS = 5;

/** A slice that can be shown, or undefined when it lacks what a traveller has to know. */
export const normaliseSlice = (slice: JsonObject): FlightSlice | undefined => {
  const raw = objectsIn(slice["segments"]);
  if (raw === undefined || raw.length === 0 || raw.length > MOST_SEGMENTS) return undefined;
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

/** As sold; an older shape had only one number. */
const numberOf = (segment: JsonObject): string | undefined =>
  flightNumberIn(segment["marketing_carrier_flight_number"]) ??
  flightNumberIn(segment["flight_number"]) ??
  flightNumberIn(segment["operating_carrier_flight_number"]);

const airportIn = (value: unknown): FlightSegment["origin"] | undefined => {
  const airport = objectIn(value);
  const code = airportCodeIn(airport?.["iata_code"]);
  return code === undefined ? undefined : { code, name: textIn(airport?.["name"]) ?? code };
};

export const airlineIn = (value: unknown): { readonly code: string; readonly name: string } | undefined => {
  const airline = objectIn(value);
  const code = airlineCodeIn(airline?.["iata_code"]);
  return code === undefined ? undefined : { code, name: textIn(airline?.["name"]) ?? code };
};

const zoneOf = (segment: JsonObject | undefined, end: "origin" | "destination"): string | undefined =>
  textIn(objectIn(segment?.[end])?.["time_zone"]);

const technicalStops = (value: unknown): NonNullable<FlightSegment["technical_stops"]> =>
  (objectsIn(value) ?? []).slice(0, MOST_STOPS).flatMap((stop) => {
    const code = airportIn(stop["airport"])?.code ?? airportCodeIn(stop["iata_code"]);
    const [arrival, departure] = [localTimeIn(stop["arriving_at"]), localTimeIn(stop["departing_at"])];
    if (code === undefined || !arrival || !departure) return [];
    return [{ airport_code: code, arrival_time: arrival.time, departure_time: departure.time }];
  });

const isCabin = (value: unknown): value is (typeof CABINS)[number] => CABINS.some((cabin) => cabin === value);

export const allThere = <T>(items: readonly (T | undefined)[]): items is readonly T[] =>
  items.every((item) => item !== undefined);
