import { randomUUID } from "node:crypto";
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

const SESSIONS = 10_000;

/** Each session has the seats of the world to itself: enough of them, so that no flight is ever full. */
const booking = (name: string, server: ServerCommand): Promise<Contestant> =>
  enter(
    server,
    async (port) => {
      const call = toolCall("bookFlight", await flightToBook(port), "modern");
      const requests = Array.from({ length: SESSIONS }, () =>
        httpRequest({ port, era: "modern", tool: "bookFlight", call, sessionId: randomUUID() }),
      );
      return { name, requests, expected: ANY_RESULT };
    },
    SECONDS,
  );

/** With BENCH_BEFORE=<dist/main.js of another build>, each booking is measured beside that build's. */
const before = process.env["BENCH_BEFORE"];

/** What a booking costs on each store, beside a search. A booking is on the disk before its caller hears of it. */
export const bookings = async (folder: string): Promise<string> => {
  const started: { stop(): Promise<unknown> }[] = [];
  const valkey = async (appendfsync: string): Promise<string> => {
    const server = await startValkey({ appendfsync });
    started.push(server);
    return server.url;
  };
  const stores: [string, () => Promise<string | undefined>][] = [
    ["LMDB", async () => undefined],
    ["Valkey, appendfsync always", () => valkey("always")],
    ["Valkey, appendfsync everysec", () => valkey("everysec")],
  ];
  const builds = before === undefined ? [{}] : [{ program: before }, {}];
  try {
    const contestants = [await searching("searchFlights, the same, LMDB", taxiwayHttp({ folder: join(folder, "s") }))];
    for (const [store, open] of stores) {
      for (const build of builds) {
        const name = `bookFlight, ${store}${"program" in build ? ", before" : ""}`;
        const valkeyUrl = await open();
        const options = { folder: join(folder, name), ...build, ...(valkeyUrl !== undefined && { valkeyUrl }) };
        contestants.push(await booking(name, taxiwayHttp(options)));
      }
    }
    const measured = await measure(contestants, ROUNDS);
    const names = contestants.map(({ name }) => name);
    const base =
      before === undefined
        ? { name: "search", row: () => 0 }
        : { name: "before", row: (row: number) => (row > 0 && row % 2 === 0 ? row - 1 : row) };
    return `Bookings, the CPU of Valkey not counted:\n\n${costTable(names, measured, base)}`;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
};
