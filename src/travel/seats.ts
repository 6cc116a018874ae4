import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { createLine } from "../model/line.ts";
import type { JsonValue, Store } from "../stores/store.ts";
import type { SeatStock } from "../suppliers/supplier.ts";

/**
 * Who holds which seats. The world says how many seats a flight has; the store remembers claims: which PNR took how
 * many, until when. A claim is written only over the version it was counted against, so two callers can never both
 * take the last seat, in whatever process or on whatever node they run.
 */
export interface Seats {
  /** Seats taken, by stock key; keys nobody holds seats of are left out. */
  taken(owner: SeatOwner, stockKeys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Throws what `take` would throw, and takes nothing. */
  check(owner: SeatOwner, wanted: Pick<SeatClaim, "stock" | "seats">): Promise<void>;
  /** Takes seats of every flight or of none; throws a Failure that names the flight that is full. */
  take(owner: SeatOwner, claim: SeatClaim): Promise<void>;
  /** Gives back whatever the PNR holds of these flights. */
  release(owner: SeatOwner, pnr: string, stockKeys: readonly string[]): Promise<void>;
}

export type SeatOwner = Pick<Caller, "tenant" | "sessionId">;

export interface SeatClaim {
  readonly pnr: string;
  readonly stock: readonly SeatStock[];
  readonly seats: number;
  readonly expiresAt: number;
}

/** PNR → seats and the instant at which they fall back to the airline. */
type Claims = { readonly [pnr: string]: readonly [seats: number, expiresAt: number] };
/** Stock key → claims. One session's flights share a bucket; in a shared world each flight has its own. */
type Bucket = { readonly [stockKey: string]: Claims };

const ATTEMPTS = 400;

export const createSeats = ({
  store,
  clock,
  shared,
  isAlive,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly shared: boolean;
  /** Whether a PNR still stands behind its claim; a process may have died between claim and booking. */
  isAlive(tenant: string, pnr: string, stockKey: string): Promise<boolean>;
}): Seats => {
  const bucketKey = (owner: SeatOwner, stockKey: string): string =>
    shared ? keys.sharedSeats(owner.tenant, stockKey) : keys.sessionSeats(owner.tenant, owner.sessionId);

  const byBucket = <T>(owner: SeatOwner, list: Iterable<T>, stockKeyOf: (item: T) => string): Map<string, T[]> => {
    const groups = new Map<string, T[]>();
    for (const item of list) {
      const key = bucketKey(owner, stockKeyOf(item));
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  };

  const inLine = createLine();

  /** Callers of this process wait in line; callers elsewhere meet in the store, and the slower one counts again. */
  const change = (key: string, edit: (bucket: Bucket) => Bucket | Promise<Bucket>): Promise<void> =>
    inLine(key, async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await store.get(key);
        const bucket = await edit(withoutExpired((found?.value ?? {}) as Bucket, clock.now()));
        const expiresAt = lastExpiry(bucket);
        const written =
          expiresAt === 0
            ? !found || (await store.delete(key, { ifVersion: found.version }))
            : (await store.put(key, bucket as { readonly [key: string]: JsonValue }, {
                ifVersion: found?.version ?? 0,
                expiresAt,
              })) !== undefined;
        if (written) return;
        await sleep(Math.random() * Math.min(attempt, 10));
      }
      throw new Failure("unavailable", "Too many callers want seats on this flight at once. Nothing was booked.", {
        retryable: true,
        hint: "Call again in a moment.",
      });
    });

  /** The claims that stand beside the new one. */
  const makeRoom = async ({ tenant }: SeatOwner, claims: Claims, flight: SeatStock, seats: number): Promise<Claims> => {
    const full = heldSeats(claims, 0) + seats > flight.seats;
    const standing = full ? await onlyAlive(claims, (holder) => isAlive(tenant, holder, flight.key)) : claims;
    const left = flight.seats - heldSeats(standing, 0);
    if (left < seats) throw soldOut(flight, left, seats);
    return standing;
  };

  const releaseFrom = (key: string, pnr: string, stockKeys: readonly string[]): Promise<void> =>
    change(key, (bucket) => {
      const next: Record<string, Claims> = { ...bucket };
      for (const stockKey of stockKeys) {
        const { [pnr]: _given, ...others } = next[stockKey] ?? {};
        next[stockKey] = others;
      }
      return next;
    });

  return {
    async taken(owner, stockKeys) {
      const { tenant, sessionId } = owner;
      const buckets = shared
        ? await store.getMany(stockKeys.map((key) => keys.sharedSeats(tenant, key)))
        : [await store.get(keys.sessionSeats(tenant, sessionId))];
      const result = new Map<string, number>();
      const now = clock.now();
      for (const found of buckets) {
        if (found === undefined) continue;
        for (const [stockKey, claims] of Object.entries(found.value as Bucket)) {
          const held = stockKeys.includes(stockKey) ? heldSeats(claims, now) : 0;
          if (held > 0) result.set(stockKey, held);
        }
      }
      return result;
    },

    async check(owner, { stock, seats }) {
      for (const [key, flights] of byBucket(owner, stock, (flight) => flight.key)) {
        const bucket = withoutExpired(((await store.get(key))?.value ?? {}) as Bucket, clock.now());
        for (const flight of flights) await makeRoom(owner, bucket[flight.key] ?? {}, flight, seats);
      }
    },

    async take(owner, { pnr, stock, seats, expiresAt }) {
      const taken: [string, SeatStock[]][] = [];
      try {
        for (const [key, flights] of byBucket(owner, stock, (flight) => flight.key)) {
          await change(key, async (bucket) => {
            const next: Record<string, Claims> = { ...bucket };
            for (const flight of flights) {
              const others = await makeRoom(owner, next[flight.key] ?? {}, flight, seats);
              next[flight.key] = { ...others, [pnr]: [seats, expiresAt] };
            }
            return next;
          });
          taken.push([key, flights]);
        }
      } catch (error) {
        for (const [key, flights] of taken) {
          await releaseFrom(
            key,
            pnr,
            flights.map((flight) => flight.key),
          );
        }
        throw error;
      }
    },

    async release(owner, pnr, stockKeys) {
      for (const [key, group] of byBucket(owner, stockKeys, (stockKey) => stockKey)) await releaseFrom(key, pnr, group);
    },
  };
};

const heldSeats = (claims: Claims, now: number): number => {
  let held = 0;
  for (const [seats, expiresAt] of Object.values(claims)) if (expiresAt > now) held += seats;
  return held;
};

const withoutExpired = (bucket: Bucket, now: number): Bucket => {
  const kept: Record<string, Claims> = {};
  for (const [stockKey, claims] of Object.entries(bucket)) {
    const live = Object.entries(claims).filter(([, [, expiresAt]]) => expiresAt > now);
    if (live.length > 0) kept[stockKey] = Object.fromEntries(live);
  }
  return kept;
};

const lastExpiry = (bucket: Bucket): number => {
  let last = 0;
  for (const claims of Object.values(bucket)) {
    for (const [, expiresAt] of Object.values(claims)) last = Math.max(last, expiresAt);
  }
  return last;
};

const onlyAlive = async (claims: Claims, isAlive: (pnr: string) => Promise<boolean>): Promise<Claims> => {
  const alive: Record<string, readonly [number, number]> = {};
  for (const [pnr, claim] of Object.entries(claims)) if (await isAlive(pnr)) alive[pnr] = claim;
  return alive;
};

const soldOut = (flight: SeatStock, left: number, wanted: number): Failure =>
  ruleBroken(
    left > 0
      ? `Only ${left} of the ${wanted} seats asked for are left on ${flight.key}. Nothing was booked.`
      : `${flight.key} is sold out. Nothing was booked.`,
    {
      field: "flightIds",
      value: flight.key,
      seatsLeft: left,
      seatsRequested: wanted,
      hint: "Search again and choose another flight, date or cabin.",
    },
  );
