import { join } from "node:path";
import { startValkey } from "../../test/fixtures/valkey.ts";
import { searchCall, toolCall, USUAL_SEARCH } from "../requests.ts";
import type { ServerCommand } from "../server-process.ts";
import { ANY_RESULT, type Contestant, costTable, enter, measure } from "./contestant.ts";
import { flightToBook } from "./flight-to-book.ts";
import { httpRequest } from "./http-request.ts";
import { taxiwayHttp } from "./taxiway.ts";

const ROUNDS = 5;
const SECONDS = 2;

const searching = (name: string, server: ServerCommand): Promise<Contestant> =>
  enter(
    server,
    async (port) => {
      const call = searchCall(USUAL_SEARCH, "modern");
      const requests = [httpRequest({ port, era: "modern", tool: "searchFlights", call })];
      return { name, requests, expected: ANY_RESULT };
    },
    SECONDS,
  );

/** Each call without a session gets a new one, and each session has the seats of the world to itself. */
const booking = (name: string, server: ServerCommand): Promise<Contestant> =>
  enter(
    server,
    async (port) => {
      const call = toolCall("bookFlight", await flightToBook(port), "modern");
      return { name, requests: [httpRequest({ port, era: "modern", tool: "bookFlight", call })], expected: ANY_RESULT };
    },
    SECONDS,
  );

/** What a booking costs on each store, beside a search. A booking is on the disk before its caller hears of it. */
export const bookings = async (folder: string): Promise<string> => {
  const always = await startValkey();
  const everySecond = await startValkey({ appendfsync: "everysec" });
  try {
    const on = (name: string, valkeyUrl?: string) =>
      taxiwayHttp({ folder: join(folder, name), ...(valkeyUrl !== undefined && { valkeyUrl }) });
    const contestants = [
      await searching("searchFlights, the same, LMDB", on("searches")),
      await booking("bookFlight, LMDB", on("lmdb")),
      await booking("bookFlight, Valkey, appendfsync always", on("always", always.url)),
      await booking("bookFlight, Valkey, appendfsync everysec", on("everysec", everySecond.url)),
    ];
    const measured = await measure(contestants, ROUNDS);
    const names = contestants.map(({ name }) => name);
    return `Bookings, the CPU of Valkey not counted:\n\n${costTable(names, measured, { name: "search", row: () => 0 })}`;
  } finally {
    await Promise.all([always.stop(), everySecond.stop()]);
  }
};
