import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { createSerialQueue } from "../model/serial-queue.ts";
import type { JsonValue, Store } from "../platform/stores/store.ts";
import type { BookedClaim, Bookings } from "./bookings.ts";
import type { SeatStock } from "./supplier.ts";

/**
 * The seats that bookings hold. The world defines how many seats a flight has; the store keeps claims: PNR, number of
 * seats, expiry. A claim is written only over the version it was counted against, so two callers can never both take the
 * last seat, even on different nodes.
 *
 * A claim is provisional while its booking is being made, exchanged or cancelled: after a short time it counts only if
 * the booking confirms it. So a dead process or a failed release never leaves seats that appear sold.
 */
export interface Seats {
  /** Seats taken, by stock key; omits keys without taken seats. */
  taken(owner: SeatOwner, stockKeys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Throws what `take` would throw, without taking seats. */
  check(owner: SeatOwner, wanted: Pick<SeatClaim, "stock" | "seats">): Promise<void>;
  /** Takes seats on every flight or on none, provisionally. Throws a Failure that names the full flight. */
  take(owner: SeatOwner, claim: SeatClaim): Promise<void>;
  /** Makes the claims of a PNR provisional before the booking drops the flights. */
  makeProvisional(owner: SeatOwner, pnr: string, stockKeys: readonly string[]): Promise<void>;
  /** Keeps only so many seats of the PNR on these flights. */
  shrink(owner: SeatOwner, pnr: string, stockKeys: readonly string[], seats: number): Promise<void>;
  /** Releases all seats of the PNR on these flights. */
  release(owner: SeatOwner, pnr: string, stockKeys: readonly string[]): Promise<void>;
}

export type SeatOwner = Pick<Caller, "tenant" | "sessionId">;

interface SeatClaim {
  readonly pnr: string;
  readonly stock: readonly SeatStock[];
  readonly seats: number;
  /** By the configured clock. */
  readonly expiresAt: number;
}

/** Times are real time. After `provisionalUntil`, the claim counts only if its booking confirms it. */
type Claim = readonly [seats: number, expiresAt: number, provisionalUntil?: number];
/** By PNR. */
type Claims = { readonly [pnr: string]: Claim };
/** Stock key → claims. All flights of a session share a bucket; with shared inventory, each flight has its own. */
type Bucket = { readonly [stockKey: string]: Claims };

interface HeldSeats {
  readonly stockKey: string;
  readonly seats: number;
}

interface LapsedClaim {
  readonly stockKey: string;
  readonly pnr: string;
  readonly claim: Claim;
}

const PROVISIONAL_MS = 15_000;
const MAX_ATTEMPTS = 400;

export const createSeats = ({
  store,
  clock,
  shared,
  bookings,
  realTime = Date.now,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly shared: boolean;
  readonly bookings: Pick<Bookings, "holdsSeats" | "claimStates">;
  readonly realTime?: () => number;
}): Seats => {
  /** The store expects expiries by the configured clock. */
  const asStoreTime = (instant: number): number => instant - realTime() + clock.now();

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

  const inLine = createSerialQueue();

  /**
   * Changes a bucket: one caller at a time in this process, with optimistic locking between processes. An edit that
   * returns the given bucket writes nothing.
   */
  const change = (
    key: string,
    edit: (bucket: Bucket) => Bucket | Promise<Bucket>,
    { evenIfFull = false } = {},
  ): Promise<void> =>
    inLine(key, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const found = await store.get(key);
        const before = withoutExpired((found?.value ?? {}) as Bucket, realTime());
        const bucket = await edit(before);
        if (bucket === before) return;
        const last = lastExpiry(bucket);
        const written =
          last === 0
            ? !found || (await store.delete(key, { ifVersion: found.version }))
            : (await store.put(key, bucket as { readonly [key: string]: JsonValue }, {
                ifVersion: found?.version ?? 0,
                expiresAt: asStoreTime(last),
                evenIfFull,
              })) !== undefined;
        if (written) return;
        await sleep(Math.random() * Math.min(attempt, 10));
      }
      throw new Failure("unavailable", "Too many callers want seats on this flight at once. Nothing was booked.", {
        retryable: true,
        hint: "Call again in a moment.",
      });
    });

  /** Returns the other claims that still hold seats, after checking that the new one fits beside them. */
  const checkCapacity = async (
    { tenant }: SeatOwner,
    claims: Claims,
    { flight, seats }: { readonly flight: SeatStock; readonly seats: number },
  ): Promise<Claims> => {
    const isFull = seatsIn(claims) + seats > flight.seats;
    const valid = isFull ? await filterClaims(claims, (pnr) => bookings.holdsSeats(tenant, pnr, flight.key)) : claims;
    const left = flight.seats - seatsIn(valid);
    if (left < seats) throw soldOut(flight, left, seats);
    return valid;
  };

  const editClaims = (
    owner: SeatOwner,
    pnr: string,
    stockKeys: readonly string[],
    edit: (claim: Claim) => Claim | undefined,
  ): Promise<unknown> =>
    Promise.all(
      [...byBucket(owner, stockKeys, (stockKey) => stockKey)].map(([key, group]) =>
        change(
          key,
          (bucket) => {
            const next: Record<string, Claims> = { ...bucket };
            let isChanged = false;
            for (const stockKey of group) {
              const { [pnr]: claim, ...others } = next[stockKey] ?? {};
              if (claim === undefined) continue;
              const edited = edit(claim);
              next[stockKey] = edited === undefined ? others : { ...others, [pnr]: edited };
              isChanged = true;
            }
            return isChanged ? next : bucket;
          },
          { evenIfFull: true },
        ),
      ),
    );

  const release: Seats["release"] = async (owner, pnr, stockKeys) => {
    await editClaims(owner, pnr, stockKeys, () => undefined);
  };

  /** Asks the bookings of lapsed claims how many seats they hold, and stores the result for the next reader. */
  const settle = async (owner: SeatOwner, lapsed: readonly LapsedClaim[]): Promise<readonly HeldSeats[]> => {
    const found = await bookings.claimStates(owner.tenant, lapsed);
    const known = lapsed.map((one, i) => {
      const { state, seats = one.claim[0] } = found[i] as BookedClaim;
      // A booking that travellers have left needs fewer seats than were claimed.
      return { ...one, state, seats: Math.min(seats, one.claim[0]) };
    });
    // Only the booking knows when a hold lapses, so its claims stay provisional.
    const settled = known.filter(({ state }) => state === "held" || state === "void");
    for (const [key, group] of byBucket(owner, settled, ({ stockKey }) => stockKey)) {
      // Not awaited: a search must neither wait for this write nor fail with it.
      change(key, (bucket) => {
        const next: Record<string, Claims> = { ...bucket };
        for (const { stockKey, pnr, claim, state, seats } of group) {
          const { [pnr]: now, ...others } = next[stockKey] ?? {};
          // Skip a claim that was made provisional or taken again since it was read.
          if (now?.[2] !== claim[2]) continue;
          next[stockKey] = state === "held" ? { ...others, [pnr]: [seats, claim[1]] } : others;
        }
        return next;
      }).catch(() => undefined);
    }
    return known.filter(({ state }) => state === "held" || state === "on hold");
  };

  return {
    async taken(owner, stockKeys) {
      const { tenant, sessionId } = owner;
      const buckets = shared
        ? await store.getMany(stockKeys.map((key) => keys.sharedSeats(tenant, key)))
        : [await store.get(keys.sessionSeats(tenant, sessionId))];
      const result = new Map<string, number>();
      const lapsed: LapsedClaim[] = [];
      const now = realTime();
      const count = (stockKey: string, seats: number) => result.set(stockKey, (result.get(stockKey) ?? 0) + seats);
      for (const found of buckets) {
        if (found === undefined) continue;
        for (const [stockKey, claims] of Object.entries(found.value as Bucket)) {
          if (!stockKeys.includes(stockKey)) continue;
          for (const [pnr, claim] of Object.entries(claims)) {
            const [seats, expiresAt, provisionalUntil = expiresAt] = claim;
            if (expiresAt <= now) continue;
            if (provisionalUntil > now) count(stockKey, seats);
            else lapsed.push({ stockKey, pnr, claim });
          }
        }
      }
      if (lapsed.length > 0) for (const { stockKey, seats } of await settle(owner, lapsed)) count(stockKey, seats);
      return result;
    },

    async check(owner, { stock, seats }) {
      for (const [key, flights] of byBucket(owner, stock, (flight) => flight.key)) {
        const bucket = withoutExpired(((await store.get(key))?.value ?? {}) as Bucket, realTime());
        for (const flight of flights) await checkCapacity(owner, bucket[flight.key] ?? {}, { flight, seats });
      }
    },

    async take(owner, { pnr, stock, seats, expiresAt }) {
      const now = realTime();
      const claim: Claim = [seats, expiresAt - clock.now() + now, now + PROVISIONAL_MS];
      try {
        // In sequence: in parallel, two callers could each take what the other one needs, and both would be refused.
        for (const [key, flights] of byBucket(owner, stock, (flight) => flight.key)) {
          await change(key, async (bucket) => {
            const next: Record<string, Claims> = { ...bucket };
            for (const flight of flights) {
              const { [pnr]: _own, ...others } = next[flight.key] ?? {};
              next[flight.key] = { ...(await checkCapacity(owner, others, { flight, seats })), [pnr]: claim };
            }
            return next;
          });
        }
      } catch (error) {
        // Seats that cannot be released now lapse by themselves.
        await release(
          owner,
          pnr,
          stock.map(({ key }) => key),
        ).catch(() => undefined);
        throw error;
      }
    },

    async makeProvisional(owner, pnr, stockKeys) {
      const provisionalUntil = realTime() + PROVISIONAL_MS;
      await editClaims(owner, pnr, stockKeys, ([seats, expiresAt]) => [seats, expiresAt, provisionalUntil]);
    },

    async shrink(owner, pnr, stockKeys, seats) {
      await editClaims(owner, pnr, stockKeys, ([claimed, expiresAt]) => [Math.min(claimed, seats), expiresAt]);
    },

    release,
  };
};

const seatsIn = (claims: Claims): number => {
  let seats = 0;
  for (const [held] of Object.values(claims)) seats += held;
  return seats;
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

const filterClaims = async (claims: Claims, isValid: (pnr: string) => Promise<boolean>): Promise<Claims> => {
  const valid: Record<string, Claim> = {};
  for (const [pnr, claim] of Object.entries(claims)) if (await isValid(pnr)) valid[pnr] = claim;
  return valid;
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
