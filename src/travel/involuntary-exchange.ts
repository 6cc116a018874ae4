import { addDays, dateOf } from "../model/calendar.ts";
import type { Cabin } from "../model/flight.ts";
import { sum } from "../model/money.ts";
import type { Places } from "../model/place.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import type { FareShares } from "./fare-shares.ts";
import { entitling, openAbout } from "./notices.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";
import type { Supplier } from "./supplier.ts";

const DAYS_BEFORE = 1;
const DAYS_AFTER = 7;

/** Exchanges of flights that the airline changed. */
export const createInvoluntaryExchange = ({
  supplier,
  places,
}: {
  readonly supplier: Pick<Supplier, "airlines">;
  readonly places: Places;
}) => {
  const isPartner = (one: string, other: string): boolean => {
    if (one === other) return true;
    const allianceOf = (code: string) => supplier.airlines().find((airline) => airline.code === code)?.alliance;
    return (allianceOf(one) ?? null) !== null && allianceOf(one) === allianceOf(other);
  };

  const isAlike = (old: readonly StoredFlight[], added: readonly StoredFlight[]): boolean => {
    const [first, last] = [old[0], old.at(-1)] as [StoredFlight, StoredFlight];
    const [from, to] = [added[0], added.at(-1)] as [StoredFlight, StoredFlight];
    const [day, newDay] = [dateOf(first.departureTime), dateOf(from.departureTime)];
    return (
      places.sameCity(first.originCode, from.originCode) &&
      places.sameCity(last.destinationCode, to.destinationCode) &&
      longest(old).cabin === longest(added).cabin &&
      added.every(({ airlineCode }) => old.some((one) => isPartner(one.airlineCode, airlineCode))) &&
      newDay >= addDays(day, -DAYS_BEFORE) &&
      newDay <= addDays(day, DAYS_AFTER)
    );
  };

  return {
    /** Whether each group that flights leave has an open notice that allows another flight. */
    isInvoluntary: (booking: StoredBooking, removed: readonly StoredFlight[]): boolean =>
      fareGroupsOf(booking.flights)
        .filter((group) => group.some((flight) => removed.includes(flight)))
        .every((group) => entitling(booking, idsOf(group), "rebook") !== undefined),

    /** The new flights at the fares of the old ones, if each direction is replaced by one like it; else undefined. */
    atOldFares(
      booking: StoredBooking,
      removed: readonly StoredFlight[],
      added: readonly StoredFlight[],
    ): readonly StoredFlight[] | undefined {
      const groups = fareGroupsOf(removed.map((flight) => asSold(booking, flight)));
      const parts = replacements(groups, added, places);
      if (parts === undefined || !groups.every((group, i) => isAlike(group, parts[i] as readonly StoredFlight[]))) {
        return undefined;
      }
      return groups.flatMap((group, i) => withFares(parts[i] as readonly StoredFlight[], group));
    },
  };
};

const idsOf = (flights: readonly StoredFlight[]): readonly string[] => flights.map(({ id }) => id);

/** A downgraded flight as it was before. */
const asSold = (booking: StoredBooking, flight: StoredFlight): StoredFlight => ({
  ...flight,
  ...openAbout(booking, [flight.id]).find(({ kind }) => kind === "downgraded")?.sold,
});

const longest = (flights: readonly StoredFlight[]): { readonly cabin: Cabin } =>
  flights.reduce((long, other) => (other.duration > long.duration ? other : long));

/** The new flights that replace each group, in order; undefined if they do not end where the groups end. */
const replacements = (
  groups: readonly (readonly StoredFlight[])[],
  added: readonly StoredFlight[],
  places: Places,
): readonly (readonly StoredFlight[])[] | undefined => {
  let from = 0;
  const parts = groups.map((group) => {
    const end = group.at(-1)?.destinationCode ?? "";
    const found = added.findIndex((flight, i) => i >= from && places.sameCity(flight.destinationCode, end));
    const part = added.slice(from, found + 1);
    from = found + 1;
    return part;
  });
  return parts.every((part) => part.length > 0) && from === added.length ? parts : undefined;
};

/** The first flight takes the whole fare of the old ones; what follows was paid with it. */
const withFares = (added: readonly StoredFlight[], old: readonly StoredFlight[]): readonly StoredFlight[] => {
  const [first] = old as readonly [StoredFlight];
  const one = old.length === added.length;
  return added.map((flight, i): StoredFlight => {
    const of = one ? [old[i] as StoredFlight] : i === 0 ? old : [];
    const { fares: _own, ...rest } = flight;
    const { fareFamily, changeFee, refund, refundFee, seatSelection, baggage } = of[0] ?? first;
    const { refundable, bookingClass, fareBasis } = of[0] ?? first;
    const fares = sharesOf(of);
    return {
      ...rest,
      ...{ fareFamily, changeFee, refund, refundFee, seatSelection, baggage, refundable, bookingClass, fareBasis },
      price: sum(of.map(({ price }) => price)),
      baseFare: sum(of.map(({ baseFare }) => baseFare)),
      taxes: of.flatMap(({ taxes }) => taxes),
      ...(flight.fares !== undefined && { fares }),
    };
  });
};

/** The shares of several flights as one. */
const sharesOf = (flights: readonly StoredFlight[]): FareShares =>
  flights.reduce<FareShares>(
    (all, { fares = {} }) =>
      Object.fromEntries(
        (Object.keys(fares) as (keyof FareShares)[]).map((type) => {
          const [one, other] = [all[type], fares[type]];
          return [
            type,
            { base: (one?.base ?? 0) + (other?.base ?? 0), taxes: [...(one?.taxes ?? []), ...(other?.taxes ?? [])] },
          ];
        }),
      ),
    {},
  );
