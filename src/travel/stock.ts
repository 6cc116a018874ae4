import type { Clock } from "../model/clock.ts";
import { type Failure, ruleBroken } from "../model/failure.ts";
import type { Store } from "../platform/stores/store.ts";
import type { BookedClaim, Bookings } from "./bookings.ts";
import { sharePerson } from "./same-people.ts";
import { bucketOf, type Claim, type Claims, createStockBuckets, type StockOwner } from "./stock-buckets.ts";
import type { StockItem } from "./supplier.ts";

/**
 * What bookings hold of everything that is finite: seats on flights, single seats, rooms, cars, travel credits. The world
 * defines how many units there are; the store keeps claims: PNR, number of units, expiry. A claim is written only over
 * the version it was counted against, so two callers can never both take the last unit, even on different nodes.
 *
 * A claim is provisional while its booking is being made, changed or cancelled: after a short time it counts only if
 * the booking confirms it. So a dead process or a failed release never leaves anything that appears sold.
 */
export interface Stock {
  /** Units taken of these keys, and of what is in these buckets; omits keys of which nothing is taken. */
  taken(owner: StockOwner, keysOrBuckets: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Throws what `take` would throw, without taking anything. The booking's own claims are not counted. */
  check(owner: StockOwner, items: readonly StockItem[], pnr?: string): Promise<void>;
  /**
   * Takes all items or none, provisionally, in place of what the PNR has of them. Throws a Failure that names the item of
   * which too little is left.
   */
  take(owner: StockOwner, claim: StockClaim): Promise<readonly SamePerson[]>;
  /** Makes the claims of a PNR provisional before the booking drops them. */
  makeProvisional(owner: StockOwner, pnr: string, stockKeys: readonly string[]): Promise<void>;
  /** Reduces the claims of the PNR to so many units of each key; 0 releases a claim. */
  shrink(owner: StockOwner, pnr: string, units: ReadonlyMap<string, number>): Promise<void>;
}

/** Another booking with a traveller of the same name on a flight that was taken. */
export interface SamePerson {
  readonly pnr: string;
  readonly flight: string;
}

interface StockClaim {
  readonly pnr: string;
  readonly items: readonly StockItem[];
  /** By the configured clock. */
  readonly expiresAt: number;
}

interface HeldUnits {
  readonly stockKey: string;
  readonly units: number;
}

interface LapsedClaim {
  readonly stockKey: string;
  readonly pnr: string;
  readonly claim: Claim;
}

const PROVISIONAL_MS = 15_000;

export const createStock = ({
  store,
  clock,
  shared,
  bookings,
  realTime = Date.now,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly shared: boolean;
  readonly bookings: Pick<Bookings, "heldUnits" | "claimStates">;
  readonly realTime?: () => number;
}): Stock => {
  const buckets = createStockBuckets({ store, clock, shared, realTime });

  /** Returns the other claims that still hold units, after checking that the new one fits beside them. */
  const checkCapacity = async ({ tenant }: StockOwner, claims: Claims, item: StockItem): Promise<Claims> => {
    const isFull = unitsIn(claims) + item.units > item.forSale;
    const valid = isFull ? await counted(claims, (pnr) => bookings.heldUnits(tenant, pnr, item.key)) : claims;
    const left = item.forSale - unitsIn(valid);
    if (left < item.units) throw soldOut(item, Math.max(0, left));
    return valid;
  };

  const editClaims = (
    owner: StockOwner,
    pnr: string,
    stockKeys: Iterable<string>,
    edit: (claim: Claim | undefined, stockKey: string) => Claim | undefined,
  ): Promise<unknown> =>
    Promise.all(
      [...buckets.byRecord(owner, stockKeys, (stockKey) => stockKey)].map(([record, group]) =>
        buckets.change(
          record,
          (bucket) => {
            const next: Record<string, Claims> = { ...bucket };
            let isChanged = false;
            for (const stockKey of group) {
              const { [pnr]: claim, ...others } = next[stockKey] ?? {};
              const edited = edit(claim, stockKey);
              if (edited === claim) continue;
              next[stockKey] = edited === undefined ? others : { ...others, [pnr]: edited };
              isChanged = true;
            }
            return isChanged ? next : bucket;
          },
          { evenIfFull: true },
        ),
      ),
    );

  /** Asks the bookings of lapsed claims how many units they hold, and stores the result for the next reader. */
  const settle = async (owner: StockOwner, lapsed: readonly LapsedClaim[]): Promise<readonly HeldUnits[]> => {
    const found = await bookings.claimStates(owner.tenant, lapsed);
    const known = lapsed.map((one, i) => {
      const { state, units = one.claim[0] } = found[i] as BookedClaim;
      // A booking that travellers have left needs fewer seats than were claimed.
      return { ...one, state, units: Math.min(units, one.claim[0]) };
    });
    // Only the booking knows when a hold lapses, so its claims stay provisional.
    const settled = known.filter(({ state }) => state === "held" || state === "void");
    for (const [record, group] of buckets.byRecord(owner, settled, ({ stockKey }) => stockKey)) {
      // Not awaited: a search must neither wait for this write nor fail with it.
      buckets
        .change(record, (bucket) => {
          const next: Record<string, Claims> = { ...bucket };
          for (const { stockKey, pnr, claim, state, units } of group) {
            const { [pnr]: now, ...others } = next[stockKey] ?? {};
            // Skip a claim that was made provisional or taken again since it was read.
            if (now?.[2] !== claim[2]) continue;
            next[stockKey] =
              state === "held" ? { ...others, [pnr]: claimOf(units, claim[1], undefined, claim[3]) } : others;
          }
          return next;
        })
        .catch(() => undefined);
    }
    return known.filter(({ state }) => state !== "void");
  };

  return {
    async taken(owner, keysOrBuckets) {
      const result = new Map<string, number>();
      const lapsed: LapsedClaim[] = [];
      const now = realTime();
      const count = (stockKey: string, units: number) => result.set(stockKey, (result.get(stockKey) ?? 0) + units);
      const records = await buckets.readAll(owner, keysOrBuckets);
      for (const record of records) {
        for (const [stockKey, claims] of Object.entries(record)) {
          if (!keysOrBuckets.includes(stockKey) && !keysOrBuckets.includes(bucketOf(stockKey))) continue;
          for (const [pnr, claim] of Object.entries(claims)) {
            const [units, expiresAt, provisionalUntil] = claim;
            if (expiresAt <= now) continue;
            if ((provisionalUntil ?? expiresAt) > now) count(stockKey, units);
            else lapsed.push({ stockKey, pnr, claim });
          }
        }
      }
      if (lapsed.length > 0) {
        for (const { stockKey, units } of await settle(owner, lapsed)) if (units > 0) count(stockKey, units);
      }
      return result;
    },

    async check(owner, items, pnr = "") {
      for (const [record, group] of buckets.byRecord(owner, items, ({ key }) => key)) {
        const bucket = await buckets.read(record);
        for (const item of group) {
          const { [pnr]: _own, ...others } = bucket[item.key] ?? {};
          await checkCapacity(owner, others, item);
        }
      }
    },

    async take(owner, { pnr, items, expiresAt }) {
      const now = realTime();
      const realExpiry = (item: StockItem): number => Math.max(expiresAt, item.until ?? 0) - clock.now() + now;
      const before = new Map<string, Claim | undefined>();
      const same: SamePerson[] = [];
      try {
        // In sequence: in parallel, two callers could each take what the other one needs, and both would be refused.
        for (const [record, group] of buckets.byRecord(owner, items, ({ key }) => key)) {
          for (const { key } of group) before.set(key, undefined);
          let found: readonly SamePerson[] = [];
          await buckets.change(record, async (bucket) => {
            found = [];
            const next: Record<string, Claims> = { ...bucket };
            for (const item of group) {
              const { [pnr]: own, ...others } = bucket[item.key] ?? {};
              before.set(item.key, own);
              const valid = await checkCapacity(owner, others, item);
              found = [...found, ...samePeople(valid, item)];
              const claim = claimOf(item.units, realExpiry(item), now + PROVISIONAL_MS, item.people);
              next[item.key] = { ...valid, [pnr]: claim };
            }
            return next;
          });
          same.push(...found);
        }
        return same;
      } catch (error) {
        // What cannot be released now lapses by itself.
        await editClaims(owner, pnr, before.keys(), (_taken, key) => before.get(key)).catch(() => undefined);
        throw error;
      }
    },

    async makeProvisional(owner, pnr, stockKeys) {
      const provisionalUntil = realTime() + PROVISIONAL_MS;
      await editClaims(
        owner,
        pnr,
        stockKeys,
        (claim) => claim && claimOf(claim[0], claim[1], provisionalUntil, claim[3]),
      );
    },

    async shrink(owner, pnr, units) {
      await editClaims(owner, pnr, units.keys(), (claim, key) => {
        const left = units.get(key) ?? 0;
        if (claim === undefined || claim[0] <= left) return claim;
        const [, expiresAt, provisionalUntil] = claim;
        // Some travellers have left, and nothing says who.
        return left === 0 ? undefined : claimOf(left, expiresAt, provisionalUntil ?? undefined, undefined);
      });
    },
  };
};

/** Without a time, it counts until it expires. */
const claimOf = (units: number, expiresAt: number, until: number | undefined, people: string | undefined): Claim => {
  if (people !== undefined) return [units, expiresAt, until ?? null, people];
  return until === undefined ? [units, expiresAt] : [units, expiresAt, until];
};

const samePeople = (others: Claims, { people, name }: StockItem): readonly SamePerson[] =>
  people === undefined
    ? []
    : Object.entries(others)
        .filter(([, claim]) => claim[3] !== undefined && sharePerson(people, claim[3]))
        .map(([pnr]) => ({ pnr, flight: name }));

const unitsIn = (claims: Claims): number => {
  let units = 0;
  for (const [held] of Object.values(claims)) units += held;
  return units;
};

/** The claims that still count, with no more units than their bookings hold. */
const counted = async (claims: Claims, heldBy: (pnr: string) => Promise<number>): Promise<Claims> => {
  const valid: Record<string, Claim> = {};
  for (const [pnr, [units, ...times]] of Object.entries(claims)) {
    const held = Math.min(units, await heldBy(pnr));
    if (held > 0) valid[pnr] = [held, ...times];
  }
  return valid;
};

/** How errors speak of each kind: its units, the state without any, the field of the request, and what to do. */
const WORDS = {
  flight: ["seats", "sold out", "flightIds", "Search again and choose another flight, date or cabin."],
  room: ["rooms", "sold out", "hotelId", "Search again and choose another room, hotel or date."],
  car: ["cars", "sold out", "carId", "Search again and choose another class, company or date."],
  seat: ["seats", "taken", "extras", "Call listExtras again and choose another seat."],
  credit: ["cents", "used up", "payment", "Use another form of payment for the rest: credit:CODE+account."],
} as const satisfies Readonly<Record<StockItem["kind"], readonly string[]>>;

const soldOut = ({ kind, name, about, units }: StockItem, left: number): Failure => {
  const [many, gone, field, hint] = WORDS[kind];
  const message =
    left > 0 ? `Only ${left} of the ${units} ${many} asked for are left: ${name}.` : `${name} is ${gone}.`;
  return ruleBroken(`${message} Nothing was booked.`, {
    field,
    value: kind === "flight" ? name : about,
    [`${many}Left`]: left,
    [`${many}Requested`]: units,
    hint,
  });
};
