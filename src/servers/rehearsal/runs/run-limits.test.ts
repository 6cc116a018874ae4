import { describe, expect, it } from "vitest";
import { keys } from "../../../model/keys.ts";
import { createMemoryStore } from "../../../platform/stores/memory.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { createOpenRuns } from "./open-runs.ts";
import { tickOf } from "./run-clock.ts";
import { isAlive, LIFE_MS, refusalOf } from "./run-limits.ts";
import type { RunRecord } from "./run-record.ts";
import { newRunId, newToken, tokenDigest } from "./run-tokens.ts";

const MINUTE = 60_000;
const NOON = Date.parse("2026-12-01T12:00:00Z");
const BEGAN = Date.parse("2027-01-04T09:00:00Z");

const runAt = (changes: Partial<RunRecord> = {}): RunRecord =>
  ({
    ...{ id: "r-1", state: "open", startedAt: NOON, usedAt: NOON, endsAt: NOON + LIFE_MS, clock: BEGAN, calls: 0 },
    ...changes,
  }) as RunRecord;

const scenario = (changes: object = {}): Scenario =>
  ({ clock: { start: "2027-01-04T09:00:00Z" }, ...changes }) as Scenario;

describe("a run", () => {
  it.each([
    ["a minute after its last call", {}, NOON + MINUTE, true],
    ["after a quarter of an hour without calls", {}, NOON + 15 * MINUTE, false],
    ["in use for a day", { usedAt: NOON + LIFE_MS - 1 }, NOON + LIFE_MS, false],
    ["finished, for what its agent still reads", { state: "finished" }, NOON + MINUTE, true],
    ["closed", { state: "closed" }, NOON + MINUTE, false],
  ] as const)("%s: takes calls or not", (_, changes, now, alive) => {
    expect(isAlive(runAt(changes), now)).toBe(alive);
  });

  it.each([
    ["has made its calls", { calls: 200 }, {}, NOON, /^All 200 calls/],
    ["has made the calls that the scenario allows", { calls: 3 }, { limits: { calls: 3 } }, NOON, /^All 3 calls/],
    ["is late in real time", {}, { limits: { minutes: 5 } }, NOON + 5 * MINUTE + 1, /time for this task is over/],
    [
      "is late by its own clock",
      { clock: BEGAN + 2 * MINUTE },
      { clock: { start: "2027-01-04T09:00:00Z", end: "2027-01-04T09:01:00Z" } },
      ...[NOON, /time for this task is over/],
    ],
  ] as const)("that %s refuses further ones", (_, changes, file, now, message) => {
    expect(refusalOf(runAt(changes), scenario(file), now as number)?.message).toMatch(message as RegExp);
  });

  it("that is within its limits refuses nothing", () => {
    expect(refusalOf(runAt({ calls: 199 }), scenario(), NOON + 23 * 60 * MINUTE)).toBeUndefined();
  });
});

describe("the clock of a run", () => {
  it.each([
    ["20 seconds by default", undefined, "searchFlights", 20_000],
    ["one time for all tools", "2m", "bookFlight", 120_000],
    ["the time of the tool", { searchFlights: "40s", default: "5s" }, "searchFlights", 40_000],
    ["the default of a table", { searchFlights: "40s", default: "5s" }, "bookFlight", 5_000],
    ["the default where the table has none", { searchFlights: "40s" }, "constructor", 20_000],
  ] as const)("moves by %s", (_, tick, tool, passed) => {
    expect(tickOf({ clock: { start: "", ...(tick && { tick }) } } as Scenario, tool)).toBe(passed);
  });
});

describe("open runs", () => {
  it("that were abandoned make room for new ones", async () => {
    let now = NOON;
    const store = createMemoryStore({ now: () => NOON });
    const open = createOpenRuns({ store, most: 2, realTime: () => now });
    const enter = async (id: string) => {
      await open.enter("default", id);
      await store.put(keys.run(id), runAt({ id, usedAt: now }) as unknown as RecordValue);
    };
    await enter("r-1");
    await enter("r-2");
    await expect(enter("r-3")).rejects.toThrow(/^2 runs are open/);
    await open.leave("default", "r-1");
    await open.leave("default", "r-1");
    await enter("r-3");
    await expect(enter("r-4")).rejects.toThrow(/^2 runs are open/);
    now += 15 * MINUTE;
    await enter("r-5");
    await enter("r-6");
    await expect(enter("r-7")).rejects.toThrow(/^2 runs are open/);
  });

  it("that a killed process counted and never listed make room too", async () => {
    const store = createMemoryStore({ now: () => NOON });
    const open = createOpenRuns({ store, most: 2, realTime: () => NOON });
    await store.add(keys.openRunCount("default"), 2);
    for (const id of ["r-1", "r-2"]) {
      await open.enter("default", id);
      await store.put(keys.run(id), runAt({ id }) as unknown as RecordValue);
    }
    await expect(open.enter("default", "r-3")).rejects.toThrow(/^2 runs are open/);
  });

  it("of one tenant leave room for those of another", async () => {
    const store = createMemoryStore({ now: () => NOON });
    const open = createOpenRuns({ store, most: 1, realTime: () => NOON });
    await open.enter("default", "r-1");
    await expect(open.enter("acme", "r-2")).resolves.toBeUndefined();
  });
});

describe("tokens", () => {
  it("are 144 random bits, and known by their digest alone", () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(tokenDigest(tokens[0] as string)).not.toContain(tokens[0]);
  });

  it.each(["", "short", "x".repeat(25), `${"x".repeat(23)}/`, `${"x".repeat(23)}\n`])("are not %j", (text) => {
    expect(tokenDigest(text)).toBeUndefined();
  });

  it("are not the names of runs", () => {
    expect(newRunId()).toMatch(/^r-[2-9A-HJ-NP-Z]{10}$/);
  });
});
