import { durationMs } from "../scenario/durations.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** Times are written with four digits of a year, so the clock of a run stops here. */
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59Z");

export const later = (instant: number, passed: number): number => Math.min(instant + passed, LAST_INSTANT);

const DEFAULT_TICK = "20s";

/** How much run time a call of a tool takes. Time passes by calls alone, so that it passes equally in every attempt. */
export const tickOf = ({ clock: { tick = DEFAULT_TICK } }: Pick<Scenario, "clock">, tool: string): number =>
  durationMs(typeof tick === "string" ? tick : (own(tick, tool) ?? own(tick, "default") ?? DEFAULT_TICK));

const own = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
