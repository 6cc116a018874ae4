import { durationMs } from "../scenario/durations.ts";
import type { Scenario } from "../scenario/scenario.ts";

const DEFAULT_TICK = "20s";

/** How much run time a call of a tool takes. Time passes by calls alone, so that it passes equally in every attempt. */
export const tickOf = ({ clock: { tick = DEFAULT_TICK } }: Pick<Scenario, "clock">, tool: string): number =>
  durationMs(typeof tick === "string" ? tick : (own(tick, tool) ?? own(tick, "default") ?? DEFAULT_TICK));

const own = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
