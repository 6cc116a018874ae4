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
import type { FlightOption, FlightSegment, FlightSlice, LocalTime } from "./flight-option.ts";

/** The field for the slices after the first: the return flight, or the further flights of a multi-city trip. */
export type FurtherField = "return" | "onward";

type Point = Pick<LocalTime, "date" | "time"> & { readonly airport?: string };

interface Leg
  extends Pick<FlightSegment, "airline" | "flight_number">,
    Pick<FlightSlice, "duration_minutes" | "stops"> {
  readonly departure: Point;
  readonly arrival: Point;
  readonly operated_by?: string;
}

/** An object without its fields, to keep the list of tools short. */
const named = <T>(description: string): Schema<T> => ({ type: "object", description });
const point = named<Point>("airport, date, time; local");

export const Price = object({ amount: number(), currency: string() });

/** The fields that `lean` and `full` options share. `full` has all fields of a FlightOption. */
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
  fare_brand: maybe(string()),
  price: Price,
  expires_at: string(),
});
export type ShownOption = Static<typeof ShownOption>;

/** The full option behind each lean one, because the text of an answer has more details than its structure. */
const fullOptions = new WeakMap<object, FlightOption>();

const leanVersion = <T extends object>(option: FlightOption, lean: T): T => {
  fullOptions.set(lean, option);
  return lean;
};

export const fullOptionOf = (shown: object): FlightOption => fullOptions.get(shown) ?? (shown as FlightOption);

/** The fields by which a traveller compares options. get_offer has the others. */
export const leanOption = (option: FlightOption, further: FurtherField): ShownOption => {
  const { offer_id, airline, flight_number, direct, price, expires_at, slices } = option;
  const [first, ...others] = slices.map(legOf) as [Leg, ...Leg[]];
  const brand = brandsOf(option);
  return leanVersion(option, {
    // `id` is the name in the contract, `offer_id` the argument of get_offer.
    id: offer_id,
    offer_id,
    ...first,
    airline,
    flight_number,
    direct,
    ...(others.length > 0 && (further === "return" ? { return: others[0] as Leg } : { onward: others })),
    ...(brand !== "" && { fare_brand: brand }),
    price,
    expires_at,
  });
};

/** What the airlines call the fares of a trip, which tells offers of the same flights apart. */
export const brandsOf = ({ slices }: FlightOption): string =>
  [...new Set(slices.flatMap(({ fare_brand }) => fare_brand ?? []))].join(" / ");

const legOf = ({ segments, origin, destination, departure, arrival, duration_minutes, stops }: FlightSlice): Leg => {
  const { airline, flight_number } = segments[0] as FlightSegment;
  const operators = [...new Set(segments.flatMap((segment) => segment.operating_airline_name ?? []))];
  return {
    airline,
    flight_number,
    departure: pointOf(origin, departure),
    arrival: pointOf(destination, arrival),
    duration_minutes,
    stops,
    ...(operators.length > 0 && { operated_by: operators.join(", ") }),
  };
};

const pointOf = ({ code }: FlightSlice["origin"], { date, time }: LocalTime): Point => ({ airport: code, date, time });

/** One offer with the fields that matter for a purchase: bags, conditions and every flight. */
export const leanOffer = (option: FlightOption) => {
  const { emissions_kg } = option;
  return leanVersion(option, {
    offer_id: option.offer_id,
    airline: option.airline,
    airline_name: option.airline_name,
    direct: option.direct,
    refundable: option.refundable,
    changeable: option.changeable,
    baggage: option.baggage,
    price: option.price,
    tax: option.tax,
    ...(emissions_kg !== undefined && { emissions_kg }),
    expires_at: option.expires_at,
    slices: option.slices.map(({ duration_minutes, stops, fare_brand, segments }) => ({
      duration_minutes,
      stops,
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
  origin: origin.code,
  destination: destination.code,
  departing_at: localTime(departure),
  arriving_at: localTime(arrival),
});

/** ISO 8601, local to the airport. */
export const localTime = ({ date, time }: LocalTime): string => `${date}T${time}`;
