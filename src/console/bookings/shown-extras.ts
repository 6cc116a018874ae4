import type { Booking } from "../../model/booking.ts";
import { designatorIn, extraId } from "../../travel/extra-ids.ts";
import type { ExtrasList } from "../../travel/extras-desk.ts";
import { isFor } from "../../travel/extras-rules.ts";
import type { Seat } from "../../travel/supplier.ts";
import type { BookingExtras, ShownSeat } from "../contract.ts";
import { flightTitle } from "./itinerary.ts";

/** What can be bought for a booking, with its own seats on the maps. */
export const shownExtras = (list: ExtrasList, booking: Booking): BookingExtras => ({
  seat_maps: list.seatMaps.map(({ flightId, cabin, sections, rows }) => {
    const own = ownSeats(booking, flightId);
    const flight = list.flights.find(({ id }) => id === flightId);
    return {
      flight_id: flightId,
      title: flight === undefined ? flightId : flightTitle(flight),
      ...{ cabin, sections },
      rows: rows.map(({ isExit, seats }) => ({ is_exit: isExit, seats: seats.map((seat) => shownSeat(seat, own)) })),
    };
  }),
  extras: list.ancillaries.flatMap((ancillary) => {
    const { code, kind, what, price, flightIds } = ancillary;
    const { passengers } = booking;
    return passengers
      .filter((one) => isFor(ancillary.for, one, passengers))
      .map(({ id: traveller }) => ({
        id: extraId({ code, traveller, flightId: flightIds[0] as string }),
        ...{ kind, what, price, traveller, flight_ids: flightIds },
      }));
  }),
});

/** Travellers by seat. */
const ownSeats = ({ extras }: Booking, flightId: string): ReadonlyMap<string, string> =>
  new Map(
    extras.flatMap(({ id, kind, flightIds, traveller }) => {
      const seat = kind === "seat" && flightIds.includes(flightId) ? designatorIn(id) : undefined;
      return seat === undefined ? [] : [[seat, traveller] as const];
    }),
  );

const shownSeat = ({ designator, price, isTaken, isBooked }: Seat, own: ReadonlyMap<string, string>): ShownSeat => {
  const traveller = own.get(designator);
  return {
    ...{ seat: designator, price },
    state: traveller !== undefined ? "own" : isTaken || isBooked ? "taken" : "free",
    ...(traveller !== undefined && { traveller }),
  };
};
