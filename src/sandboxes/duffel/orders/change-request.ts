import type { BookedFlight } from "../../../model/booking.ts";
import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { familyNamed } from "../../../model/fare.ts";
import { CABINS, type Cabin } from "../../../model/flight.ts";
import { sum } from "../../../model/money.ts";
import { partyOf } from "../../../model/passenger.ts";
import type { Airport, Places } from "../../../model/place.ts";
import { requireSellable } from "../../../travel/date-window.ts";
import { excerpt, invalidAirport, notAllowed, withPointer } from "../duffel-error.ts";
import type { DuffelSegment } from "../duffel-wire.ts";
import { dataOf, dateAt, listAt, maybe, objectAt, oneOfAt, textAt } from "../fields.ts";
import { bookingId } from "../ids.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { SliceOption } from "../search/offers.ts";
import type { BookedSlice, Order, OrderChangeOffer } from "./order.ts";
import { byType } from "./order-of-booking.ts";

export interface ChangeRequest {
  readonly id: string;
  readonly createdAt: number;
  readonly removed: readonly string[];
  readonly added: readonly AddedSlice[];
  readonly offerIds: readonly string[];
}

interface AddedSlice {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: string;
  readonly cabin: Cabin | null;
}

const MAX_SLICES = 6;
const MAX_OFFERS = 9;
const OFFER_LIFETIME_MS = 30 * 60_000;
/** Shorter than any rule on connections allows; the plan of the change applies the exact rule. */
const MIN_CONNECTION_MS = 20 * 60_000;

type Parts = Pick<SandboxContext, "places" | "clock" | "offers" | "travel">;

export const readChangeRequest = (sent: unknown, order: Order, parts: Parts): Omit<ChangeRequest, "offerIds"> => {
  const slices = objectAt(dataOf(sent).slices, "/slices");
  const removed = listAt(slices.remove, "/slices/remove", { min: 1, max: MAX_SLICES }).map((item, i) => {
    const pointer = `/slices/remove/${i}`;
    const id = textAt(objectAt(item, pointer).slice_id, `${pointer}/slice_id`);
    if (order.slices.some(({ wire }) => wire.id === id)) return id;
    throw notAllowed(`${pointer}/slice_id`, `'${excerpt(id)}' is not a slice of the order.`);
  });
  const added = listAt(slices.add, "/slices/add", { min: 1, max: MAX_SLICES }).map((item, i) =>
    readAdded(item, `/slices/add/${i}`, parts),
  );
  const createdAt = parts.clock.now();
  return {
    id: bookingId("ocr", order.record.pnr, JSON.stringify([removed, added]), createdAt),
    createdAt,
    removed,
    added,
  };
};

const readAdded = (item: unknown, pointer: string, { places, clock }: Parts): AddedSlice => {
  const data = objectAt(item, pointer);
  const placeAt = (name: "origin" | "destination") => {
    const place = places.place(textAt(data[name], `${pointer}/${name}`));
    if (place === undefined) throw invalidAirport(data[name], `${pointer}/${name}`);
    return place;
  };
  const [origin, destination] = [placeAt("origin"), placeAt("destination")];
  const departureDate = dateAt(data.departure_date, `${pointer}/departure_date`);
  withPointer(`${pointer}/departure_date`, () =>
    requireSellable(departureDate, "departure_date", origin.airports[0] as Airport, { clock, places }),
  );
  const cabin = maybe(data.cabin_class, (value) => oneOfAt(value, `${pointer}/cabin_class`, CABINS)) ?? null;
  return { origin: origin.code, destination: destination.code, departureDate, cabin };
};

/** Offers to replace slices with other flights of the same airline, cheapest first. */
export const changeOffersFor = async (
  order: Order,
  request: Omit<ChangeRequest, "offerIds">,
  caller: Caller,
  { offers, places, travel }: Parts,
): Promise<readonly OrderChangeOffer[]> => {
  const { booking, flights, conditions, owner, passengers } = order;
  const { createdAt } = request;
  const removed = order.slices.filter(({ wire }) => request.removed.includes(wire.id));
  const leaving = removed.flatMap(({ flightIds }) => flightIds);
  const kept = flights.filter(({ id }) => !leaving.includes(id));
  const query = {
    owner: owner.iata_code,
    party: partyOf(booking.passengers),
    passengerIds: byType(passengers).map(({ id }) => id),
    family: familyNamed(flights.find(({ id }) => leaving.includes(id))?.fareFamily ?? ""),
  };
  const found: (readonly SliceOption[])[] = [];
  for (const { cabin, ...slice } of request.added) {
    const options = await offers.findSlices(
      { ...query, ...slice, cabin: cabin ?? cabinOf(removed) },
      MAX_OPTIONS,
      caller,
    );
    found.push(
      options.filter((option) => fits(option, kept, places) && option.flightIds.some((id) => !leaving.includes(id))),
    );
  }
  const offered: OrderChangeOffer[] = [];
  for (const options of combinations(found)) {
    const add = options.flatMap(({ flightIds }) => flightIds);
    const change = await planned(() => travel.previewChange({ pnr: booking.pnr, remove: leaving, add }, caller));
    if (change === undefined) continue;
    const otherServices = sum([
      ...booking.hotels.map(({ price }) => price),
      ...booking.cars.map(({ totalPrice }) => totalPrice),
    ]);
    offered.push({
      id: bookingId("oco", booking.pnr, request.id, offered.length),
      createdAt,
      expiresAt: createdAt + OFFER_LIFETIME_MS,
      removed,
      added: options.map(({ slice, flightIds }): BookedSlice => ({ wire: slice, flightIds })),
      penalty: sum(change.lines.filter(({ why }) => why === "change").map(({ amount }) => amount)),
      changeTotal: change.total,
      newTotal: change.newTotal - otherServices,
      conditions,
    });
    if (offered.length === MAX_OFFERS) break;
  }
  return offered;
};

/** Undefined for flights that the rules of the booking do not allow. */
const planned = async <T>(plan: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof Failure && error.kind !== "unavailable") return undefined;
    throw error;
  }
};

const MAX_OPTIONS = 30;
const MAX_COMBINED = 200;

const combinations = (found: readonly (readonly SliceOption[])[]): readonly (readonly SliceOption[])[] => {
  let combined: readonly (readonly SliceOption[])[] = [[]];
  for (const options of found) {
    combined = combined.flatMap((before) => options.map((option) => [...before, option])).slice(0, MAX_COMBINED);
  }
  const totalOf = (options: readonly SliceOption[]): number => sum(options.map(({ total }) => total));
  return combined.toSorted((a, b) => totalOf(a) - totalOf(b));
};

const cabinOf = (slices: readonly BookedSlice[]): Cabin =>
  (slices[0]?.wire.segments[0]?.passengers[0]?.cabin_class ?? "economy") as Cabin;

/** Checks that a slice does not overlap with the remaining flights. */
const fits = ({ slice }: SliceOption, kept: readonly BookedFlight[], places: Places): boolean => {
  const [first, last] = [slice.segments[0], slice.segments.at(-1)] as [DuffelSegment, DuffelSegment];
  const leaves = instantAt(places, first.origin.iata_code, first.departing_at);
  const lands = instantAt(places, last.destination.iata_code, last.arriving_at);
  return kept.every(
    ({ departureTime, arrivalTime }) =>
      Date.parse(arrivalTime) + MIN_CONNECTION_MS <= leaves || lands + MIN_CONNECTION_MS <= Date.parse(departureTime),
  );
};

const instantAt = (places: Places, code: string, wallClock: string): number =>
  places.instant(places.airport(code) as Airport, wallClock.slice(0, 16));
