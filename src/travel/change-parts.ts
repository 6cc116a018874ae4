import { type CarRental, type HotelReservation, hasLeft } from "../model/booking.ts";
import type { Extra } from "../model/extra.ts";
import { type Failure, invalid, ruleBroken } from "../model/failure.ts";
import type { Passenger } from "../model/passenger.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";

export interface ChangeRequest {
  /** Ids on the booking: flights, hotels, cars, extras, travellers, or `all`. */
  readonly remove: readonly string[];
  /** Ids of offers: flights, hotels, cars. */
  readonly add: readonly string[];
}

/** What a change takes off a booking. */
export interface RemovedParts {
  /** Nothing is left and nothing is added: the booking is cancelled. */
  readonly whole: boolean;
  readonly flights: readonly StoredFlight[];
  readonly hotels: readonly HotelReservation[];
  readonly cars: readonly CarRental[];
  /** Named, or bought with flights that leave. */
  readonly extras: readonly Extra[];
  readonly travellers: readonly Passenger[];
}

const ALL = "all";
const MAX_IDS = 40;

/** Finds what is named on the booking. Throws if it is not there, or cannot be removed alone. */
export const removedParts = (booking: StoredBooking, { remove, add }: ChangeRequest, now: number): RemovedParts => {
  const ids = remove.map((id) => id.trim());
  if (ids.length + add.length === 0) throw nothingToChange();
  if (ids.length + add.length > MAX_IDS) throw tooMany(ids.length + add.length);
  const all = ids.some((id) => id.toLowerCase() === ALL);
  if (all && add.length > 0) throw allAndMore();
  const isNamed = ({ id }: { readonly id: string }): boolean => all || ids.includes(id);
  const { flights, hotels, cars, extras, passengers } = booking;
  if (!all) {
    const known = [...flights, ...hotels, ...cars, ...extras, ...passengers].map(({ id }) => id);
    for (const [i, id] of ids.entries()) if (!known.includes(id)) throw notOnBooking(booking, id, i, known);
  }
  const leaving = flights.filter(isNamed);
  requireWholeGroups(flights, leaving, now);
  const parts = {
    flights: leaving,
    hotels: hotels.filter(isNamed),
    cars: cars.filter(isNamed),
    extras: extras.filter(
      (extra) => isNamed(extra) || extra.flightIds.some((id) => leaving.some((one) => one.id === id)),
    ),
    travellers: all ? [] : passengers.filter(({ id }) => ids.includes(id)),
  };
  const left = [flights, hotels, cars].flat().length - [parts.flights, parts.hotels, parts.cars].flat().length;
  const whole = left === 0 && add.length === 0;
  requireUnflown(booking, parts.flights, whole, now);
  if (parts.travellers.length > 0) requireSensibleParty(booking, parts.travellers, ids, add, now);
  return { ...parts, whole };
};

/** Of a group that is partly flown, the rest may leave. */
const requireWholeGroups = (flights: readonly StoredFlight[], leaving: readonly StoredFlight[], now: number): void => {
  for (const group of fareGroupsOf(flights)) {
    const ahead = group.filter((flight) => !hasLeft(flight, now));
    const named = ahead.filter((flight) => leaving.includes(flight));
    if (named.length === 0 || named.length === ahead.length) continue;
    const numbers = group.map(({ flightNumber }) => flightNumber).join(" and ");
    throw ruleBroken(`Flights ${numbers} were sold together and can only be removed together.`, {
      field: "remove",
      value: named.map(({ id }) => id),
      allowed: ahead.map(({ id }) => id),
      hint: "Name all of these flights.",
    });
  }
};

const requireUnflown = (
  { pnr, flights, hotels, cars }: StoredBooking,
  leaving: readonly StoredFlight[],
  whole: boolean,
  now: number,
): void => {
  const flown = leaving.find((flight) => hasLeft(flight, now));
  if (flown === undefined) return;
  const rest = [...flights.filter((flight) => !hasLeft(flight, now)), ...(whole ? [...hotels, ...cars] : [])];
  const ids = rest.map(({ id }) => id);
  throw ruleBroken(`${flown.flightNumber} of booking ${pnr} left at ${flown.departureTime} and stays on it.`, {
    field: whole ? "pnr" : "remove",
    value: whole ? pnr : flown.id,
    allowed: ids,
    hint:
      ids.length === 0
        ? "There is nothing left to cancel."
        : `Cancel the rest: quoteChange with remove ${JSON.stringify(ids)}, then confirmChange.`,
  });
};

const requireSensibleParty = (
  { passengers, flights }: StoredBooking,
  leaving: readonly Passenger[],
  ids: readonly string[],
  add: readonly string[],
  now: number,
): void => {
  const left = passengers.filter((passenger) => !leaving.includes(passenger));
  const refuse = (message: string, hint: string): Failure =>
    ruleBroken(message, { field: "remove", value: leaving.map(({ id }) => id), hint });
  if (ids.length > leaving.length || add.length > 0) {
    throw refuse("Travellers are removed in a change of their own.", "Quote the other changes before or after it.");
  }
  if (left.length === 0) throw refuse("These are all travellers.", 'Quote remove ["all"] to cancel the booking.');
  if (flights.some((flight) => hasLeft(flight, now))) {
    throw refuse("A flight of the booking has left.", "Remove the flights that have not left, for all travellers.");
  }
  const count = (type: Passenger["type"]): number => left.filter((one) => one.type === type).length;
  if (count("adult") === 0) throw refuse("Children and infants cannot travel without an adult.", "Remove them too.");
  if (count("infant") > count("adult")) {
    throw refuse("Each infant needs an adult of its own.", "Remove the infant too, or another traveller.");
  }
};

const nothingToChange = (): Failure =>
  invalid("Nothing would change: remove and add are empty.", {
    field: "remove",
    value: [],
    allowed: "ids in remove or add",
    hint: 'Name what to take off or to put on. remove ["all"] cancels the booking.',
  });

const tooMany = (count: number): Failure =>
  ruleBroken(`${count} ids are too many for one change.`, {
    field: "remove",
    value: count,
    allowed: `at most ${MAX_IDS}`,
  });

const allAndMore = (): Failure =>
  ruleBroken('remove ["all"] cancels the booking, so nothing can be added.', {
    field: "add",
    hint: "To exchange, name in remove what leaves.",
  });

const notOnBooking = ({ pnr }: StoredBooking, id: string, i: number, known: readonly string[]): Failure =>
  ruleBroken(`${id.slice(0, 80)} is not on booking ${pnr}.`, {
    field: `remove[${i}]`,
    value: id.slice(0, 80),
    allowed: [...known, ALL],
    hint: "Retrieve the booking: it may have been changed meanwhile.",
  });
