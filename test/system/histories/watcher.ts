import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "./actions.ts";
import { createCaller } from "./caller.ts";
import type { Random } from "./random.ts";

/** Reads acknowledged bookings at any node during the run; its reads are part of the history. */
export const runWatcher = async ({ recorder, endpoints, isOver }: Run, random: Random): Promise<void> => {
  const caller = createCaller("watcher", recorder);
  const sessions = new Set<string>();
  const known = new Set<string>();
  let seen = 0;
  let reads = 0;

  const learn = (): void => {
    for (; seen < recorder.operations.length; seen++) {
      const outcome = recorder.operations[seen]?.outcome;
      if (outcome?.kind !== "ok" || outcome.booking === undefined) continue;
      known.add(outcome.booking.pnr);
      sessions.add(outcome.booking.sessionId);
    }
  };
  const read = (pnr: string) =>
    caller.send(
      random.pick(endpoints),
      { tool: "retrieveBooking", id: `watcher-${++reads}`, pnr, input: { pnr } },
      { attempt: 0, patienceMs: 5_000 },
    );

  while (!isOver()) {
    await sleep(400);
    learn();
    if (known.size === 0) continue;
    const newest = [...known].slice(-60);
    await Promise.all([random.pick(newest), random.pick(newest), random.pick([...known])].map(read));

    // Bookings whose answer was lost are found in the list of their session.
    const sessionId = random.pick([...sessions].slice(-14));
    const outcome = await caller.send(
      random.pick(endpoints),
      { tool: "listBookings", id: `watcher-${++reads}`, input: { sessionId } },
      { attempt: 0, patienceMs: 5_000 },
    );
    const unknown = outcome.kind === "ok" ? (outcome.list?.pnrs ?? []).filter((pnr) => !known.has(pnr)) : [];
    await Promise.all(unknown.slice(-3).map(read));
  }
};
