import { join } from "node:path";
import { differentSearch, searchCall, toolCall } from "../requests.ts";
import { median, table } from "../table.ts";
import { taxiwayHttp } from "../taxiway.ts";
import { ANY_RESULT, CONNECTIONS } from "./candidate.ts";
import { httpRequest } from "./http-request.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { type Load, type LoadReport, startLoad } from "./load.ts";
import { flightToBook, openSessions } from "./session.ts";

const SHARE_OF_CAPACITY = 0.7;
const CAPACITY_SECONDS = 10;
const SLICES = 10;
const SESSIONS = 100;
const ROUTES = 200;
/**
 * One call in this many books a flight, in a session of its own. Bookings wait for the disk, so with more than one in a
 * hundred p99 would measure the disk.
 */
const BOOK_EVERY = 200;

/** Bookings and sessions expire during the run, so that the size of the store becomes constant. */
const SHORT_LIFETIMES = { PNR_TTL_HOURS: "0.01", MCP_SESSION_TIMEOUT: "60" };

/** Allowed growth from the first to the last third of the run. */
const MAX_MEMORY_GROWTH = 1.1;
const MAX_LATENCY_GROWTH = 1.5;

const mixedRequests = async (port: number): Promise<readonly string[]> => {
  const opened = await openSessions(port, SESSIONS);
  const booking = toolCall("bookFlight", await flightToBook(port), "modern");
  const book = httpRequest({ port, era: "modern", tool: "bookFlight", call: booking });
  const searches = Array.from({ length: SESSIONS * BOOK_EVERY }, (_, index) =>
    httpRequest({
      port,
      era: "legacy",
      tool: "searchFlights",
      call: searchCall(differentSearch(index % ROUTES), "legacy"),
      sessionId: opened[index % SESSIONS],
    }),
  );
  return searches.map((search, index) => (index % BOOK_EVERY === 0 ? book : search));
};

interface Slice extends LoadReport {
  /** The lowest sample; higher ones include uncollected garbage. */
  readonly memory: number;
}

const SAMPLE_MS = 500;

const lowestMemory = (server: HttpServer) => {
  let lowest = server.privateMemory();
  const timer = setInterval(() => {
    lowest = Math.min(lowest, server.privateMemory());
  }, SAMPLE_MS);
  return {
    stop(): number {
      clearInterval(timer);
      return lowest;
    },
  };
};

const slices = async (server: HttpServer, load: Load, rate: number, seconds: number): Promise<readonly Slice[]> => {
  const measured: Slice[] = [];
  for (let i = 0; i < SLICES; i++) {
    const memory = lowestMemory(server);
    const report = await load.run({ seconds, rate }, "counted");
    measured.push({ ...report, memory: memory.stop() });
  }
  return measured;
};

const verdict = (measured: readonly Slice[]): string => {
  const third = Math.floor(measured.length / 3);
  const growth = (figure: (slice: Slice) => number) =>
    median(measured.slice(-third).map(figure)) / median(measured.slice(0, third).map(figure));
  const memory = growth((slice) => slice.memory);
  const latency = growth((slice) => slice.p99);
  const failed = measured.reduce((sum, slice) => sum + slice.failed, 0);
  const firstFailure = measured.find((slice) => slice.firstFailure !== undefined)?.firstFailure;
  const held = memory <= MAX_MEMORY_GROWTH && latency <= MAX_LATENCY_GROWTH && failed === 0;
  return [
    `${held ? "Held" : "Not held"}: from the first third to the last, memory × ${memory.toFixed(2)} (at most ${MAX_MEMORY_GROWTH}), `,
    `p99 × ${latency.toFixed(2)} (at most ${MAX_LATENCY_GROWTH}), ${failed} failed calls (none)`,
    firstFailure === undefined ? "." : `; the first: ${firstFailure}.`,
  ].join("");
};

/** Searches and books for minutes at 70 % of the maximum rate. */
export const soak = async (folder: string, minutes: number): Promise<string> => {
  const server = await startHttpServer(taxiwayHttp({ folder: join(folder, "data"), env: SHORT_LIFETIMES }));
  const { port } = server;
  const load = startLoad({ port, requests: await mixedRequests(port), connections: CONNECTIONS, expected: ANY_RESULT });
  const warm = await load.run({ seconds: CAPACITY_SECONDS });
  const full = await load.run({ seconds: CAPACITY_SECONDS });
  const rate = (SHARE_OF_CAPACITY * full.calls) / full.seconds;
  const seconds = (minutes * 60) / SLICES;
  const measured = await slices(server, load, rate, seconds);
  load.end();
  await server.end();
  return [
    `${minutes} minutes at ${Math.round(rate)} calls/s, ${SHARE_OF_CAPACITY * 100} % of its maximum of ${Math.round(full.calls / full.seconds)} (${Math.round(warm.calls / warm.seconds)} when cold):`,
    table(
      ["until second", "calls/s", "p50 ms", "p99 ms", "longest ms", "failed", "lowest MB"],
      measured.map((slice, index) => [
        Math.round(seconds * (index + 1)).toString(),
        Math.round(slice.calls / slice.seconds).toString(),
        slice.p50.toFixed(2),
        slice.p99.toFixed(2),
        slice.longest.toFixed(0),
        slice.failed.toString(),
        slice.memory.toFixed(0),
      ]),
    ),
    verdict(measured),
  ].join("\n\n");
};
