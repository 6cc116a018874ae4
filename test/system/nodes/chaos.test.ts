import { expect, it, onTestFinished, vi } from "vitest";
import { worked } from "../../fixtures/taxiway.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { createFailureJournal } from "./failure-journal.ts";
import { startFleet } from "./fleet.ts";
import { type ConnectLine, LINES } from "./lines.ts";
import { callAt, inBatches } from "./many-calls.ts";
import { bookedTwice, type Diary, insist, travel } from "./traveller.ts";

const NODES = [0, 1, 2];
const LIMITS = { RATE_LIMIT_PER_MINUTE: "1000000", TAXIWAY_MAX_REQUESTS_PER_CLIENT: "1000" };

/** 200 clients, most of them without an SDK, which would cost more than the server under test. */
const CROWD: readonly ConnectLine[] = [
  ...Array.from({ length: 97 }, () => LINES.http1),
  ...Array.from({ length: 97 }, () => LINES.http2),
  ...Array.from({ length: 3 }, () => LINES.v1),
  ...Array.from({ length: 3 }, () => LINES.v2),
];

it("200 clients keep their sessions and bookings while nodes are killed in turn", { timeout: 180_000 }, async () => {
  const valkey = await startValkey();
  onTestFinished(valkey.stop);
  const fleet = await startFleet(NODES.length, { VALKEY_URL: valkey.url, ...LIMITS });
  const journal = createFailureJournal();
  let booked = 0;
  let isOver = false;
  const moreBookings = async (count: number): Promise<void> => {
    const enough = booked + count;
    await vi.waitFor(() => expect(booked).toBeGreaterThanOrEqual(enough), { timeout: 30_000 });
  };

  /** nginx avoids a node that failed for a moment. */
  const servesAgain = (index: number): Promise<void> =>
    vi.waitFor(async () => expect(await fleet.nodes[index]?.toolCalls()).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 100,
    });

  const lostOnTheWay = (): number => journal.retryable.filter((answer) => answer.startsWith("502")).length;

  const lines = await Promise.all(CROWD.map((connect) => insist(() => connect(fleet.nginx, journal))));
  const travelling = Promise.all(
    lines.map((line, number) => travel(line, { number, journal, isOver: () => isOver, onBooked: () => void booked++ })),
  );
  const trouble = async (): Promise<void> => {
    await moreBookings(100);
    for (const node of NODES) {
      expect(await fleet.restart(node, "SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
      await servesAgain(node);
    }
    const killed = lostOnTheWay();
    for (const node of NODES) {
      expect(await fleet.restart(node, "SIGTERM")).toEqual({ code: 0, signal: null });
      await servesAgain(node);
    }
    // Only a call at the moment of a stop may be lost.
    expect(lostOnTheWay() - killed).toBeLessThanOrEqual(NODES.length);
    await moreBookings(60);
  };
  await Promise.race([trouble(), travelling]).finally(() => {
    isOver = true;
  });
  const diaries = await travelling;

  expect(journal.unclean).toEqual([]);
  expect(new Set(lines.map(({ sessionId }) => sessionId)).size).toBe(CROWD.length);
  const journeys = lines.map((line, number) => ({ line, diary: diaries[number] as Diary }));
  const problems = await inBatches(
    fleet.nodes.flatMap((node) => journeys.map((journey) => ({ node, ...journey }))),
    async ({ node, line, diary }) => {
      const { bookings } = worked(await callAt(node, line.sessionId, "listBookings", {}));
      const pnrs = new Set(bookings.map(({ pnr }: { pnr: string }) => pnr));
      const retrieved = await Promise.all(
        [...diary.acknowledged.values()].map((pnr) => callAt(node, line.sessionId, "retrieveBooking", { pnr })),
      );
      return [
        ...[...diary.acknowledged.values()].filter((pnr) => !pnrs.has(pnr)).map((pnr) => `${pnr} is not listed`),
        ...retrieved.filter(({ isError }) => isError).map(({ content }) => content[0]?.text),
        ...bookedTwice(bookings).map((passenger) => `${passenger} was booked twice`),
      ];
    },
  );
  expect(problems.flat()).toEqual([]);
});
