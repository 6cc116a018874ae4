import { afterAll, beforeAll, expect, it } from "vitest";
import { cases } from "../../../fixtures/cases.ts";
import {
  bookLondon,
  call,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

/** More than a node keeps composed, so that runs are composed again from the store in between. */
const RUNS = Math.min(1_000, cases(300));
const AT_ONCE = 40;

let server: RehearsalServer;
beforeAll(async () => {
  server = await openRehearsalServer({ TAXIWAY_RUNS_AT_ONCE: String(RUNS) });
});
afterAll(() => server.close());

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A last name of its own for each run. */
const nameOf = (index: number): string =>
  `Traveller${LETTERS[Math.floor(index / 26) % 26]}${LETTERS[index % 26]}`.toLowerCase();

const inTurns = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

it(`${RUNS} runs that are open at once are never mixed up`, { timeout: 240_000 }, async () => {
  const runs = await Promise.all(
    Array.from({ length: RUNS }, async (_, index) => ({ index, run: await server.start(LONDON) })),
  );
  await inTurns(runs, async ({ run }) => {
    expect((await call(run.mcp_url, "listBookings")).structuredContent.bookings).toEqual([]);
  });
  await inTurns(runs, async ({ run, index }) => {
    await bookLondon(run.mcp_url, { type: "adult", firstName: "Ada", lastName: nameOf(index) });
  });
  await inTurns(runs, async ({ run, index }) => {
    const { text } = await server.admin("GET", `/runs/${run.id}/journal`);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ tool }) => tool)).toEqual(["listBookings", "searchFlights", "bookFlight", "finishTask"]);
    const { bookings } = (await call(run.mcp_url, "listBookings")).structuredContent;
    expect(bookings).toHaveLength(1);
    expect(JSON.stringify(bookings).toLowerCase()).toContain(nameOf(index));
    expect((await server.admin("POST", `/runs/${run.id}/close`)).body.calls).toBe(5);
  });
});
