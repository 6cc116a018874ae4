import { hasLeft } from "../model/booking.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { type Failure, invalid, ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import type { Passenger } from "../model/passenger.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import type { Bookings } from "./bookings.ts";
import { seatKey } from "./extras.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import { checkFlightCount } from "./itinerary-rules.ts";
import type { Stock } from "./stock.ts";
import type { StockOwner } from "./stock-buckets.ts";
import type { Ancillary, SeatMap, Supplier } from "./supplier.ts";

export const EXTRA_KINDS = ["bag", "seat", "service"] as const;

/** Shows what can be bought with flights. */
export interface ExtrasDesk {
  listExtras(request: ListExtras, caller: Caller): Promise<ExtrasList>;
}

interface ListExtras {
  readonly pnr?: string;
  /** Of flights that are not booked yet, instead of `pnr`. */
  readonly flightIds?: readonly string[];
  /** Default: all. */
  readonly kind?: (typeof EXTRA_KINDS)[number];
}

export interface ExtrasList {
  /** Those that will leave. */
  readonly flights: readonly FlightSegment[];
  /** Of a booking. */
  readonly passengers?: readonly Passenger[];
  readonly seatMaps: readonly SeatMap[];
  readonly ancillaries: readonly Ancillary[];
}

const ONE_ADULT = { adults: 1, children: 0, infants: 0 };

export const createExtrasDesk = ({
  supplier,
  clock,
  bookings,
  stock,
}: {
  readonly supplier: Supplier;
  readonly clock: Clock;
  readonly bookings: Pick<Bookings, "require">;
  readonly stock: Pick<Stock, "taken">;
}): ExtrasDesk => {
  const withBookedSeats = async (owner: StockOwner, maps: readonly SeatMap[]): Promise<readonly SeatMap[]> => {
    const free = maps.flatMap((map) =>
      map.rows.flatMap((row) => row.seats.filter(({ isTaken }) => !isTaken).map((one) => seatKey(map, one.designator))),
    );
    const taken = free.length === 0 ? new Map<string, number>() : await stock.taken(owner, free);
    if (taken.size === 0) return maps;
    return maps.map((map) => ({
      ...map,
      rows: map.rows.map((row) => ({
        ...row,
        seats: row.seats.map((seat) =>
          taken.has(seatKey(map, seat.designator)) ? { ...seat, isBooked: true as const } : seat,
        ),
      })),
    }));
  };

  const offered = async (flights: readonly FlightSegment[], owner: StockOwner, kind: ListExtras["kind"]) => ({
    flights,
    seatMaps: kind === undefined || kind === "seat" ? await withBookedSeats(owner, flights.map(supplier.seatMap)) : [],
    ancillaries: fareGroupsOf(kind === "seat" ? [] : flights)
      .flatMap((group) => supplier.ancillaries(group))
      .filter((one) => kind === undefined || one.kind === kind),
  });

  return {
    async listExtras({ pnr, flightIds = [], kind }, caller) {
      if ((pnr === undefined) === (flightIds.length === 0)) throw pnrOrFlights();
      if (pnr === undefined) {
        checkFlightCount(flightIds);
        const quoted = supplier.quoteFlights(flightIds, ONE_ADULT);
        return offered(
          quoted.map(({ segment }) => segment),
          caller,
          kind,
        );
      }
      const booking = await bookings.require(caller.tenant, pnr, "pnr");
      requireNotCancelled(booking, "pnr", "Make a new booking.");
      const ahead = booking.flights.filter((flight) => flight.segmentStatus !== "UN" && !hasLeft(flight, clock.now()));
      if (ahead.length === 0) throw noFlights(pnr);
      const owner = { tenant: caller.tenant, sessionId: booking.sessionId };
      return { ...(await offered(ahead, owner, kind)), passengers: booking.passengers };
    },
  };
};

const pnrOrFlights = (): Failure =>
  invalid("Extras are of a booking or of flights that are not booked yet.", {
    field: "pnr",
    allowed: "either pnr or flightIds",
    hint: "Give the pnr of a booking, or the flightIds of an option.",
  });

const noFlights = (pnr: string): Failure =>
  ruleBroken(`Booking ${pnr} has no flights that will leave.`, {
    field: "pnr",
    value: pnr,
    hint: "Seats, bags and services are sold with flights. Hotels and cars have none.",
  });
