import type { Caller } from "../../../model/caller.ts";
import type { Cabin } from "../../../model/flight.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { notFound } from "../duffel-error.ts";
import type { DuffelOfferPassenger } from "../duffel-wire.ts";
import { requestKey, requestKeyOfOffer } from "../ids.ts";
import { accountKey, type SandboxParts } from "../sandbox-context.ts";
import type { Scenario } from "../scenarios.ts";

/** The stored part of a search. Its offers are computed from it for every request. */
export interface OfferRequest {
  readonly id: string;
  /** The ID of the same search in round 0. Absent in round 0. */
  readonly firstId?: string;
  readonly createdAt: number;
  readonly slices: readonly RequestedSlice[];
  readonly passengers: readonly DuffelOfferPassenger[];
  /** Null: any cabin. */
  readonly cabin: Cabin | null;
  readonly maxConnections: 0 | 1 | 2;
  readonly scenario: Scenario | null;
  /** All airlines and the test airline, or on a magic route only the test airline. */
  readonly market: "world" | "test airline";
}

export interface RequestedSlice {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly departs: TimeWindow | null;
  readonly arrives: TimeWindow | null;
}

/** `HH:MM`, local time, both ends included. */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

export const OFFER_LIFETIME_MS = 30 * 60_000;
/** Longer than its offers are valid, to tell an expired offer from an unknown one. */
const KEPT_MS = 24 * 3_600_000;
const MAX_LISTED = 200;

export interface OfferRequests {
  /**
   * Returns the request of the first round (from 0) from which nothing was ordered. Under a frozen clock the same search has
   * the same ID, and could otherwise be ordered only once.
   */
  unordered(requestOf: (round: number) => OfferRequest, caller: Caller): Promise<OfferRequest>;
  markOrdered(id: string, caller: Caller): Promise<void>;
  keep(request: OfferRequest, caller: Caller): Promise<void>;
  /** Throws Duffel's 404. */
  find(id: string, caller: Caller): Promise<OfferRequest>;
  findByOffer(offerId: string, caller: Caller): Promise<OfferRequest>;
  /** Newest first. */
  list(caller: Caller): Promise<readonly OfferRequest[]>;
  changePassenger(request: OfferRequest, passenger: DuffelOfferPassenger, caller: Caller): Promise<void>;
  /** Returns how often the client has read an offer. */
  readsOf(offerId: string, caller: Caller): Promise<number>;
  countRead(offerId: string, caller: Caller): Promise<number>;
}

export const createOfferRequests = ({ store, clock }: Pick<SandboxParts, "store" | "clock">): OfferRequests => {
  const listKey = (caller: Caller): string => accountKey(caller, "offer_requests");
  const recordKey = (id: string, caller: Caller): string => accountKey(caller, requestKey(id) as string);
  const ordersKey = (id: string, caller: Caller): string => accountKey(caller, `${requestKey(id)}:ordered`);
  const readsKey = (offerId: string, caller: Caller): string => accountKey(caller, `${offerId}:reads`);

  const read = async (key: string | undefined, caller: Caller, what: string): Promise<OfferRequest> => {
    const found = key === undefined ? undefined : await store.get(accountKey(caller, key));
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
    async unordered(requestOf, caller) {
      const first = requestOf(0);
      const rounds = (await store.members(ordersKey(first.id, caller))).length;
      return rounds === 0 ? first : { ...requestOf(rounds), firstId: first.id };
    },
    async markOrdered(id, caller) {
      const { firstId = id, createdAt } = await find(id, caller);
      await store.addMember(ordersKey(firstId, caller), id, { expiresAt: createdAt + KEPT_MS });
    },
    async keep(request, caller) {
      await write(request, caller);
      await store.append(listKey(caller), [request.id], { keep: MAX_LISTED, expiresAt: clock.now() + KEPT_MS });
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
      // Concurrent updates of several passengers must all be kept: retries when the record has changed meanwhile.
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
