import type { Caller } from "../../model/caller.ts";
import { keys } from "../../model/keys.ts";
import type { Store } from "../../platform/stores/store.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** The PNRs made in a session. */
export interface BookingList {
  add(owner: Owner, pnr: string, expiresAt: number): Promise<void>;
  remove(owner: Owner, pnr: string): Promise<void>;
  pnrs(owner: Owner): Promise<readonly string[]>;
  expire(owner: Owner, expiresAt: number): Promise<void>;
  delete(owner: Owner): Promise<void>;
  /** Removes PNRs whose bookings have expired: a session in constant use would otherwise collect them for ever. */
  prune(owner: Owner): Promise<void>;
}

const BATCH = 250;

export const createBookingList = (store: Store): BookingList => {
  const keyOf = ({ tenant, sessionId }: Owner): string => keys.sessionBookings(tenant, sessionId);
  return {
    async add(owner, pnr, expiresAt) {
      await store.addMember(keyOf(owner), pnr, { expiresAt });
    },
    async remove(owner, pnr) {
      await store.removeMember(keyOf(owner), pnr);
    },
    pnrs: (owner) => store.members(keyOf(owner)),
    async expire(owner, expiresAt) {
      await store.expire(keyOf(owner), expiresAt);
    },
    async delete(owner) {
      await store.delete(keyOf(owner));
    },
    async prune(owner) {
      const listed = await store.members(keyOf(owner));
      for (let from = 0; from < listed.length; from += BATCH) {
        const batch = listed.slice(from, from + BATCH);
        // A booking is in the store, as a draft, before it is on a list.
        const found = await store.getMany(batch.map((pnr) => keys.booking(owner.tenant, pnr)));
        const gone = batch.filter((_, i) => found[i] === undefined);
        await Promise.all(gone.map((pnr) => store.removeMember(keyOf(owner), pnr)));
      }
    },
  };
};
