import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import type { Extra } from "../model/extra.ts";
import { type Failure, notFound, ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import type { Passenger } from "../model/passenger.ts";
import { type ExtraId, extraId, parseExtraId } from "./extra-ids.ts";
import { checkExtra, type OtherExtra } from "./extras-rules.ts";
import { fareGroupsOf } from "./fare-conditions.ts";
import type { Ancillary, Seat, SeatMap, StockItem, Supplier } from "./supplier.ts";

/** The flights and travellers of a booking, or of what is to become one, and the extras that are on it already. */
export interface Trip {
  readonly flights: readonly FlightSegment[];
  readonly passengers: readonly Pick<Passenger, "id" | "type">[];
  readonly extras: readonly Extra[];
}

/** An extra as it goes on a booking. */
export interface QuotedExtra {
  readonly extra: Extra;
  /** Of a seat. */
  readonly stock?: StockItem;
}

export interface MovedExtra extends QuotedExtra {
  readonly from: Extra;
}

/** The stock key of one seat is in the bucket of its flight. */
export const seatKey = ({ stockKey }: SeatMap, designator: string): string => `${stockKey}#${designator}`;

const stockOf = (map: SeatMap, designator: string, about: string): StockItem => ({
  ...{ kind: "seat", key: seatKey(map, designator), forSale: 1, units: 1 },
  ...{ about, name: designator },
});

export const createExtras = ({ supplier, clock }: { readonly supplier: Supplier; readonly clock: Clock }) => {
  /** Finds extras again by their ids. Throws if one is unknown, or not for that traveller. */
  const quoteExtras = (ids: readonly string[], trip: Trip, fieldOf: (i: number) => string): readonly QuotedExtra[] => {
    if (ids.length === 0) return [];
    if (ids.length + trip.extras.length > MAX_EXTRAS) throw tooMany(ids.length + trip.extras.length, fieldOf(0));
    const groups = fareGroupsOf(trip.flights);
    const mapOf = remembering((flight: FlightSegment) => supplier.seatMap(flight));
    const listOf = remembering((group: readonly FlightSegment[]) => supplier.ancillaries(group));
    const sold: Extra[] = [...trip.extras];

    const describe = (extra: Extra, group: readonly FlightSegment[]): OtherExtra => {
      const id = parseExtraId(extra.id);
      const flight = group.find((one) => one.id === id?.flightId);
      if (id?.designator === undefined) {
        return { extra, isExit: false, group: listOf(group).find(({ code }) => code === id?.code)?.group };
      }
      return { extra, isExit: flight !== undefined && seatIn(mapOf(flight), id.designator)?.isExit === true };
    };

    return ids.map((text, i) => {
      const at: At = { field: fieldOf(i), value: text.slice(0, MAX_SHOWN) };
      const id = parseExtraId(text);
      if (id === undefined) throw notAnExtra(at);
      const group = groups.find((one) => one.some((flight) => flight.id === id.flightId));
      if (group === undefined) throw notOnTrip(id, trip, at);
      const traveller = trip.passengers.find((one) => one.id === id.traveller);
      if (traveller === undefined) throw noTraveller(id, trip, at);
      const named = group.find((one) => one.id === id.flightId) as FlightSegment;
      const map = id.designator === undefined ? undefined : mapOf(named);
      const seat = map && requireSeat(map, id.designator as string, at);
      const ancillary = map ? undefined : requireAncillary(listOf(group), id, named, at);
      const flightIds = ancillary?.flightIds ?? [named.id];
      const flight = group.find((one) => one.id === flightIds[0]) ?? named;
      const extra: Extra = {
        id: extraId({ ...id, flightId: flight.id }),
        kind: ancillary?.kind ?? "seat",
        what: ancillary?.what ?? `Seat ${id.designator}`,
        quantity: 1,
        flightIds: [...flightIds],
        traveller: id.traveller,
        price: (seat ?? (ancillary as Ancillary)).price,
      };
      const others = sold
        .filter((other) => other.flightIds.some((one) => flightIds.includes(one)))
        .map((other) => describe(other, group));
      const { passengers } = trip;
      checkExtra({ extra, traveller, passengers, flight, seat, ancillary, others, now: clock.now() }, at);
      sold.push(extra);
      return map && seat ? { extra, stock: stockOf(map, seat.designator, extra.id) } : { extra };
    });
  };

  /**
   * The extras that go over to the new flights of an exchange. Bags and services move along on the same airline, or on any
   * if it is the airline's doing; seats stay with the same flight and cabin.
   */
  const movedExtras = (
    old: readonly FlightSegment[],
    extras: readonly Extra[],
    added: readonly FlightSegment[],
    isInvoluntary: boolean,
  ): readonly MovedExtra[] => {
    if (!isInvoluntary && old[0]?.airlineCode !== added[0]?.airlineCode) return [];
    const moved = new Map<string, MovedExtra>();
    for (const extra of extras) {
      const id = parseExtraId(extra.id);
      const from = old.filter((flight) => extra.flightIds.includes(flight.id));
      const onto = extra.kind === "seat" ? sameFlights(from, added) : sameWay(from, added);
      const [first] = onto;
      if (id === undefined || first === undefined) continue;
      if (extra.kind === "service" && !supplier.ancillaries(onto).some(({ code }) => code === id.code)) continue;
      const now = { ...extra, id: extraId({ ...id, flightId: first.id }), flightIds: onto.map((flight) => flight.id) };
      const stock = id.designator && stockOf(supplier.seatMap(first), id.designator, now.id);
      if (!moved.has(now.id)) moved.set(now.id, { from: extra, extra: now, ...(stock && { stock }) });
    }
    return [...moved.values()];
  };

  return { quoteExtras, movedExtras };
};

const sameFlights = (old: readonly FlightSegment[], added: readonly FlightSegment[]): readonly FlightSegment[] =>
  added.filter((flight) =>
    old.some(
      (one) =>
        one.flightNumber === flight.flightNumber &&
        dateOf(one.departureTime) === dateOf(flight.departureTime) &&
        one.cabin === flight.cabin,
    ),
  );

/** The new flights from where the old ones left to where they landed; all, if there are none. */
const sameWay = (old: readonly FlightSegment[], added: readonly FlightSegment[]): readonly FlightSegment[] => {
  const start = added.findIndex(({ originCode }) => originCode === old[0]?.originCode);
  const end = added.findIndex(
    ({ destinationCode }, i) => i >= start && destinationCode === old.at(-1)?.destinationCode,
  );
  return start < 0 || end < 0 ? added : added.slice(start, end + 1);
};

export const isExtraId = (id: string): boolean => /^X-/i.test(id.trim());

/** What the extras need of what is finite. */
export const stockOfExtras = (quoted: readonly QuotedExtra[]): readonly StockItem[] =>
  quoted.flatMap(({ stock }) => (stock === undefined ? [] : [stock]));

const remembering = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

const MAX_EXTRAS = 200;
const MAX_SHOWN = 80;

interface At {
  readonly field: string;
  readonly value: string;
}

const seatIn = ({ rows }: SeatMap, designator: string): Seat | undefined =>
  rows.flatMap(({ seats }) => seats).find((seat) => seat.designator === designator);

const requireSeat = (map: SeatMap, designator: string, at: At): Seat => {
  const seat = seatIn(map, designator);
  if (seat === undefined) {
    const rowOf = (row: SeatMap["rows"][number] | undefined) => row?.seats[0]?.designator.slice(0, -1);
    throw notFound(`There is no seat ${designator} in ${map.cabin} on this flight.`, {
      ...at,
      allowed: `rows ${rowOf(map.rows[0])} to ${rowOf(map.rows.at(-1))}, seats ${map.sections.join(" ")}`,
      hint: SEE_SEATS,
    });
  }
  if (seat.isTaken) throw seatTaken(designator, at);
  return seat;
};

const SEE_SEATS = "Call listExtras with kind seat: it shows the free seats.";

const seatTaken = (designator: string, at: At): Failure =>
  ruleBroken(`${designator} is taken.`, { ...at, hint: SEE_SEATS });

const requireAncillary = (
  list: readonly Ancillary[],
  { code }: ExtraId,
  { flightNumber }: FlightSegment,
  at: At,
): Ancillary => {
  const found = list.find((one) => one.code === code);
  if (found !== undefined) return found;
  throw ruleBroken(`${code} is not sold on ${flightNumber}.`, {
    ...at,
    allowed: list.map((one) => one.code),
    hint: "Call listExtras: it shows what is sold, with ids.",
  });
};

const tooMany = (count: number, field: string): Failure =>
  ruleBroken(`${count} extras are too many for one booking.`, {
    field,
    value: count,
    allowed: `at most ${MAX_EXTRAS}`,
    hint: "Leave some out, or book some travellers on their own.",
  });

const notAnExtra = (at: At): Failure =>
  notFound(`${at.value} is not the id of an extra.`, {
    ...at,
    allowed: "X-SEAT-24A-P1-<flight id>, X-BAG-P1-<flight id>, X-VGML-P1-<flight id>",
    hint: "Call listExtras and pass its ids.",
  });

const notOnTrip = ({ flightId }: ExtraId, { flights }: Trip, at: At): Failure =>
  ruleBroken(`Flight ${flightId} is not on this booking.`, {
    ...at,
    allowed: flights.map(({ id }) => id),
    hint: "The id of an extra ends with the id of a flight as it is booked.",
  });

const noTraveller = ({ traveller }: ExtraId, { passengers }: Trip, at: At): Failure =>
  ruleBroken(`There is no traveller ${traveller} on this booking.`, {
    ...at,
    allowed: passengers.map(({ id, type }) => `${id} (${type})`),
    hint: "P1 is the first passenger, P2 the second.",
  });
