import { describe, expect, it } from "vitest";
import { Failure, ruleBroken } from "../model/failure.ts";
import { createMemoryStore } from "../stores/memory.ts";
import { createOnce, type OnceClaim } from "./once.ts";

const open = () => {
  const state = { now: 0, done: new Set<string>(), runs: 0 };
  const store = createMemoryStore({ now: () => state.now });
  const once = createOnce({ store, now: () => state.now });
  const claim = (overrides: Partial<OnceClaim> = {}): OnceClaim => ({
    tenant: "default",
    tool: "bookFlight",
    key: "k",
    request: { a: 1, b: 2 },
    expiresAt: 1_000_000,
    isDone: async (pnr) => state.done.has(pnr),
    book: async (announce) => {
      const pnr = `PNR${++state.runs}`;
      await announce(pnr);
      await new Promise((resolve) => setTimeout(resolve, 5));
      state.done.add(pnr);
      return pnr;
    },
    ...overrides,
  });
  return { state, once, claim };
};

describe("an idempotency key", () => {
  it("gives a repeat the same PNR, in whatever order the fields came", async () => {
    const { once, claim, state } = open();
    expect(await once.run(claim())).toEqual({ pnr: "PNR1", repeated: false });
    expect(await once.run(claim({ request: { b: 2, a: 1 } }))).toEqual({ pnr: "PNR1", repeated: true });
    expect(state.runs).toBe(1);
  });

  it("makes calls at the same moment wait for the first", async () => {
    const { once, claim, state } = open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => once.run(claim())));
    expect(new Set(answers.map((answer) => answer.pnr))).toEqual(new Set(["PNR1"]));
    expect(state.runs).toBe(1);
  });

  it("cannot be used for another request", async () => {
    const { once, claim } = open();
    await once.run(claim());
    await expect(once.run(claim({ request: { a: 2 } }))).rejects.toMatchObject({ kind: "rule" });
  });

  it("is free again after a refusal", async () => {
    const { once, claim } = open();
    const refusing = claim({ book: () => Promise.reject(ruleBroken("sold out")) });
    await expect(once.run(refusing)).rejects.toThrow("sold out");
    expect(await once.run(claim())).toEqual({ pnr: "PNR1", repeated: false });
  });

  it("stays taken when nobody knows whether the booking was made", async () => {
    const { once, claim, state } = open();
    const unsure = claim({
      book: async (announce) => {
        await announce("PNR9");
        state.done.add("PNR9");
        throw new Failure("unavailable", "the store does not answer");
      },
    });
    await expect(once.run(unsure)).rejects.toThrow("the store does not answer");
    expect(await once.run(claim())).toEqual({ pnr: "PNR9", repeated: true });
  });

  it("finds out that a booking was made whose process died before it could say so", async () => {
    const { once, claim, state } = open();
    const dying = claim({
      book: async (announce) => {
        await announce("PNR9");
        state.done.add("PNR9");
        return new Promise<string>(() => undefined);
      },
    });
    void once.run(dying);
    expect(await once.run(claim())).toEqual({ pnr: "PNR9", repeated: true });
  });

  it("lets a repeat take over from a process that died before the booking counted", async () => {
    const { once, claim, state } = open();
    void once.run(claim({ book: () => new Promise<string>(() => undefined) }));
    await new Promise((resolve) => setTimeout(resolve, 1));
    state.now += 61_000;
    expect(await once.run(claim())).toEqual({ pnr: "PNR1", repeated: false });
  });

  it("does nothing when there is none", async () => {
    const { once, claim, state } = open();
    const { key: _key, ...keyless } = claim();
    await once.run({ ...keyless, key: undefined });
    await once.run({ ...keyless, key: undefined });
    expect(state.runs).toBe(2);
  });
});
