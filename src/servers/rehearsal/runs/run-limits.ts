import { type Failure, notFound, ruleBroken } from "../../../model/failure.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { RunRecord } from "./run-record.ts";

const DEFAULT_CALLS = 200;
const MINUTE_MS = 60_000;
/** A run without calls is abandoned. */
const IDLE_MS = 15 * MINUTE_MS;
export const LIFE_MS = 24 * 60 * MINUTE_MS;

/** Whether the run still takes calls, in real time. */
export const isAlive = ({ state, usedAt, endsAt }: RunRecord, now: number): boolean =>
  (state === "open" || state === "finished") && now < Math.min(endsAt, usedAt + IDLE_MS);

/** Why the run takes no further call, in words for its agent. `now` is real time. */
export const refusalOf = (record: RunRecord, { limits = {}, clock }: Scenario, now: number): Failure | undefined => {
  const { calls = DEFAULT_CALLS, minutes } = limits;
  const hint = "Nothing was done. This was the last answer.";
  if (record.calls >= calls) return ruleBroken(`All ${calls} calls of this task have been made.`, { hint });
  const isLate =
    (minutes !== undefined && now > record.startedAt + minutes * MINUTE_MS) ||
    (clock.end !== undefined && record.clock > Date.parse(clock.end));
  return isLate ? ruleBroken("The time for this task is over.", { hint }) : undefined;
};

export const ended = (): Failure => notFound("This run has ended.");
