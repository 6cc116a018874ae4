import { durationMs } from "../scenario/durations.ts";
import type { Scenario } from "../scenario/scenario.ts";

const DEFAULT_CALLS = 200;
const DEFAULT_TICK = "20s";
const DAY_MS = 86_400_000;

/** Prices may change at midnight UTC, so an agent that makes more calls than gold could find another world. */
export const clockWarnings = ({ clock, limits, cues = [] }: Scenario): readonly string[] => {
  const actions = cues.flatMap(({ do: all }) => all);
  if (actions.some(({ jump }) => jump !== undefined)) return [];
  const { start, tick = DEFAULT_TICK } = clock;
  const slowest = Math.max(...(typeof tick === "string" ? [tick] : Object.values(tick)).map(durationMs));
  const calls = limits?.calls ?? DEFAULT_CALLS;
  const began = Date.parse(start);
  const end = Math.min(
    began + calls * slowest,
    clock.end === undefined ? Number.POSITIVE_INFINITY : Date.parse(clock.end),
  );
  if (Math.floor(began / DAY_MS) === Math.floor(end / DAY_MS)) return [];
  return [
    `clock: ${calls} calls of ${slowest / 1_000} seconds from ${start} pass midnight UTC, when prices change. Start earlier, lower limits.calls, or make it a jump.`,
  ];
};
