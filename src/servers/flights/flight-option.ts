import { CABINS } from "../../model/flight.ts";
import {
  array,
  boolean,
  extend,
  integer,
  maybe,
  number,
  object,
  oneOf,
  type Schema,
  type Static,
  string,
} from "../../model/schema.ts";

/** For values that an airline may omit: null, never a guess. */
const orNull = <T>(schema: Schema<T>): Schema<T | null> => ({ ...schema, type: [schema["type"], "null"] });

const Airport = object({ code: string({ description: "IATA code" }), name: string() });

const LocalTime = object({
  date: string({ description: "YYYY-MM-DD at the airport" }),
  time: string({ description: "HH:MM at the airport" }),
  datetime: string({ description: "As the airline gave it: local, usually without offset" }),
});

const Stop = object({ airport_code: string(), arrival_time: string(), departure_time: string() });

const Amount = object({ amount: number(), currency: string({ description: "ISO 4217" }) });

const Bags = object({
  included: orNull(
    boolean({ description: "For every traveller with a seat, on all flights; null when the airline does not say" }),
  ),
  quantity: maybe(integer({ minimum: 0, description: "Pieces per person" })),
  weight_kg: maybe(number()),
});

const duration = { description: "From departure to arrival; null when it cannot be known" };

const Leg = object({
  flight_number: string({ description: "Number alone, as sold: 112, with the airline beside it" }),
  origin: Airport,
  destination: Airport,
  departure: LocalTime,
  arrival: LocalTime,
  duration_minutes: orNull(integer(duration)),
  aircraft_type: orNull(string()),
});

const Segment = extend(Leg, {
  airline: string({ description: "IATA code of the airline that sells the flight" }),
  airline_name: string(),
  operating_airline: maybe(string({ description: "IATA code of the airline that flies it, when it is another one" })),
  operating_airline_name: maybe(string()),
  cabin_class: maybe(oneOf(CABINS)),
  technical_stops: maybe(array(Stop, { description: "Landings on the way, without a change of flight" })),
});

const Slice = object({
  origin: Airport,
  destination: Airport,
  departure: LocalTime,
  arrival: LocalTime,
  duration_minutes: orNull(integer(duration)),
  stops: integer({ minimum: 0 }),
  fare_brand: maybe(string({ description: "What the airline calls the fare" })),
  segments: array(Segment),
});

/**
 * An offer. Fields outside `slices` describe the first slice, except prices, bags and conditions, which apply to the
 * whole trip and all travellers.
 */
export const FlightOption = extend(Leg, {
  id: string({ description: "Pass it to get_offer" }),
  offer_id: string(),
  airline: string({ description: "IATA code of the airline that makes the offer" }),
  airline_name: string(),
  stops: integer({ minimum: 0, description: "Changes of flight" }),
  stop_details: maybe(array(Stop)),
  baggage: object({ checked: Bags, cabin: Bags }),
  price: Amount,
  tax: { ...Amount, type: ["object", "null"] } as Schema<Static<typeof Amount> | null>,
  total: Amount,
  emissions_kg: maybe(number({ description: "CO2 of everybody on the whole trip" })),
  expires_at: string({ description: "Until when the offer can be had" }),
  direct: boolean({ description: "Without a change of flight" }),
  refundable: orNull(
    boolean({ description: "Before departure, perhaps for a fee; null when the airline does not say" }),
  ),
  changeable: orNull(
    boolean({ description: "Before departure, perhaps for a fee; null when the airline does not say" }),
  ),
  slices: array(Slice, { description: "The whole trip: one slice one way, two for a round trip" }),
});
export type FlightOption = Static<typeof FlightOption>;
export type FlightSlice = FlightOption["slices"][number];
export type FlightSegment = FlightSlice["segments"][number];
export type LocalTime = Static<typeof LocalTime>;
export type Bags = Static<typeof Bags>;
export type Amount = Static<typeof Amount>;
