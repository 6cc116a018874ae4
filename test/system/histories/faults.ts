import { setTimeout as sleep } from "node:timers/promises";
import type { Recorder } from "./history.ts";
import type { Random } from "./random.ts";
import type { FaultKind, System } from "./system.ts";

interface Schedule {
  readonly recorder: Recorder;
  readonly random: Random;
  readonly until: number;
}

const inflictOne = async (kind: FaultKind, lasts: number, { recorder, random }: Schedule): Promise<void> => {
  const start = recorder.now();
  const { target, heal } = await kind.begin(random);
  await sleep(lasts);
  await heal();
  recorder.faults.push({ name: `${target}: ${kind.name}`, start, end: recorder.now() });
};

/** Runs faults one after the other, each kind once before any repeats, until the time is over. All are healed at the end. */
const inflictInTurn = async (kinds: readonly FaultKind[], schedule: Schedule): Promise<void> => {
  const { recorder, random, until } = schedule;
  let deck: FaultKind[] = [];
  for (;;) {
    await sleep(random.between(200, 1_000));
    const left = until - recorder.now();
    if (left < 500) return;
    if (deck.length === 0) deck = random.shuffled(kinds);
    const kind = deck.pop() as FaultKind;
    await inflictOne(kind, Math.min(random.between(...kind.lasts), left), schedule);
  }
};

/** Runs the groups concurrently, each with its own choices, then the last fault. */
export const inflictAll = async (
  { faults, lastFault }: Pick<System, "faults" | "lastFault">,
  schedule: Schedule,
): Promise<void> => {
  const { recorder, random, until } = schedule;
  const [lasts] = lastFault.lasts;
  await Promise.all(
    faults.map((kinds, index) =>
      inflictInTurn(kinds, { ...schedule, until: until - lasts, random: random.branch(`faults ${index}`) }),
    ),
  );
  await sleep(Math.max(0, until - lasts - recorder.now()));
  await inflictOne(lastFault, lasts, schedule);
};
