import { join } from "node:path";
import { openLmdbStore } from "../../src/platform/stores/lmdb.ts";
import { pnrOf, RARE, writeBookings } from "../../test/fixtures/console/bookings/written-bookings.ts";
import { startHttpServer } from "../http/http-server.ts";
import { taxiwayHttp } from "../http/taxiway.ts";
import { median, table } from "../table.ts";
import { OPERATOR } from "./operator.ts";

const SIZES = [1_000, 100_000] as const;
const PAGE = 100;
const ROUNDS = 50;

/** Milliseconds that the answers took. */
type Took = readonly number[];

interface BookingPage {
  readonly bookings: readonly unknown[];
  readonly next_cursor?: string;
}

type Ask = (query: string) => Promise<{ readonly page: BookingPage; readonly took: number }>;

const askAt =
  (port: number): Ask =>
  async (query) => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/admin/bookings?${query}`, {
      headers: { Authorization: `Bearer ${OPERATOR}` },
    });
    const page = (await answer.json()) as BookingPage;
    if (answer.status !== 200) throw new Error(`Status ${answer.status}: ${JSON.stringify(page)}`);
    return { page, took: performance.now() - began };
  };

const repeated = async (ask: Ask, query: string): Promise<Took> => {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push((await ask(query)).took);
  return all;
};

/** Page after page to the oldest one, or until what was looked for is there. */
const toTheEnd = async (ask: Ask, query: string, found: number): Promise<Took> => {
  const all: number[] = [];
  let seen = 0;
  let cursor: string | undefined;
  do {
    const { page, took } = await ask(cursor === undefined ? query : `${query}&cursor=${encodeURIComponent(cursor)}`);
    all.push(took);
    seen += page.bookings.length;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  if (seen !== found) throw new Error(`${seen} bookings were listed instead of ${found}`);
  return all;
};

const rowOf = (name: string, took: Took): readonly string[] => {
  const sorted = [...took].sort((a, b) => a - b);
  const longest = sorted.at(-1) ?? Number.NaN;
  return [name, String(took.length), median(took).toFixed(1), longest.toFixed(1)];
};

const measureWith = async (folder: string, count: number): Promise<readonly (readonly string[])[]> => {
  const store = await openLmdbStore({ path: folder, now: Date.now });
  await writeBookings(store, count, Date.now());
  await store.close();
  const { args, env } = taxiwayHttp({ folder });
  const server = await startHttpServer({ args, env: { ...env, TAXIWAY_ADMIN_TOKEN: OPERATOR } });
  const ask = askAt(server.port);
  try {
    const named = (what: string) => `${what}, ${count.toLocaleString("en-US")} bookings`;
    return [
      rowOf(named("the newest page"), await repeated(ask, `limit=${PAGE}`)),
      rowOf(named("one PNR"), await repeated(ask, `text=${pnrOf(RARE.number)}`)),
      rowOf(named("all pages in turn"), await toTheEnd(ask, `limit=${PAGE}`, count)),
      rowOf(named("a name of long ago"), await toTheEnd(ask, `limit=${PAGE}&text=${RARE.lastName}`, 1)),
    ];
  } finally {
    await server.end();
  }
};

/** What the console asks for, in a store with few and with many bookings. */
export const bookings = async (folder: string): Promise<string> => {
  const rows: (readonly string[])[] = [];
  for (const size of SIZES) rows.push(...(await measureWith(join(folder, String(size)), size)));
  return `Bookings, ${PAGE} on a page:\n\n${table(["question", "answers", "median ms", "longest ms"], rows)}`;
};
