import { setTimeout as sleep } from "node:timers/promises";
import { refusal, type ToolResult, worked } from "../../fixtures/taxiway.ts";
import { type FailureJournal, Lost } from "./failure-journal.ts";
import type { Line } from "./lines.ts";
import { bookingOf, SEARCH } from "./trip.ts";

/** A traveller's actions, by the unique passenger name of each attempt to book. */
export interface Diary {
  readonly attempts: ReadonlySet<string>;
  /** PNRs of the acknowledged bookings. */
  readonly acknowledged: ReadonlyMap<string, string>;
}

export interface Trip {
  readonly number: number;
  readonly journal: FailureJournal;
  isOver(): boolean;
  onBooked(): void;
}

/** Letters that make a passenger name unique, because names may only have letters. */
export const inLetters = (number: number): string =>
  [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");

const PAUSE_MS = 1_200;
const COME_BACK_AFTER_MS = 1_000;
const TRIES = 15;

/** Repeats a call until it is answered, like a correct client. */
export const insist = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Lost) || tries >= TRIES) throw error;
      await sleep(COME_BACK_AFTER_MS);
    }
  }
};

const passengerIn = ({ passengers }: { readonly passengers: readonly string[] }): string =>
  passengers[0]?.split(" ")[1] ?? "";

/** Searches, books, retrieves and lists repeatedly. */
export const travel = async (line: Line, { number, journal, isOver, onBooked }: Trip): Promise<Diary> => {
  const attempts = new Set<string>();
  const acknowledged = new Map<string, string>();
  const say = async (tool: string, input: object): Promise<ToolResult> => {
    await sleep(Math.random() * PAUSE_MS);
    const result = await line.call(tool, input);
    if (result.isError && refusal(result).data?.["retryable"] === true) throw journal.unavailable(result);
    return result;
  };
  const listed = async (): Promise<readonly { pnr: string; passengers: string[] }[]> =>
    worked(await insist(() => say("listBookings", {}))).bookings;
  const noteBooked = (passenger: string, pnr: string): string => {
    acknowledged.set(passenger, pnr);
    onBooked();
    return pnr;
  };

  /** Undefined if no seats are left. */
  const book = async (flightId: string): Promise<string | undefined> => {
    for (;;) {
      const passenger = `${inLetters(number)}x${inLetters(attempts.size)}`;
      attempts.add(passenger);
      try {
        const result = await say("bookFlight", bookingOf(flightId, passenger));
        if (!result.isError) return noteBooked(passenger, result.structuredContent.pnr);
        if (refusal(result).code === -32002) return undefined;
        journal.blame(JSON.stringify(result));
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        // The outcome is unknown, so check before repeating.
        const found = (await listed()).find((booking) => passengerIn(booking) === passenger);
        if (found !== undefined) return noteBooked(passenger, found.pnr);
      }
    }
  };

  const day = String(1 + (number % 28)).padStart(2, "0");
  for (let round = 0; !isOver(); round++) {
    const search = { ...SEARCH, departureDate: `2027-02-${day}`, maxResults: 5 };
    const { flights } = worked(await insist(() => say("searchFlights", search)));
    const available = flights.filter(({ status }: { status: string }) => status === "available");
    const pnr = await book(available[(number + round) % available.length].id);
    if (pnr === undefined) continue;
    const retrieved = worked(await insist(() => say("retrieveBooking", { pnr })));
    if (retrieved.pnr !== pnr) journal.blame(`${pnr} became ${retrieved.pnr}`);
    const pnrs = new Set((await listed()).map((booking) => booking.pnr));
    for (const known of acknowledged.values()) if (!pnrs.has(known)) journal.blame(`${known} is not on the list`);
  }
  return { attempts, acknowledged };
};

/** Attempts that became more than one booking. */
export const bookedTwice = (bookings: readonly { readonly passengers: readonly string[] }[]): string[] => {
  const names = bookings.map(passengerIn);
  return names.filter((name, index) => names.indexOf(name) !== index);
};
