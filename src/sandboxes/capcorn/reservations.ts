import { createHash } from "node:crypto";
import { daysBetween } from "../../model/calendar.ts";
import type { Clock } from "../../model/clock.ts";
import { keys } from "../../model/keys.ts";
import type { Places } from "../../model/place.ts";
import type { RecordValue, Store } from "../../platform/stores/store.ts";
import { fits } from "./availability.ts";
import { CapcornRefusal, shown } from "./capcorn-refusal.ts";
import { boardsOf, type Category, categoriesOf, priceOf } from "./categories.ts";
import type { Hotel, Hotels } from "./hotels.ts";
import type { RequestedStay, ReservationRequest } from "./requests.ts";
import { createRoomBook, type RoomBook, type RoomClaim } from "./room-book.ts";
import { checkStayDates, writtenAmount } from "./values.ts";

/**
 * CapCorn reservations. They are not PNRs, because a PNR has a stay at the world's rate in dollars, without category,
 * board or number of rooms. Each is a record under the ID that its source assigned, with a reference that starts with
 * TEST-CAP- so that it cannot be mistaken for a PNR.
 */
interface Reservations {
  readonly roomBook: RoomBook;
  /** Checks a request. Writes nothing. */
  plan(request: ReservationRequest, hotelId: string): ReservationPlan;
  /** Resolves to the reference once the reservation is durable. */
  book(plan: ReservationPlan, tenant: string): Promise<string>;
}

export interface ReservationPlan {
  readonly request: ReservationRequest;
  readonly hotel: Hotel;
  readonly rooms: readonly RoomClaim[];
}

interface StoredReservation {
  readonly status: "pending" | "confirmed";
  readonly reference: string;
  readonly hotelId: string;
  /** Real time, Unix milliseconds. */
  readonly startedAt: number;
}

/** The process of an older attempt has died. */
const ATTEMPT_MS = 60_000;

export const createReservations = (parts: {
  readonly hotels: Hotels;
  readonly places: Places;
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: string;
  readonly ttlMs: number;
  realTime(): number;
}): Reservations => {
  const { hotels, store, clock, realTime } = parts;

  const isUnderWay = (stored: StoredReservation): boolean => realTime() - stored.startedAt < ATTEMPT_MS;
  /** Deletes an attempt whose process has died, so that it cannot be confirmed after its rooms were sold again. */
  const isAlive = async (key: string): Promise<boolean> => {
    const found = await store.get(key);
    if (found === undefined) return false;
    const stored = found.value as unknown as StoredReservation;
    if (stored.status === "confirmed" || isUnderWay(stored)) return true;
    return !(await store.delete(key, { ifVersion: found.version }));
  };
  const roomBook = createRoomBook({ ...parts, isAlive });

  const planStay = (stay: RequestedStay, hotel: Hotel, hotelId: string): RoomClaim => {
    const { categoryCode, board, party, arrival, departure, units } = stay;
    if (stay.hotelId !== hotelId) {
      throw new CapcornRefusal("unknown_hotel", `HotelCode ${stay.hotelId} is not the hotelId of the URL, ${hotelId}.`);
    }
    checkStayDates(hotel, [arrival, departure], ["Start", "End"], parts);
    const category = categoriesOf(hotel.stars).find(({ code }) => code === categoryCode);
    if (category === undefined || !boardsOf(hotel.stars, category).includes(board)) {
      throw notSold(stay, hotel, category);
    }
    if (!fits(party)(category)) {
      throw new CapcornRefusal(
        "invalid",
        `${category.code} is for ${category.minPersons} to ${category.maxPersons} persons, children included.`,
      );
    }
    const { worldRate, soldOut } = hotels.stayAt(hotel, arrival, departure);
    if (soldOut) throw new CapcornRefusal("no_room", `Hotel ${hotelId} is full from ${arrival} to ${departure}.`);
    const nights = daysBetween(arrival, departure);
    const expected = units * priceOf({ worldRate, stars: hotel.stars, category, board, party, nights });
    if (stay.cents !== expected) throw amountMismatch(stay.cents, expected);
    return { category, arrival, departure, units };
  };

  return {
    roomBook,

    plan(request, hotelId) {
      const hotel = hotels.find(hotelId);
      if (hotel === undefined) throw unknownHotel(hotelId);
      return { request, hotel, rooms: request.stays.map((stay) => planStay(stay, hotel, hotelId)) };
    },

    async book({ request, hotel, rooms }, tenant) {
      const { source, id } = request;
      const key = keys.capcornReservation(tenant, source, id);
      const found = await store.get(key);
      const earlier = found?.value as unknown as StoredReservation | undefined;
      if (earlier !== undefined && (earlier.status === "confirmed" || isUnderWay(earlier))) throw duplicate(request);
      const reference = referenceOf(source, id);
      const expiresAt = clock.now() + parts.ttlMs;
      const pending = { status: "pending", reference, hotelId: hotel.hotelId, startedAt: realTime() } as const;
      const version = await store.put(key, { ...pending }, { ifVersion: found?.version ?? 0, expiresAt });
      if (version === undefined) throw duplicate(request);
      try {
        await roomBook.take(tenant, hotel, key, rooms, expiresAt);
      } catch (error) {
        if (error instanceof CapcornRefusal) await store.delete(key, { ifVersion: version });
        throw error;
      }
      const { unread: _unread, ...kept } = request;
      const confirmed = { ...pending, ...kept, status: "confirmed", createdAt: clock.now() } as unknown as RecordValue;
      if ((await store.put(key, confirmed, { ifVersion: version, expiresAt, durable: true })) === undefined) {
        throw new CapcornRefusal("busy", "The reservation took too long. Send it again with the same ResID_Value.");
      }
      return reference;
    },
  };
};

const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Deterministic, so that a repeated attempt gets the same reference. */
const referenceOf = (source: string, id: string): string => {
  const digest = createHash("sha256")
    .update(JSON.stringify([source, id]))
    .digest();
  return `TEST-CAP-${Array.from(digest.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
};

const notSold = ({ categoryCode, board }: RequestedStay, { hotelId, stars }: Hotel, category: Category | undefined) =>
  new CapcornRefusal(
    "unknown_room",
    category === undefined
      ? `Hotel ${hotelId} has no rooms of the category '${shown(categoryCode)}'; it has ${categoriesOf(stars)
          .map(({ code }) => code)
          .join(", ")}.`
      : `${category.code} is not sold with the board ${board}, but with ${boardsOf(stars, category).join(" or ")}.`,
  );

export const unknownHotel = (hotelId: string): CapcornRefusal =>
  new CapcornRefusal("unknown_hotel", `There is no hotel ${shown(hotelId)}.`);

export const duplicate = ({ id, source }: ReservationRequest): CapcornRefusal =>
  new CapcornRefusal(
    "duplicate",
    `The reservation '${shown(id)}' of '${shown(source)}' already exists. Nothing was booked.`,
  );

export const amountMismatch = (asked: number, expected: number): CapcornRefusal =>
  new CapcornRefusal(
    "amount",
    `AmountAfterTax ${writtenAmount(asked)} is not the price, ${writtenAmount(expected)} EUR for all of its rooms. Search again; nothing was booked.`,
  );
