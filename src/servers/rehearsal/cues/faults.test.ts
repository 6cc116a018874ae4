import { expect, it } from "vitest";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import { FAULTS } from "../scenario/cue-schema.ts";
import { faultOf } from "./faults.ts";

type Kind = (typeof FAULTS)[number];

/** Runs a tool under the fault, which itself succeeds or refuses; tells whether it was carried out. */
const met = async (kind: Kind, isRefused = false) => {
  let done = false;
  const tool = {
    run: async () => {
      if (isRefused) throw new Error("refused");
      done = true;
      return { pnr: "TEST-ABC234" };
    },
  } as unknown as Tool;
  const fault = faultOf({ kind });
  await Promise.resolve(fault.prepare?.(tool).run({} as never, {} as Call)).catch(() => undefined);
  return { done, outcome: fault.outcome, applied: fault.applied?.() };
};

const CARRIED_OUT: readonly Kind[] = [
  "lost_answer",
  "slow",
  "stale",
  "partial",
  "empty",
  "malformed",
  "truncated",
  "huge",
  "hang_up",
];

it.each(FAULTS)("%s carries the call out, or does not, as the journal tells", async (kind) => {
  const { done, outcome, applied } = await met(kind);
  expect(done).toBe(CARRIED_OUT.includes(kind));
  expect(applied).toBe(true);
  expect(outcome === "ok" || outcome === "lost").toBe(done);
});

it.each(CARRIED_OUT)("%s has no occasion if the tool itself refuses", async (kind) => {
  expect(await met(kind, true)).toEqual({ done: false, outcome: "refused", applied: false });
});
