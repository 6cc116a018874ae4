import { expect, it } from "vitest";
import { createSessions } from "../../../src/mcp/sessions/sessions.ts";
import type { Caller } from "../../../src/model/caller.ts";
import { keys } from "../../../src/model/keys.ts";
import { createMemoryStore } from "../../../src/platform/stores/memory.ts";
import type { Store } from "../../../src/platform/stores/store.ts";
import { balanced } from "../../../src/travel/ledger.ts";
import type { StoredBooking } from "../../../src/travel/stored-booking.ts";
import { createTravel, type Travel } from "../../../src/travel/travel.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../../src/travel/world/world.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ada: Caller = { tenant: "default", sessionId: "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11", transport: "stdio" };
const NINE = Date.parse("2027-01-04T09:00:00Z");
const places = loadPlaces();
const clock = { now: () => NINE, configured: true };
const supplier = createGeneratedWorld({ seed: "fixed", clock, places });

/** Writes `writes` times, and then neither reads nor writes, like a process that is dead. */
const dying = (store: Store, writes: number): Store => {
  let left = writes;
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      const verb = target[name];
      if (typeof verb !== "function") return verb;
      return async (...args: unknown[]) => {
        if (["put", "delete", "add", "addMember"].includes(name)) left -= 1;
        if (left < 0) throw new Error("killed");
        return (verb as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
};

const openOn = (store: Store, realTime: () => number): Travel => {
  const sessions = createSessions({ store, clock, log: quiet, timeoutMs: 3_600_000 });
  const parts = { supplier, places, store, sessions, clock, bookingTtlMs: 400 * 86_400_000, sharedInventory: true };
  return createTravel({ ...parts, realTime });
};

const flightsOn = async (travel: Travel, departureDate: string) => {
  const wish = { origin: "JFK", destination: "LHR", departureDate, cabin: "business", maxConnections: 0 } as const;
  const party = { adults: 1, children: 0, infants: 0 };
  const { flights } = await travel.searchFlights({ ...wish, party, sortBy: "departure", maxResults: 50 }, ada);
  return flights;
};

/** Seats that a search shows, for 9 or fewer. */
const shown = async (travel: Travel): Promise<string> => {
  const days = [await flightsOn(travel, "2027-03-10"), await flightsOn(travel, "2027-03-11")];
  return days
    .flat()
    .map(({ id, seatsAvailable }) => `${id} ${seatsAvailable}`)
    .join();
};

const VERBS: Readonly<Record<string, (travel: Travel, pnr: string, next: string) => Promise<unknown>>> = {
  payBooking: (travel, pnr) => travel.payBooking({ pnr }, ada),
  exchange: async (travel, pnr, next) => {
    const [old] = (await travel.retrieveBooking(pnr, ada)).flights;
    const { quoteId } = await travel.quoteChange({ pnr, remove: [old?.id ?? ""], add: [next] }, ada);
    return travel.confirmChange({ quoteId }, ada);
  },
  "cancel whole": (travel, pnr) => travel.cancelBooking(pnr, undefined, ada),
  "remove a traveller": async (travel, pnr) => {
    const { quoteId } = await travel.quoteChange({ pnr, remove: ["P2"], add: [] }, ada);
    return travel.confirmChange({ quoteId }, ada);
  },
  updateBooking: (travel, pnr) => travel.updateBooking({ pnr, travellers: [{ id: "P1", lastName: "Lovelase" }] }, ada),
};

it.each(Object.keys(VERBS))(
  "a process killed at any write of %s leaves the booking as it was, or changed",
  async (name) => {
    const verb = VERBS[name] as (typeof VERBS)[string];
    let outcomes = 0;
    for (let writes = 0; ; writes++) {
      const real = { now: 0 };
      const memory = createMemoryStore({ now: clock.now });
      const alive = openOn(memory, () => real.now);
      const pristine = await shown(alive);
      const [flight] = (await flightsOn(alive, "2027-03-10")).filter(({ seatsAvailable }) => seatsAvailable > 3);
      const [next] = (await flightsOn(alive, "2027-03-11")).filter(({ seatsAvailable }) => seatsAvailable > 3);
      const passengers = ["Ada", "Mary"].map((firstName) => ({
        type: "adult" as const,
        firstName,
        lastName: "Lovelace",
      }));
      const { booking } = await alive.bookFlight(
        {
          ...{ flightIds: [flight?.id ?? ""], passengers, contactEmail: "ada@example.com" },
          hold: name === "payBooking",
        },
        ada,
      );
      const { pnr } = booking;
      const stored = async () => (await memory.get(keys.booking("default", pnr)))?.value as unknown as StoredBooking;
      const before = await stored();
      const failed = await verb(
        openOn(dying(memory, writes), () => real.now),
        pnr,
        next?.id ?? "",
      ).then(
        () => false,
        () => true,
      );
      real.now += 20_000;
      const after = await stored();
      expect(balanced(after)).toEqual([]);
      if (after.revision === before.revision) {
        expect({ ...after, exchange: undefined }).toEqual({ ...before, exchange: undefined });
      } else {
        expect(after.revision).toBe(before.revision + 1);
        outcomes += 1;
      }
      // The seats that a search shows are those that the booking does not have, and all of them once it is cancelled.
      await shown(alive);
      if (after.status !== "cancelled") await alive.cancelBooking(pnr, undefined, ada);
      real.now += 20_000;
      await shown(alive);
      expect(await shown(alive)).toBe(pristine);
      if (!failed) break;
      expect(writes).toBeLessThan(40);
    }
    expect(outcomes).toBeGreaterThan(0);
  },
);
