import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startValkey } from "../../test/fixtures/valkey.ts";
import { searchCall, toolCall, USUAL_SEARCH } from "../requests.ts";
import type { ServerCommand } from "../server-process.ts";
import { taxiwayHttp } from "../taxiway.ts";
import { ANY_RESULT, type Candidate, costTable, measure, startCandidate } from "./candidate.ts";
import { httpRequest } from "./http-request.ts";
import { callTool, flightToBook, openSession } from "./session.ts";

const ROUNDS = 5;
const SECONDS = 2;

const searching = (name: string, server: ServerCommand): Promise<Candidate> =>
  startCandidate(
    server,
    async (port) => {
      const call = searchCall(USUAL_SEARCH, "modern");
      const requests = [httpRequest({ port, era: "modern", tool: "searchFlights", call })];
      return { name, requests, expected: ANY_RESULT };
    },
    SECONDS,
  );

const SESSIONS = 10_000;

/** Seats are counted per session, so with many sessions no flight is ever full. */
const booking = (name: string, server: ServerCommand): Promise<Candidate> =>
  startCandidate(
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

/** Quotes of a cancellation, which are kept for half an hour without a durable write. */
const quoting = (name: string, server: ServerCommand): Promise<Candidate> =>
  startCandidate(
    server,
    async (port) => {
      const sessionId = (await openSession(port)) as string;
      const { structuredContent } = await callTool(port, sessionId, "bookFlight", await flightToBook(port));
      const { pnr } = structuredContent as { readonly pnr: string };
      const call = toolCall("quoteChange", { pnr, remove: ["all"] }, "modern");
      const requests = [httpRequest({ port, era: "modern", tool: "quoteChange", call })];
      return { name, requests, expected: ANY_RESULT };
    },
    SECONDS,
  );

/** BENCH_BEFORE=<dist/main.js of another build> adds a row for that build on each store. */
const before = process.env["BENCH_BEFORE"];

/** Compares bookings on each store with a search. A booking is on disk before the caller gets its answer. */
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
    const candidates = [await searching("searchFlights, the same, LMDB", taxiwayHttp({ folder: join(folder, "s") }))];
    for (const [store, open] of stores) {
      for (const build of builds) {
        const name = `bookFlight, ${store}${"program" in build ? ", before" : ""}`;
        const valkeyUrl = await open();
        const options = { folder: join(folder, name), ...build, ...(valkeyUrl !== undefined && { valkeyUrl }) };
        candidates.push(await booking(name, taxiwayHttp(options)));
      }
    }
    candidates.push(await quoting("quoteChange, LMDB", taxiwayHttp({ folder: join(folder, "quotes") })));
    const measured = await measure(candidates, ROUNDS);
    const names = candidates.map(({ name }) => name);
    const base =
      before === undefined
        ? { name: "search", row: () => 0 }
        : { name: "before", row: (row: number) => (row > 0 && row % 2 === 0 ? row - 1 : row) };
    return `Bookings, without the CPU of Valkey:\n\n${costTable(names, measured, base)}`;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
};
