import {
  array,
  boolean,
  integer,
  maybe,
  number,
  object,
  type Schema,
  type Static,
  string,
} from "../../model/schema.ts";
import type { FlightOption, FlightSegment, FlightSlice, LocalTime } from "../../travel/flight-option.ts";

/** In the order of the trip, after the first slice: the way back, or the further flights of several cities. */
export type Further = "return" | "onward";

interface Point {
  readonly airport?: string;
  readonly date: string;
  readonly time: string;
}

interface Leg {
  readonly airline: string;
  readonly flight_number: string;
  readonly departure: Point;
  readonly arrival: Point;
  readonly duration_minutes: number | null;
  readonly stops: number;
}

/** Shown by name alone: what is in it repeats what is shown beside it, and a list of tools is read in every conversation. */
const named = <T>(description: string): Schema<T> => ({ type: "object", description });
const point = named<Point>("airport, date, time; local");

export const Price = object({ amount: number(), currency: string() });

/** What both details have in common; `full` has every field of a FlightOption. */
export const ShownOption = object({
  id: string(),
  offer_id: string(),
  airline: string(),
  flight_number: string(),
  departure: point,
  arrival: point,
  duration_minutes: { type: ["integer", "null"] } as Schema<number | null>,
  stops: integer(),
  direct: boolean(),
  return: maybe(named<Leg>("The way back: airline to stops")),
  onward: maybe(array(named<Leg>("airline to stops"))),
  price: Price,
  expires_at: string(),
});
export type ShownOption = Static<typeof ShownOption>;

/** What a lean option or offer was made from: the text says more of it than the structure does. */
const wholes = new WeakMap<object, FlightOption>();

const madeFrom = <T extends object>(option: FlightOption, made: T): T => {
  wholes.set(made, option);
  return made;
};

export const wholeOf = (shown: object): FlightOption => wholes.get(shown) ?? (shown as FlightOption);

/** What a traveller compares. Everything else is in get_offer, and nothing is said twice. */
export const leanOption = (option: FlightOption, further: Further): ShownOption => {
  const { offer_id, airline, flight_number, direct, price, expires_at, slices } = option;
  const [first, ...others] = slices.map(legOf) as [Leg, ...Leg[]];
  return madeFrom(option, {
    // The document's name for it, and the one by which get_offer asks for it.
    ...{ id: offer_id, offer_id },
    ...{ ...first, airline, flight_number },
    direct,
    ...(others.length > 0 && (further === "return" ? { return: others[0] as Leg } : { onward: others })),
    price,
    expires_at,
  });
};

const legOf = ({ segments, origin, destination, departure, arrival, duration_minutes, stops }: FlightSlice): Leg => {
  const { airline, flight_number } = segments[0] as FlightSegment;
  return {
    ...{ airline, flight_number, departure: pointOf(origin, departure), arrival: pointOf(destination, arrival) },
    ...{ duration_minutes, stops },
  };
};

const pointOf = ({ code }: FlightSlice["origin"], { date, time }: LocalTime): Point => ({ airport: code, date, time });

/** One offer with all that decides a purchase: bags, conditions, every flight. */
export const leanOffer = (option: FlightOption) => {
  const { offer_id, airline, airline_name, direct, refundable, changeable, baggage, price, tax } = option;
  const { emissions_kg, expires_at, slices } = option;
  return madeFrom(option, {
    ...{ offer_id, airline, airline_name, direct, refundable, changeable, baggage, price, tax },
    ...(emissions_kg !== undefined && { emissions_kg }),
    expires_at,
    slices: slices.map(({ duration_minutes, stops, fare_brand, segments }) => ({
      ...{ duration_minutes, stops },
      ...(fare_brand !== undefined && { fare_brand }),
      segments: segments.map(leanSegment),
    })),
  });
};

const leanSegment = ({
  airline_name: _name,
  operating_airline_name: _operator,
  origin,
  destination,
  departure,
  arrival,
  ...segment
}: FlightSegment) => ({
  ...segment,
  ...{ origin: origin.code, destination: destination.code },
  ...{ departing_at: localTime(departure), arriving_at: localTime(arrival) },
});

/** ISO 8601, local to the airport. */
export const localTime = ({ date, time }: LocalTime): string => `${date}T${time}`;
