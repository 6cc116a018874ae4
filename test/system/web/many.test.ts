import { describe, expect, it } from "vitest";
import { openLmdbStore } from "../../../src/platform/stores/lmdb.ts";
import { bearer } from "../../fixtures/access/key-holder.ts";
import { pnrOf, RARE, writeBookings } from "../../fixtures/console/bookings/written-bookings.ts";
import { openStream, type RawStream } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { TODAY } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startWalk, type Walk } from "./console-walk.ts";
import { callAtOnce } from "./many-calls.ts";

const TIMEOUT = 90_000;
const ADMIN_TOKEN = "token-of-the-operator-in-tests";
/** For a browser this many are like any larger number, because the server has them all. */
const MANY = 10_000;
/** More at once than an event reports. */
const CALLS = 200;
/** The rows of a window, and some on either side. */
const MOST_ROWS = 80;
/** The length of the list in the browser. */
const MOST_KEPT = 1_000;
/** The number of calls in an event. */
const MOST_TOLD = 50;

const filledFolder = async (): Promise<string> => {
  const path = temporaryFolder();
  const begin = Date.parse(`${TODAY}T09:00:00Z`);
  const store = await openLmdbStore({ path, now: () => begin });
  await writeBookings(store, MANY, begin);
  await store.close();
  return path;
};

const gridIn = ({ page }: Walk, name: string) => {
  const grid = page.getByRole("grid", { name });
  return { grid, rows: grid.locator("tbody tr[id]") };
};

/** Pages to the end of the list. */
const scrollBeyond = async (walk: Walk, number: number): Promise<number> => {
  const { grid, rows } = gridIn(walk, "Bookings");
  await grid.focus();
  for (;;) {
    await grid.press("End");
    await walk.page.locator(".table-foot").waitFor({ state: "detached" });
    expect(await rows.count()).toBeLessThanOrEqual(MOST_ROWS);
    const last = Number(await rows.last().getAttribute("aria-rowindex")) - 2;
    if (last >= number) return last;
  }
};

const named = <Data>({ events }: RawStream, wanted: string): readonly Data[] =>
  events.filter(({ name }) => name === wanted).map(({ data }) => JSON.parse(data) as Data);

const toldIn = (stream: RawStream): number =>
  named<readonly unknown[]>(stream, "call").reduce((sum, calls) => sum + calls.length, 0);

const leftOutIn = (stream: RawStream): number =>
  named<{ readonly dropped: number }>(stream, "rates").reduce((sum, { dropped }) => sum + dropped, 0);

describe("the console with 10,000 bookings and more calls than it can list", () => {
  it("renders the visible rows only, and accounts for every call that it leaves out", {
    timeout: TIMEOUT,
  }, async () => {
    const folder = await filledFolder();
    const walk = await startWalk({
      ...{ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder },
      ...{ TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN, RATE_LIMIT_ENABLED: "false" },
    });
    const { page, go, problems, taxiway } = walk;

    await go("bookings");
    const bookings = gridIn(walk, "Bookings").rows;
    await page.getByText("10,000 total").waitFor();
    const newest = bookings.filter({ hasText: pnrOf(MANY - 1) });
    await newest.waitFor();
    const last = await scrollBeyond(walk, 500);
    expect(await bookings.filter({ hasText: pnrOf(MANY - 1 - last) }).count()).toBe(1);
    await gridIn(walk, "Bookings").grid.press("Home");
    await newest.waitFor();
    await page.getByLabel("PNR or last name").fill(pnrOf(RARE.number));
    await bookings.filter({ hasText: new RegExp(RARE.lastName, "i") }).waitFor();
    expect(await bookings.count()).toBe(1);

    await go("live");
    // The sidebar says "open" on every page, so text before this page is not counted.
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.locator('.connection[data-state="open"]').first().waitFor();
    const stream = await openStream(taxiway.port, { path: "/admin/events", headers: bearer(ADMIN_TOKEN) });
    await stream.until(() => named(stream, "hello").length > 0);
    const made = await callAtOnce(taxiway, { calls: CALLS, tool: "retrieveBooking", input: { pnr: pnrOf(1) } });
    await stream.until(() => toldIn(stream) + leftOutIn(stream) >= made);
    expect(toldIn(stream) + leftOutIn(stream)).toBe(made);
    expect(leftOutIn(stream)).toBeGreaterThan(0);
    const sizes = named<readonly unknown[]>(stream, "call").map((calls) => calls.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_TOLD);

    await page.getByText(/more calls? arrived too fast to list/).waitFor();
    const calls = gridIn(walk, "Calls");
    expect(await calls.rows.count()).toBeLessThanOrEqual(MOST_ROWS);
    expect(Number(await calls.grid.getAttribute("aria-rowcount")) - 1).toBeLessThanOrEqual(MOST_KEPT);
    expect(problems).toEqual([]);
  });
});
