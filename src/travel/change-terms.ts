import { type BookedFlight, hasLeft } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import type { Extra } from "../model/extra.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import { FARE_FAMILIES, familyNamed } from "../model/fare.ts";
import { type Cents, sum, usd } from "../model/money.ts";
import { partyOf } from "../model/passenger.ts";
import type { RemovedParts } from "./change-parts.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import type { Entry } from "./ledger.ts";
import { entitling } from "./notices.ts";
import { carTerms, flightTerms, hotelTerms, isTax, type Terms } from "./refund-rules.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";
import type { Supplier } from "./supplier.ts";

/** The terms of a change and the fees that follow from them. */
interface Settled {
  readonly terms: readonly Terms[];
  readonly fees: readonly Entry[];
  /** The part of what is given back that is given as travel credit. */
  readonly credited: Cents;
}

interface Share {
  readonly price: Cents;
  readonly taxes: Cents;
  readonly heads?: number;
}

interface Parts {
  readonly clock: Clock;
  readonly supplier: Pick<Supplier, "rates">;
}

/** Decides what a change costs besides the prices, and what it gives back. */
export const createChangeTerms = ({ clock, supplier }: Parts) => {
  const caseOf = (booking: StoredBooking, group: readonly StoredFlight[], share: Share = wholeOf(group)) => ({
    flights: group,
    price: share.price,
    taxes: share.taxes,
    heads: share.heads ?? booking.passengers.length,
    isOnHold: booking.status === "pending",
    involuntary: refundRule(booking, group),
    hasLeft: group.some((flight) => hasLeft(flight, clock.now())),
    voidUntil: booking.voidUntil ?? 0,
    now: clock.now(),
  });

  /** Groups of flights that leave, as they were sold. */
  const groupsOf = (booking: StoredBooking, removed: Pick<RemovedParts, "flights">) =>
    fareGroupsOf(booking.flights)
      .map((group) => ({ group, leaving: group.filter((flight) => removed.flights.includes(flight)) }))
      .filter(({ leaving }) => leaving.length > 0);

  const cancellationTerms = (booking: StoredBooking, removed: RemovedParts): Settled => {
    const groups = groupsOf(booking, removed).map(({ group, leaving }) => {
      const terms = flightTerms({ ...caseOf(booking, group), ...wholeOf(leaving) });
      return { ...terms, leaving };
    });
    const lost = removed.extras.map((extra) => {
      const own = groups.find(({ leaving }) => leaving.some(({ id }) => extra.flightIds.includes(id)));
      const terms = own ?? flightTerms(caseOf(booking, groupOf(booking, extra.flightIds)));
      return {
        about: extra.id,
        kept: terms.extrasBack ? 0 : extra.price,
        terms,
        isAlone: own === undefined && extra.price > 0,
      };
    });
    const credited = [
      ...groups.map(({ as, leaving, kept }) => (as === "credit" ? wholeOf(leaving).price - kept : 0)),
      ...removed.extras.map(({ price }, i) => (lost[i]?.terms.as === "credit" ? price - (lost[i]?.kept ?? 0) : 0)),
    ];
    return {
      credited: sum(credited),
      terms: [...groups, ...lost.filter(({ isAlone }) => isAlone).map(({ terms }) => terms)],
      fees: [
        ...groups.flatMap(({ leaving, kept }) => feeOf("forfeited", kept, (leaving[0] as StoredFlight).id)),
        ...lost.flatMap(({ about, kept }) => feeOf("forfeited", kept, about)),
      ],
    };
  };

  /** New price less old price as sold, and the fee of the fare. What is cheaper is given back only by fares that are refunded. */
  const exchangeTerms = (
    booking: StoredBooking,
    removed: RemovedParts,
    added: readonly StoredFlight[],
    lost: readonly Extra[],
  ): Settled => {
    const groups = groupsOf(booking, removed);
    const old = groups.map(({ leaving }) => leaving[0] as StoredFlight);
    const isInvoluntary = groups.every(({ group }) => entitling(booking, idsOf(group), "rebook") !== undefined);
    const isFree = booking.status === "pending" || isInvoluntary || isUpgrade(removed.flights, added);
    const fixed = old.find(({ changeFee }) => changeFee === null);
    if (fixed !== undefined && !isFree) throw notChangeable(fixed, upgradeOf(booking, fixed));
    const changeFee = isFree ? 0 : Math.max(...old.map(({ changeFee: fee }) => fee ?? 0)) * booking.passengers.length;
    const difference = sum(added.map(({ price }) => price)) - sum(removed.flights.map(({ price }) => price));
    const givesBack =
      booking.status === "pending" ||
      groups.every(({ group, leaving }) => leaving[0]?.refund === "cash" || refundRule(booking, group) !== undefined);
    const isCredit = !givesBack && old.every(({ refund }) => refund === "cash" || refund === "credit");
    const kept = givesBack || isCredit ? 0 : Math.max(0, -difference);
    const names = [...new Set(old.map(({ fareFamily }) => fareFamily))].join(", ");
    const fee = changeFee === 0 ? "no fee" : `${usd(changeFee)} fee`;
    const rule =
      booking.status === "pending"
        ? "on hold: only the price changes"
        : isInvoluntary
          ? `involuntary: no fee${difference === 0 ? ", no difference" : ""}`
          : `${names}: ${fee}`;
    return {
      credited: isCredit ? Math.max(0, -difference - changeFee) : 0,
      terms: [{ kept, as: isCredit ? "credit" : "cash", rule }],
      fees: [
        ...feeOf("change", changeFee, (old[0] as StoredFlight).id),
        ...feeOf("forfeited", kept, (old[0] as StoredFlight).id),
        ...lost.flatMap(({ id, price }) =>
          feeOf("forfeited", booking.status === "pending" || isInvoluntary ? 0 : price, id),
        ),
      ],
    };
  };

  /** What makes the flights changeable, and what that costs. */
  const upgradeOf = ({ flights, passengers }: StoredBooking, fixed: StoredFlight): string | undefined => {
    const group = fareGroupsOf(flights).find((one) => one.includes(fixed)) ?? [fixed];
    try {
      const ids = group.map(({ id }) => id);
      const offers = supplier.rates(ids, partyOf(passengers));
      const better = offers.find(({ flights: [first] = [] }) => (first?.changeFee ?? null) !== null);
      const flight = better?.flights?.[0];
      if (better === undefined || flight === undefined) return undefined;
      const more = usd(better.price - wholeOf(group).price);
      const fee = flight.changeFee ? `for ${usd(flight.changeFee)} each` : "free of charge";
      return `On the same flight you can go up to ${flight.fareFamily} for ${more} (add ${better.ids.join(", ")}), then change ${fee}.`;
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };

  const stayTermsOf = (booking: StoredBooking, { hotels, cars }: RemovedParts) =>
    [
      ...hotels.map((hotel) => ({ about: hotel.id, ...hotelTerms(hotel, clock.now()) })),
      ...cars.map((car) => ({ about: car.id, ...carTerms(car, clock.now()) })),
    ].map((terms) => {
      if (booking.status === "pending") return { ...terms, kept: 0, rule: ON_HOLD };
      const involuntary = refundRule(booking, [{ id: terms.about }]);
      return involuntary === undefined
        ? terms
        : { about: terms.about, kept: 0, as: "cash" as const, rule: involuntary };
    });

  /** The terms of a part of a group: the share of one traveller. */
  const shareTerms = (booking: StoredBooking, group: readonly StoredFlight[], share: Share) =>
    flightTerms(caseOf(booking, group, share));

  return { cancellationTerms, exchangeTerms, stayTermsOf, shareTerms };
};

const idsOf = (services: readonly { readonly id: string }[]): readonly string[] => services.map(({ id }) => id);

/** The rule by which all of it is given back because of what the supplier changed; undefined if it is not. */
const refundRule = (booking: StoredBooking, services: readonly { readonly id: string }[]): string | undefined => {
  const notice = entitling(booking, idsOf(services), "refund");
  return notice && `involuntary: ${notice.kind} by the supplier (${notice.id}), all is given back`;
};

const ON_HOLD = "on hold: less is due, nothing comes back";

const wholeOf = (flights: readonly StoredFlight[]): Share => ({
  price: sum(flights.map(({ price }) => price)),
  taxes: sum(flights.flatMap(({ taxes }) => taxes.filter(isTax).map(({ amount }) => amount))),
});

const groupOf = ({ flights }: StoredBooking, flightIds: readonly string[]): readonly StoredFlight[] =>
  fareGroupsOf(flights).find((group) => group.some(({ id }) => flightIds.includes(id))) ?? flights;

export const feeOf = (why: string, amount: Cents, about: string, traveller?: string): readonly Entry[] =>
  amount === 0 ? [] : [{ kind: "fee", amount, about, why, ...(traveller !== undefined && { traveller }) }];

const CABIN_RANKS = { economy: 0, premium_economy: 1, business: 2, first: 3 } as const;

/** Cabins rank above fare families. */
const rankOf = ({ cabin, fareFamily }: BookedFlight): number =>
  CABIN_RANKS[cabin] * FARE_FAMILIES.length + FARE_FAMILIES.indexOf(familyNamed(fareFamily));

/** The same flights on the same day, none in a lower cabin or fare family and one in a higher one. */
const isUpgrade = (old: readonly BookedFlight[], added: readonly BookedFlight[]): boolean => {
  if (old.length !== added.length) return false;
  const pairs = old.map((flight) => {
    const same = added.find(
      ({ flightNumber, departureTime }) =>
        flightNumber === flight.flightNumber && dateOf(departureTime) === dateOf(flight.departureTime),
    );
    return same && rankOf(same) - rankOf(flight);
  });
  return pairs.every((rise) => rise !== undefined && rise >= 0) && pairs.some((rise) => (rise ?? 0) > 0);
};

const notChangeable = ({ fareFamily, flightNumber, id }: BookedFlight, upgrade: string | undefined): Failure =>
  ruleBroken(`${fareFamily} fares cannot be changed (${flightNumber}).`, {
    field: "remove",
    value: id,
    hint: upgrade ?? "You can go up to a higher cabin on the same flight, or cancel it and book another one.",
  });
