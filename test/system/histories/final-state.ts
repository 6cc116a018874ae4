import { setTimeout as sleep } from "node:timers/promises";
import type { StoredBooking } from "../../../src/travel/stored-booking.ts";
import { inLetters } from "../nodes/traveller.ts";
import { createCaller, isSettled } from "./caller.ts";
import type { Outcome, Recorder, Request, SeenList } from "./history.ts";
import type { System } from "./system.ts";
import { type ContestedFlight, scarceIn, type World } from "./world.ts";

/** The state after all clients have stopped, every fault is healed, and abandoned bookings have expired. */
export interface FinalState {
  /** When reading the store began. */
  readonly at: number;
  /** Read from the store itself. */
  readonly bookings: readonly StoredBooking[];
  readonly lists: readonly SeenList[];
  readonly flights: readonly FinalFlight[];
}

export interface FinalFlight {
  readonly id: string;
  readonly seats: number;
  /** Bookings in the store, before anything else was booked. */
  readonly confirmed: number;
  readonly shownAvailable: number | undefined;
  /** How many more could be booked, and how the rejected one failed. */
  readonly bookable: number;
  readonly lastRefusal: string;
}

const readStore = async (system: System): Promise<StoredBooking[]> => {
  const store = await system.openStore();
  try {
    const bookings: StoredBooking[] = [];
    for await (const key of store.scan("pnr:")) {
      const found = await store.get(key);
      if (found) bookings.push(found.value as unknown as StoredBooking);
    }
    return bookings;
  } finally {
    await store.close();
  }
};

/** Seats, not bookings. */
const confirmedOn = (bookings: readonly StoredBooking[], flightId: string): number =>
  bookings
    .filter(({ status, flights }) => status === "confirmed" && flights.some(({ id }) => id === flightId))
    .reduce((seats, { passengers }) => seats + passengers.length, 0);

export const readFinalState = async (system: System, world: World, recorder: Recorder): Promise<FinalState> => {
  const caller = createCaller("final check", recorder);
  let requests = 0;
  const ask = async (request: Omit<Request, "id">): Promise<Outcome> => {
    const identified = { ...request, id: `final-${++requests}` };
    for (let attempt = 0; ; attempt++) {
      const endpoint = system.endpoints[(requests + attempt) % system.endpoints.length] as System["endpoints"][0];
      const outcome = await caller.send(endpoint, identified, { attempt, patienceMs: 35_000 });
      if (isSettled(outcome) || attempt === 5) return outcome;
      await sleep(500);
    }
  };

  const at = recorder.now();
  const bookings = await readStore(system);
  const lists: SeenList[] = [];
  for (const sessionId of new Set(bookings.map((booking) => booking.sessionId))) {
    const outcome = await ask({ tool: "listBookings", input: { sessionId } });
    if (outcome.kind === "ok" && outcome.list) lists.push(outcome.list);
  }

  const shown = async ({ id, search }: ContestedFlight): Promise<number | undefined> => {
    const outcome = await ask({ tool: "searchFlights", input: search });
    return outcome.kind === "ok" ? outcome.available?.[id] : undefined;
  };
  const flights: FinalFlight[] = [];
  for (const flight of scarceIn(world)) {
    const { id, seats } = flight;
    const shownAvailable = await shown(flight);
    let bookable = 0;
    let lastRefusal = "";
    while (bookable <= seats) {
      const passenger = `finalx${inLetters(flights.length)}x${inLetters(bookable)}`;
      const input = {
        flightIds: [id],
        passengers: [{ type: "adult", firstName: "Ada", lastName: passenger }],
        contactEmail: "ada@example.com",
        idempotencyKey: passenger,
      };
      const outcome = await ask({ tool: "bookFlight", key: passenger, flightId: id, passenger, input });
      if (outcome.kind !== "ok") {
        lastRefusal = "message" in outcome ? outcome.message : outcome.kind;
        break;
      }
      bookable++;
    }
    flights.push({ id, seats, confirmed: confirmedOn(bookings, id), shownAvailable, bookable, lastRefusal });
  }
  return { at, bookings, lists, flights };
};
