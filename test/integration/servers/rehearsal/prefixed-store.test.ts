import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import { prefixed } from "../../../../src/servers/rehearsal/runs/prefixed-store.ts";
import { describeStore } from "../../../fixtures/contracts/store.ts";

const NOON = Date.parse("2026-12-01T12:00:00Z");
const HOUR = 3_600_000;

describeStore(
  "a prefix of a memory store",
  async () => {
    const store = createMemoryStore({ now: () => NOON });
    return { store: prefixed(store, "run:r-1:world:", NOON + HOUR), now: () => NOON, pass: async () => undefined };
  },
  { ownExpiry: false },
);

describe("a store within a store", () => {
  it("keeps what it has apart from everything else", async () => {
    const store = createMemoryStore({ now: () => NOON });
    const [one, other] = ["1", "2"].map((id) => prefixed(store, `run:${id}:world:`, NOON + HOUR));
    await one?.put("pnr:TEST-AAAAAA", { a: 1 });
    await other?.addMember("set", "b");
    expect(await other?.get("pnr:TEST-AAAAAA")).toBeUndefined();
    expect(await store.get("pnr:TEST-AAAAAA")).toBeUndefined();
    const keys: string[] = [];
    for await (const key of other?.scan("") ?? []) keys.push(key);
    expect(keys).toEqual(["set"]);
    await one?.close();
    await expect(one?.get("pnr:TEST-AAAAAA")).rejects.toThrow("closed");
    expect(await other?.members("set")).toEqual(["b"]);
  });

  it("expires as a whole at its end, whatever its user wants", async () => {
    let now = NOON;
    const store = createMemoryStore({ now: () => now });
    const run = prefixed(store, "run:1:world:", NOON + HOUR);
    await run.put("past", { a: 1 }, { expiresAt: NOON - HOUR });
    await run.put("far", { a: 1 }, { expiresAt: NOON + 1_000 * HOUR });
    await run.put("forever", { a: 1 });
    await run.add("counter", 1);
    now = NOON + HOUR - 1;
    expect((await run.getMany(["past", "far", "forever"])).map((found) => found?.value)).toEqual([
      { a: 1 },
      { a: 1 },
      { a: 1 },
    ]);
    now = NOON + HOUR;
    expect(await run.getMany(["past", "far", "forever"])).toEqual([undefined, undefined, undefined]);
    expect(await run.count("counter")).toBe(0);
  });
});
