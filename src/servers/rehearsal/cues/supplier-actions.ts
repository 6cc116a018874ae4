import type { Booking } from "../../../model/booking.ts";
import { dateOf } from "../../../model/calendar.ts";
import { Failure } from "../../../model/failure.ts";
import type { Disruption } from "../../../travel/disruption.ts";
import type { Action } from "../scenario/cue-schema.ts";
import type { OfferRule } from "./offer-rules.ts";
import type { RunWorld } from "./weather.ts";

/** What an airline, hotel or car company does: to which service of a booking, and what it leaves for sale. */
interface SupplierAction {
  readonly doing: Pick<Disruption, "kind" | "minutes" | "to" | "notice">;
  /** The ids of the services of a booking that it is done to. */
  aboutOf(booking: Booking): readonly string[];
  readonly rules: readonly OfferRule[];
  readonly summary: string;
}

const optional = <T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

export const supplierActionOf = ({ airline, hotel, car }: Action): SupplierAction | undefined => {
  if (airline !== undefined) {
    const { cancel, retime, downgrade, date, minutes, to, notice } = airline;
    const flight = cancel ?? retime ?? downgrade ?? "";
    const kind = cancel !== undefined ? "cancel_flight" : retime !== undefined ? "retime" : "downgrade";
    const words = {
      cancel_flight: "is cancelled",
      retime: `leaves ${minutes} minutes later`,
      downgrade: "is downgraded",
    };
    return {
      doing: { kind, ...optional({ minutes, to, notice }) },
      aboutOf: ({ flights }) =>
        flights
          .filter(({ flightNumber, departureTime }) => flightNumber === flight && dateOf(departureTime) === date)
          .map(({ id }) => id),
      rules: cancel === undefined ? [] : [{ flight: cancel, date, gone: true }],
      summary: `${flight} of ${date} ${words[kind]}.`,
    };
  }
  if (hotel !== undefined) {
    const { walk, to, notice } = hotel;
    return {
      doing: { kind: "walk_guest", ...optional({ to, notice }) },
      aboutOf: ({ hotels }) => hotels.filter(({ hotelCode }) => hotelCode === walk).map(({ id }) => id),
      rules: [{ hotel: walk, soldOut: true }],
      summary: `Hotel ${walk} is overbooked and sends its guests to another hotel.`,
    };
  }
  if (car !== undefined) {
    const { substitute, to, notice } = car;
    return {
      doing: { kind: "substitute_car", ...optional({ to, notice }) },
      aboutOf: ({ cars }) =>
        cars
          .filter(({ companyCode, vehicleClass }) => [companyCode, vehicleClass].includes(substitute))
          .map(({ id }) => id),
      rules: [],
      summary: `The rental company (${substitute}) has another car.`,
    };
  }
  return undefined;
};

/** Does it to every booking that has the service. A booking that it cannot be done to any more stays as it is. */
export const disruptBookings = async (
  { doing, aboutOf }: SupplierAction,
  cue: string,
  bookings: readonly Booking[],
  { travel, caller }: RunWorld,
): Promise<void> => {
  for (const booking of bookings) {
    if (booking.status === "cancelled") continue;
    for (const about of aboutOf(booking)) {
      await travel.disrupt(booking.pnr, { ...doing, about, cue: `${cue}-${about}` }, caller.tenant).catch((error) => {
        if (!(error instanceof Failure)) throw error;
      });
    }
  }
};
