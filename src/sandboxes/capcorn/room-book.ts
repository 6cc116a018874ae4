import { setTimeout as sleep } from "node:timers/promises";
import { addDays, type IsoDate } from "../../model/calendar.ts";
import type { Clock } from "../../model/clock.ts";
import { draw } from "../../model/draw.ts";
import { keys } from "../../model/keys.ts";
import { createSerialQueue } from "../../model/serial-queue.ts";
import type { RecordValue, Store } from "../../platform/stores/store.ts";
import { CapcornRefusal } from "./capcorn-refusal.ts";
import type { Category } from "./categories.ts";
import type { Hotel } from "./hotels.ts";

/**
 * The rooms left. The number of free rooms of a category and night is generated; the store keeps the claims of
 * reservations. All claims of a tenant on a hotel are one record, written only over the version they were counted
 * against: a reservation takes all of its rooms or none, and no room is sold twice, even by different processes.
 */
export interface RoomBook {
  /** Rooms left by category, on the night with the fewest. */
  left(
    tenant: string,
    hotel: Hotel,
    categories: readonly Category[],
    arrival: IsoDate,
    departure: IsoDate,
  ): Promise<readonly number[]>;
  /** Durable once it resolves. Throws a refusal that names the sold-out category. */
  take(tenant: string, hotel: Hotel, holder: string, rooms: readonly RoomClaim[], expiresAt: number): Promise<void>;
}

export interface RoomClaim {
  readonly category: Category;
  readonly arrival: IsoDate;
  readonly departure: IsoDate;
  readonly units: number;
}

type StoredClaim = readonly [category: string, arrival: IsoDate, departure: IsoDate, units: number];
/** By holder. */
type Claims = { readonly [holder: string]: { readonly rooms: readonly StoredClaim[]; readonly expiresAt: number } };

const MAX_ATTEMPTS = 400;
/** The share of nights on which a category is full; on all others, at least a third of its rooms are free. */
const FULL_SHARE = 0.06;

export const createRoomBook = ({
  store,
  clock,
  seed,
  isAlive,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: string;
  /** Whether the reservation of a claim still exists; its process may have died before confirming it. */
  isAlive(holder: string): Promise<boolean>;
}): RoomBook => {
  const inLine = createSerialQueue();

  const freeOn = (hotel: Hotel, { code, rooms }: Category, night: IsoDate): number => {
    const chance = draw("capcorn rooms", seed, hotel.code, code, night);
    return chance.chance(FULL_SHARE) ? 0 : chance.integer(Math.ceil(rooms / 3), rooms);
  };

  const leftOf = (hotel: Hotel, claims: Claims, { category, arrival, departure }: Omit<RoomClaim, "units">): number => {
    const taken = Object.values(claims).flatMap(({ rooms }) => rooms.filter(([code]) => code === category.code));
    let least = category.rooms;
    for (let night = arrival; night < departure; night = addDays(night, 1)) {
      const gone = taken.reduce((sum, [, from, to, units]) => (from <= night && night < to ? sum + units : sum), 0);
      least = Math.min(least, freeOn(hotel, category, night) - gone);
    }
    return Math.max(0, least);
  };

  const onlyAlive = async (claims: Claims): Promise<Claims> => {
    const alive = await Promise.all(Object.entries(claims).map(async (entry) => (await isAlive(entry[0])) && entry));
    return Object.fromEntries(alive.filter((entry) => entry !== false));
  };

  const added = (
    hotel: Hotel,
    others: Claims,
    holder: string,
    rooms: readonly RoomClaim[],
    expiresAt: number,
  ): Claims => {
    let claims = others;
    const mine: StoredClaim[] = [];
    for (const room of rooms) {
      const { category, arrival, departure, units } = room;
      const left = leftOf(hotel, claims, room);
      if (left < units) throw roomSold(room, left);
      mine.push([category.code, arrival, departure, units]);
      claims = { ...others, [holder]: { rooms: mine, expiresAt } };
    }
    return claims;
  };

  /** Checks the reservations of other claims only if those leave too few rooms. */
  const add = async (...[hotel, others, ...mine]: Parameters<typeof added>): Promise<Claims> => {
    try {
      return added(hotel, others, ...mine);
    } catch (error) {
      if (!(error instanceof CapcornRefusal)) throw error;
      return added(hotel, await onlyAlive(others), ...mine);
    }
  };

  return {
    async left(tenant, hotel, categories, arrival, departure) {
      const found = await store.get(keys.capcornRooms(tenant, hotel.code));
      const claims = unexpired((found?.value ?? {}) as Claims, clock.now());
      return categories.map((category) => leftOf(hotel, claims, { category, arrival, departure }));
    },

    take(tenant, hotel, holder, rooms, expiresAt) {
      const key = keys.capcornRooms(tenant, hotel.code);
      return inLine(key, async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const found = await store.get(key);
          const { [holder]: _earlier, ...others } = unexpired((found?.value ?? {}) as Claims, clock.now());
          const claims = await add(hotel, others, holder, rooms, expiresAt);
          const last = Math.max(...Object.values(claims).map((claim) => claim.expiresAt));
          const options = { ifVersion: found?.version ?? 0, expiresAt: last, durable: true };
          if ((await store.put(key, claims as unknown as RecordValue, options)) !== undefined) return;
          await sleep(Math.random() * Math.min(attempt, 10));
        }
        throw new CapcornRefusal("busy", "Too many requests for this hotel at once. Nothing was booked: try again.");
      });
    },
  };
};

const unexpired = (claims: Claims, now: number): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, { expiresAt }]) => expiresAt > now));

export const roomSold = ({ category, arrival, departure, units }: RoomClaim, left: number): CapcornRefusal =>
  new CapcornRefusal(
    "no_room",
    `Of ${category.code}, ${left === 0 ? "no room is" : `only ${left} of ${units} rooms are`} left from ${arrival} to ${departure}. Nothing was booked.`,
  );
