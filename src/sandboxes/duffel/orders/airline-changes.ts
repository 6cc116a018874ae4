import type { BookedFlight } from "../../../model/booking.ts";
import type { InspectedBooking } from "../../../travel/browse-bookings.ts";
import { bookingId } from "../ids.ts";
import type { AirlineChange, BookedSlice, OrderRecord } from "./order.ts";

type StoredNotice = NonNullable<InspectedBooking["notices"]>[number];

const ACTIONS = { accepted: "accepted", rebooked: "changed", refunded: "cancelled", replaced: null } as const;

/** The airline's changes of an order, oldest first: the notices about its flights that came together. */
export const airlineChangesOf = (
  { booking, operations, notices = [] }: Pick<InspectedBooking, "booking" | "operations" | "notices">,
  { airlineActions }: Pick<OrderRecord, "airlineActions">,
  slicesOf: (flights: readonly BookedFlight[]) => readonly BookedSlice[],
): readonly AirlineChange[] => {
  const aboutFlights = notices.filter(({ about }) => about.startsWith("F-"));
  const revisions = [...new Set(aboutFlights.map(({ op }) => op))];
  /** The flights that were booked together with one that may have left the order. */
  const bookedWith = (about: string): readonly BookedFlight[] =>
    [booking.flights, ...operations.map(({ removed }) => removed.flights).toReversed()].find((flights) =>
      flights.some(({ id }) => id === about),
    ) ?? [];
  const slicesAt = (about: readonly string[], revision: number): readonly BookedSlice[] => {
    const flights = bookedWith(about[0] as string).map((flight) => flightAt(flight, aboutFlights, revision));
    const off = flights.filter(({ segmentStatus }) => segmentStatus === "UN").map(({ id }) => id);
    return slicesOf(flights).filter(
      ({ flightIds }) => flightIds.some((id) => about.includes(id)) && !flightIds.some((id) => off.includes(id)),
    );
  };
  return revisions.map((revision): AirlineChange => {
    const own = aboutFlights.filter(({ op }) => op === revision);
    const [first] = own as [StoredNotice];
    const id = bookingId("aic", booking.pnr, revision);
    const about = own.map((notice) => notice.about);
    const open = own.find(({ resolved }) => resolved === undefined);
    const told = airlineActions[id];
    const action = told?.actionTaken ?? (open === undefined && first.resolved ? ACTIONS[first.resolved.as] : null);
    return {
      id,
      createdAt: first.at,
      noticeIds: own.map((notice) => notice.id),
      added: slicesAt(about, revision),
      removed: slicesAt(about, revision - 1),
      actionTaken: action,
      actionTakenAt: told?.actionTakenAt ?? (action === null ? null : (first.resolved?.at ?? null)),
      isReplaced: open === undefined && action === null,
      isCancellation: first.kind === "cancelled",
    };
  });
};

/** The flight as it was after that revision of the booking. */
const flightAt = (flight: BookedFlight, notices: readonly StoredNotice[], revision: number): BookedFlight => {
  const own = notices.filter(({ about }) => about === flight.id);
  const moves = own.filter(({ kind }) => kind === "retimed");
  const times = moves.findLast(({ op }) => op <= revision)?.after ?? moves[0]?.before;
  const sold = own.find(({ kind, op }) => kind === "downgraded" && op > revision)?.sold;
  const isOff = own.some(({ kind, op }) => kind === "cancelled" && op <= revision);
  return {
    ...flight,
    ...(times as Pick<BookedFlight, "departureTime" | "arrivalTime"> | undefined),
    ...(sold !== undefined && { cabin: sold.cabin }),
    segmentStatus: isOff ? "UN" : "HK",
  };
};
