import type { Caller } from "../../../model/caller.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Cabin } from "../../../model/flight.ts";
import { keys } from "../../../model/keys.ts";
import type { RecordValue, Store } from "../../../platform/stores/store.ts";
import type { DuffelOfferPassenger } from "../duffel-wire.ts";
import { requestKey, requestKeyOfOffer } from "../ids.ts";
import { notFound } from "../problems.ts";
import type { Scenario } from "../scenarios.ts";

/** All that is kept of a search: its offers are computed from it whenever somebody asks. */
export interface OfferRequest {
  readonly id: string;
  /** Of the same search at the same moment before its first order; left out for that one itself. */
  readonly firstId?: string;
  readonly createdAt: number;
  readonly slices: readonly RequestedSlice[];
  readonly passengers: readonly DuffelOfferPassenger[];
  /** As asked for. */
  readonly cabin: Cabin | null;
  readonly maxConnections: 0 | 1 | 2;
  readonly scenario: Scenario | null;
  /** Who sells: everybody, or on a magic route only the test airline. */
  readonly market: "world" | "test airline";
}

export interface RequestedSlice {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly departs: TimeWindow | null;
  readonly arrives: TimeWindow | null;
}

/** `HH:MM` at the place, both included. */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

export const OFFER_LIFETIME_MS = 30 * 60_000;
/** Longer than its offers, so that an expired offer is told from one that never was. */
const KEPT_MS = 24 * 3_600_000;
const MOST_LISTED = 200;

export interface OfferRequests {
  /**
   * The same search at the same moment is the same request, until one of its offers is ordered: then it is another, or a
   * world that stands still would sell every search once. `make` makes the request of a round, of which the first is 0.
   */
  unordered(make: (round: number) => OfferRequest, caller: Caller): Promise<OfferRequest>;
  markOrdered(id: string, caller: Caller): Promise<void>;
  keep(request: OfferRequest, caller: Caller): Promise<void>;
  /** Throws Duffel's 404. */
  find(id: string, caller: Caller): Promise<OfferRequest>;
  findByOffer(offerId: string, caller: Caller): Promise<OfferRequest>;
  /** Newest first. */
  list(caller: Caller): Promise<readonly OfferRequest[]>;
  changePassenger(request: OfferRequest, passenger: DuffelOfferPassenger, caller: Caller): Promise<void>;
  /** How often an offer has been read. */
  readsOf(offerId: string, caller: Caller): Promise<number>;
  countRead(offerId: string, caller: Caller): Promise<number>;
}

export const createOfferRequests = ({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): OfferRequests => {
  const listKey = (caller: Caller): string => keys.duffel(caller.tenant, caller.sessionId, "offer_requests");
  const recordKey = (id: string, caller: Caller): string =>
    keys.duffel(caller.tenant, caller.sessionId, requestKey(id) as string);
  const ordersKey = (id: string, caller: Caller): string =>
    keys.duffel(caller.tenant, caller.sessionId, `${requestKey(id)}:ordered`);
  const readsKey = (offerId: string, caller: Caller): string =>
    keys.duffel(caller.tenant, caller.sessionId, `${offerId}:reads`);

  const read = async (key: string | undefined, caller: Caller, what: string): Promise<OfferRequest> => {
    const found = key === undefined ? undefined : await store.get(keys.duffel(caller.tenant, caller.sessionId, key));
    if (found === undefined) throw notFound(what);
    return found.value as unknown as OfferRequest;
  };
  const write = (request: OfferRequest, caller: Caller, ifVersion?: number) =>
    store.put(recordKey(request.id, caller), request as unknown as RecordValue, {
      expiresAt: request.createdAt + KEPT_MS,
      ...(ifVersion !== undefined && { ifVersion }),
    });

  const find: OfferRequests["find"] = async (id, caller) => {
    const request = await read(requestKey(id), caller, "The offer request");
    if (request.id !== id) throw notFound("The offer request");
    return request;
  };

  return {
    async unordered(make, caller) {
      const first = make(0);
      const rounds = (await store.members(ordersKey(first.id, caller))).length;
      return rounds === 0 ? first : { ...make(rounds), firstId: first.id };
    },
    async markOrdered(id, caller) {
      const { firstId = id, createdAt } = await find(id, caller);
      await store.addMember(ordersKey(firstId, caller), id, { expiresAt: createdAt + KEPT_MS });
    },
    async keep(request, caller) {
      await write(request, caller);
      await store.append(listKey(caller), [request.id], { keep: MOST_LISTED, expiresAt: clock.now() + KEPT_MS });
    },
    find,
    findByOffer: (offerId, caller) => read(requestKeyOfOffer(offerId), caller, "The offer"),
    async list(caller) {
      const ids = [...new Set([...(await store.items(listKey(caller)))].reverse())];
      const records = await store.getMany(ids.map((id) => recordKey(id, caller)));
      return records.flatMap((record) => (record === undefined ? [] : [record.value as unknown as OfferRequest]));
    },
    async changePassenger({ id }, passenger, caller) {
      const key = recordKey(id, caller);
      // Whoever names all passengers at once must not lose one: a record that changed meanwhile is read again.
      for (;;) {
        const found = await store.get(key);
        if (found === undefined) throw notFound("The offer");
        const request = found.value as unknown as OfferRequest;
        const passengers = request.passengers.map((known) => (known.id === passenger.id ? passenger : known));
        if ((await write({ ...request, passengers }, caller, found.version)) !== undefined) return;
      }
    },
    readsOf: (offerId, caller) => store.count(readsKey(offerId, caller)),
    countRead: (offerId, caller) => store.add(readsKey(offerId, caller), 1, { expiresAt: clock.now() + KEPT_MS }),
  };
};
