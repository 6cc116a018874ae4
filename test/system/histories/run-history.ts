import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "./actions.ts";
import { runClient, runPasserBy, runTrio } from "./client.ts";
import { inflictAll } from "./faults.ts";
import { type FinalState, readFinalState } from "./final-state.ts";
import { type History, startRecorder } from "./history.ts";
import { findViolations } from "./invariants.ts";
import { seededRandom } from "./random.ts";
import { numbersOf, reportOf } from "./report.ts";
import type { System } from "./system.ts";
import { runWatcher } from "./watcher.ts";
import { findWorld, PAIRS, scarceIn } from "./world.ts";

const CLIENTS = 8;
const PASSERS_BY = 2;
/** The part of the time before the first fault, where overselling would be found too. */
const QUIET_SHARE = 0.35;
/** Time for open answers after the run. */
const REPEATED_FOR_MS = 40_000;
/** A pending booking expires after 15 seconds. */
const SETTLED_AFTER_MS = 20_000;

export const SECONDS = Number(process.env["HISTORY_SECONDS"] ?? 30);
export const seedFor = (): string => process.env["HISTORY_SEED"] ?? String(Math.floor(Math.random() * 1_000_000));

/** Runs clients and faults on the system, and throws with the proof if an invariant was broken. */
export const runHistory = async (
  system: System,
  { seed, seconds }: { seed: string; seconds: number },
): Promise<void> => {
  const random = seededRandom(seed);
  const world = await findWorld({ call: system.ask });
  const recorder = startRecorder();
  const overAt = seconds * 1000;
  const run: Run = {
    ...{ seed, recorder, world, endpoints: system.endpoints, pause: system.pause },
    isOver: () => recorder.now() >= overAt,
    mustStop: () => recorder.now() >= overAt + REPEATED_FOR_MS,
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) =>
    runClient(number, run, random.branch(`client ${number}`)),
  );
  const passersBy = Array.from({ length: PASSERS_BY }, (_, number) =>
    runPasserBy(number, run, random.branch(`passer-by ${number}`)),
  );
  const trios = Array.from({ length: PAIRS }, (_, number) => runTrio(number, run, random.branch(`trio ${number}`)));
  const watching = runWatcher(run, random.branch("watcher"));
  const disturb = async (): Promise<void> => {
    await sleep(overAt * QUIET_SHARE);
    await inflictAll(system, { recorder, random, until: overAt });
  };
  await Promise.all([...clients, ...trios, ...passersBy, watching, disturb()]);
  await sleep(SETTLED_AFTER_MS);
  const final = await readFinalState(system, world, recorder);

  const seats = new Map(scarceIn(world).map((flight) => [flight.id, flight.seats]));
  const violations = findViolations(recorder, seats, final);
  console.log(`${system.store}, HISTORY_SEED=${seed} HISTORY_SECONDS=${seconds}\n${numbersOf(recorder)}`);
  if (violations.length === 0) return;
  const folder = keepEvidence(recorder, final, system.logs());
  throw new Error(
    `${system.store}, HISTORY_SEED=${seed} HISTORY_SECONDS=${seconds}; the whole history and the logs are in ${folder}\n` +
      reportOf(recorder, violations),
  );
};

const keepEvidence = ({ operations, faults }: History, final: FinalState, logs: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "taxiway-history-"));
  const lines = (items: readonly unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join("");
  writeFileSync(join(folder, "operations.jsonl"), lines(operations));
  writeFileSync(join(folder, "faults.jsonl"), lines(faults));
  writeFileSync(join(folder, "store.jsonl"), lines(final.bookings));
  writeFileSync(join(folder, "logs.txt"), logs);
  return folder;
};
