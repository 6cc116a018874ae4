import { expect, onTestFinished, vi } from "vitest";
import { worked } from "../../fixtures/taxiway.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { createFailureJournal } from "./failure-journal.ts";
import { startFleet } from "./fleet.ts";
import { type ConnectLine, LINES } from "./lines.ts";
import { callAt, inBatches } from "./many-calls.ts";
import { bookedTwice, type Diary, insist, travel } from "./traveller.ts";

const NODES = [0, 1, 2];
const LIMITS = { RATE_LIMIT_PER_MINUTE: "1000000", TAXIWAY_MAX_REQUESTS_PER_CLIENT: "1000" };

/** Most clients have no SDK, which would cost more than the server under test. */
const crowdOf = (size: number): readonly ConnectLine[] =>
  Array.from({ length: size }, (_, number) => {
    if (number % 50 === 48) return LINES.v1;
    if (number % 50 === 49) return LINES.v2;
    return number % 2 === 0 ? LINES.http1 : LINES.http2;
  });

/** Kills and stops nodes in turn while this many clients travel, and checks that none of them loses anything. */
export const expectToSurviveRestarts = async (clients: number): Promise<void> => {
  const crowd = crowdOf(clients);
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

  const lines = await Promise.all(crowd.map((connect) => insist(() => connect(fleet.nginx, journal))));
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
  expect(new Set(lines.map(({ sessionId }) => sessionId)).size).toBe(crowd.length);
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
};
