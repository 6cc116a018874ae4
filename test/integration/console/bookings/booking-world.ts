import { onTestFinished } from "vitest";
import { createAdminApi } from "../../../../src/console/admin/create-admin-api.ts";
import { bookingRoutes } from "../../../../src/console/bookings/booking-routes.ts";
import { createSessions } from "../../../../src/mcp/sessions/sessions.ts";
import type { AdminRequest } from "../../../../src/model/admin-route.ts";
import type { Booking } from "../../../../src/model/booking.ts";
import type { Caller } from "../../../../src/model/caller.ts";
import type { Log } from "../../../../src/model/log.ts";
import { openLmdbStore } from "../../../../src/platform/stores/lmdb.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { announcingChanges, type BookingChange } from "../../../../src/travel/booking-changes.ts";
import { createTravel } from "../../../../src/travel/travel.ts";
import { loadPlaces } from "../../../../src/travel/world/places.ts";
import { withTestAirline } from "../../../../src/travel/world/test-airline.ts";
import { createGeneratedWorld } from "../../../../src/travel/world/world.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

const quiet = () => undefined;
const DEFECTS: Log = { debug: quiet, info: quiet, warn: quiet, error: (event, facts) => console.error(event, facts) };

export const HOUR = 3_600_000;
export const BEGIN = Date.parse("2026-12-01T09:00:00Z");
export const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" } as const;

/** Counts the store's operations and the records they read. */
interface Asked {
  calls: number;
  records: number;
}

/** Travel and the console's booking routes on a real store; the test moves the clock. */
export const openBookings = async ({
  engine = "memory" as "memory" | "lmdb",
  change = (store: Store): Store => store,
} = {}) => {
  let now = BEGIN;
  const clock = { now: () => now, configured: true };
  const plain =
    engine === "memory"
      ? createMemoryStore({ now: clock.now })
      : await openLmdbStore({ path: temporaryFolder(), now: clock.now, realTime: clock.now });
  const asked: Asked = { calls: 0, records: 0 };
  const store = counting(change(plain), asked);
  const places = loadPlaces();
  const sessions = createSessions({ store, clock, log: DEFECTS, timeoutMs: HOUR });
  const supplier = withTestAirline(createGeneratedWorld({ seed: "fixed", clock, places }), places);
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: HOUR, sharedInventory: true };
  const travel = createTravel(parts);
  onTestFinished(async () => {
    await sessions.close();
    await store.close();
  });

  const changes: BookingChange[] = [];
  const announce = (change: BookingChange) => void changes.push(change);
  const routes = bookingRoutes({ travel: announcingChanges(travel, { announce }), places });
  const api = createAdminApi({ routes, log: DEFECTS });
  const ask = async (method: string, path: string, more: Partial<AdminRequest> & { tenant?: string } = {}) => {
    const { tenant = "default", ...request } = more;
    const answer = await api({ method, path, grant: { tenant, keyId: "key", admin: true }, ...request });
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
    return answer as { readonly status: number; readonly body: any };
  };

  const callerOf = (tenant: string, session = 1): Caller => ({
    ...{ tenant, sessionId: `7b0c7f5e-3f0b-4c9d-9a51-00000000000${session}`, transport: "http" },
  });
  const book = async (
    flightIds: readonly string[] = ["F-ZZ101-20270310-JFKLHR-Y"],
    { tenant = "default", session = 1, passengers = [ADA] as readonly object[], ...more } = {},
  ): Promise<Booking> => {
    const request = { flightIds, passengers, contactEmail: "ada@example.com", ...more } as never;
    return (await travel.bookFlight(request, callerOf(tenant, session))).booking;
  };

  return {
    ...{ travel, store, places, ask, book, callerOf, changes, asked },
    pass: (ms: number) => {
      now += ms;
    },
  };
};

const counting = (store: Store, asked: Asked): Store => {
  const one = <A extends unknown[], T>(verb: (...words: A) => T, records = (..._: A) => 0) => {
    return (...words: A): T => {
      asked.calls += 1;
      asked.records += records(...words);
      return verb(...words);
    };
  };
  return {
    ...store,
    get: one(store.get, () => 1),
    getMany: one(store.getMany, (keys) => keys.length),
    items: one(store.items),
    count: one(store.count),
    members: one(store.members),
  };
};
