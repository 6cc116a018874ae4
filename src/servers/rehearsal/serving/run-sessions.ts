import type { Sessions } from "../../../mcp/sessions/sessions.ts";
import { DEFAULT_TENANT, keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";
import { LIFE_MS } from "../runs/run-limits.ts";

interface Parts {
  /** Of the run. */
  readonly store: Store;
  /** Of the run. */
  now(): number;
  readonly startedAt: number;
  searches(): number;
}

/** The one session of a run: all its clients are one traveller. Its counters follow from the calls of the run. */
export const createRunSessions = ({ store, now, startedAt, searches }: Parts): Sessions => {
  const listOf = (sessionId: string): string => keys.sessionBookings(DEFAULT_TENANT, sessionId);
  return {
    current: async ({ sessionId }) => ({
      id: sessionId,
      createdAt: startedAt,
      expiresAt: now() + LIFE_MS,
      lastActivity: now(),
      bookingCount: (await store.members(listOf(sessionId))).length,
      searchCount: searches(),
    }),
    countSearch: () => undefined,
    countBooking: () => undefined,
    async listBooking({ sessionId }, pnr) {
      await store.addMember(listOf(sessionId), pnr);
    },
    async unlistBooking({ sessionId }, pnr) {
      await store.removeMember(listOf(sessionId), pnr);
    },
    bookings: ({ sessionId }) => store.members(listOf(sessionId)),
    close: async () => undefined,
  };
};
