import { join } from "node:path";
import { openLmdbStore } from "../../src/platform/stores/lmdb.ts";
import { pnrOf, RARE, writeBookings } from "../../test/fixtures/console/bookings/written-bookings.ts";
import { startHttpServer } from "../http/http-server.ts";
import { median, table } from "../table.ts";
import { ADMIN_TOKEN, taxiwayHttp } from "../taxiway.ts";

const SIZES = [1_000, 100_000] as const;
const PAGE = 100;
const ROUNDS = 50;

/** Response times in milliseconds. */
type Durations = readonly number[];

interface BookingPage {
  readonly bookings: readonly unknown[];
  readonly next_cursor?: string;
}

type List = (query: string) => Promise<{ readonly page: BookingPage; readonly duration: number }>;

const listAt =
  (port: number): List =>
  async (query) => {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/admin/bookings?${query}`, {
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    const page = (await response.json()) as BookingPage;
    if (response.status !== 200) throw new Error(`Status ${response.status}: ${JSON.stringify(page)}`);
    return { page, duration: performance.now() - startedAt };
  };

const repeated = async (list: List, query: string): Promise<Durations> => {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push((await list(query)).duration);
  return all;
};

/** Lists all pages up to the oldest booking, and checks the number of results. */
const allPages = async (list: List, query: string, expected: number): Promise<Durations> => {
  const all: number[] = [];
  let seen = 0;
  let cursor: string | undefined;
  do {
    const { page, duration } = await list(
      cursor === undefined ? query : `${query}&cursor=${encodeURIComponent(cursor)}`,
    );
    all.push(duration);
    seen += page.bookings.length;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  if (seen !== expected) throw new Error(`${seen} bookings were listed instead of ${expected}.`);
  return all;
};

const rowOf = (name: string, durations: Durations): readonly string[] => {
  const sorted = [...durations].sort((a, b) => a - b);
  const longest = sorted.at(-1) ?? Number.NaN;
  return [name, String(durations.length), median(durations).toFixed(1), longest.toFixed(1)];
};

const measureWith = async (folder: string, count: number): Promise<readonly (readonly string[])[]> => {
  const store = await openLmdbStore({ path: folder, now: Date.now });
  await writeBookings(store, count, Date.now());
  await store.close();
  const server = await startHttpServer(taxiwayHttp({ folder, env: { TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN } }));
  const list = listAt(server.port);
  try {
    const title = (request: string) => `${request}, ${count.toLocaleString("en-US")} bookings`;
    return [
      rowOf(title("the newest page"), await repeated(list, `limit=${PAGE}`)),
      rowOf(title("one PNR"), await repeated(list, `text=${pnrOf(RARE.number)}`)),
      rowOf(title("all pages in turn"), await allPages(list, `limit=${PAGE}`, count)),
      rowOf(title("the name of an old booking"), await allPages(list, `limit=${PAGE}&text=${RARE.lastName}`, 1)),
    ];
  } finally {
    await server.end();
  }
};

/** Measures the console's requests with few and with many bookings in the store. */
export const bookings = async (folder: string): Promise<string> => {
  const rows: (readonly string[])[] = [];
  for (const size of SIZES) rows.push(...(await measureWith(join(folder, String(size)), size)));
  return `Bookings, ${PAGE} on a page:\n\n${table(["request", "responses", "median ms", "longest ms"], rows)}`;
};
