import { describe, expect, it, vi } from "vitest";
import { Failure, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { type Attempt, createIdempotency, type KeyedRequest } from "./idempotency.ts";

interface Booking extends KeyedRequest {
  book(attempt: Attempt): Promise<string>;
}

const open = (now = Date.now) => {
  const state = { booked: new Set<string>(), withdrawn: new Set<string>(), runs: 0 };
  const store = createMemoryStore({ now });
  const bookings = {
    isBooked: async (_tenant: string, pnr: string) => state.booked.has(pnr),
    withdraw: async (_tenant: string, pnr: string) => {
      if (!state.booked.has(pnr)) state.withdrawn.add(pnr);
      return state.booked.has(pnr);
    },
  };
  const { begin } = createIdempotency({ store, bookings, now });
  const run = async ({ book, ...request }: Booking) => {
    const since = performance.now();
    for (;;) {
      const attempt = await begin({ ...request, since });
      if ("pnr" in attempt) return { pnr: attempt.pnr, repeated: true };
      try {
        const pnr = await book(attempt);
        attempt.finish(pnr);
        return { pnr, repeated: false };
      } catch (error) {
        await attempt.fail(error);
      }
    }
  };
  const confirm = (pnr: string): string => {
    if (state.withdrawn.has(pnr)) throw new Failure("unavailable", "was given up", { carriedOut: false });
    state.booked.add(pnr);
    return pnr;
  };
  const booking = (overrides: Partial<Booking> = {}): Booking => ({
    tenant: "default",
    tool: "bookFlight",
    key: "k",
    request: { a: 1, b: 2 },
    expiresAt: Date.now() + 3_600_000,
    book: async ({ announce }) => {
      const pnr = `PNR${++state.runs}`;
      await announce(pnr);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return confirm(pnr);
    },
    ...overrides,
  });
  const record = async () => (await store.get(keys.idempotency("default", "bookFlight:k")))?.value;
  return { state, store, run, booking, confirm, record };
};

/** A step of an attempt that waits until the test releases it, like a stopped process. */
const pause = () => {
  let go = () => {};
  let reach = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return {
    go: () => go(),
    reached,
    here: async () => {
      reach();
      await gone;
    },
  };
};

const soldOut = () => Promise.reject(ruleBroken("AA1 is sold out. Nothing was booked.", { hint: "Search again." }));
const hangs = () => new Promise<string>(() => undefined);
const again = "This is the answer to an earlier call";

describe("an idempotency key", () => {
  it("gives a repeat the same PNR, regardless of the order of fields", async () => {
    const { run, booking, state } = open();
    expect(await run(booking())).toEqual({ pnr: "PNR1", repeated: false });
    expect(await run(booking({ request: { b: 2, a: 1 } }))).toEqual({ pnr: "PNR1", repeated: true });
    expect(state.runs).toBe(1);
  });

  it("changes its record from claimed to announced to done", async () => {
    const { run, booking, confirm, record } = open();
    const [claimed, announced] = [pause(), pause()];
    const running = run(
      booking({
        book: async ({ announce }: Attempt) => {
          await claimed.here();
          await announce("PNR1");
          await announced.here();
          return confirm("PNR1");
        },
      }),
    );
    await claimed.reached;
    expect(await record()).toMatchObject({ state: "claimed" });
    claimed.go();
    await announced.reached;
    expect(await record()).toMatchObject({ state: "announced", pnr: "PNR1" });
    announced.go();
    await running;
    await new Promise(setImmediate);
    expect(await record()).toMatchObject({ state: "done", pnr: "PNR1" });
  });

  it("makes concurrent calls wait for the first", async () => {
    const { run, booking, state } = open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => run(booking())));
    expect(new Set(answers.map((answer) => answer.pnr))).toEqual(new Set(["PNR1"]));
    expect(state.runs).toBe(1);
  });

  it("cannot be reused for another request once it has booked", async () => {
    const { run, booking } = open();
    await run(booking());
    await expect(run(booking({ request: { a: 2 } }))).rejects.toMatchObject({ kind: "rule" });
  });

  it("repeats a refusal for the same arguments, and marks it as repeated", async () => {
    const { run, booking, state } = open();
    await expect(run(booking({ book: soldOut }))).rejects.toThrow("sold out");
    await expect(run(booking())).rejects.toMatchObject({
      kind: "rule",
      message: "AA1 is sold out. Nothing was booked.",
      details: { repeated: true, hint: expect.stringContaining(again) },
    });
    expect(state.runs).toBe(0);
  });

  it("keeps a refusal for at least two minutes", async () => {
    const state = { now: Date.now() };
    const { run, booking } = open(() => state.now);
    const refused = { ...booking({ book: soldOut }), expiresAt: state.now + 1_000 };
    await expect(run(refused)).rejects.toThrow("sold out");
    state.now += 120_000;
    await expect(run(booking())).rejects.toThrow("sold out");
    state.now += 120_000;
    expect(await run(booking())).toEqual({ pnr: "PNR1", repeated: false });
  });

  it("can be reused with other arguments after a refusal", async () => {
    const { run, booking } = open();
    await expect(run(booking({ book: soldOut }))).rejects.toThrow("sold out");
    expect(await run(booking({ request: { a: 2 } }))).toEqual({ pnr: "PNR1", repeated: false });
  });

  it("gives waiting callers the refusal of the first call", async () => {
    const { run, booking } = open();
    const first = pause();
    const refused = run(
      booking({
        book: async () => {
          await first.here();
          return soldOut();
        },
      }),
    );
    await first.reached;
    const waiting = run(booking());
    first.go();
    await expect(refused).rejects.toThrow("sold out");
    await expect(waiting).rejects.toThrow("sold out");
  });

  it("finds the booking of an attempt that ended with an unknown outcome", async () => {
    const { run, booking, confirm } = open();
    const unsure = booking({
      book: async ({ announce }) => {
        await announce("PNR9");
        confirm("PNR9");
        throw new Failure("unavailable", "the store does not answer", { carriedOut: "unknown" });
      },
    });
    await expect(run(unsure)).rejects.toThrow("the store does not answer");
    expect(await run(booking())).toEqual({ pnr: "PNR9", repeated: true });
  });

  it("can be retried at once after a failed attempt, which is withdrawn first", async () => {
    const { run, booking, state, confirm } = open();
    const failing = booking({
      book: async ({ announce }) => {
        await announce("PNR9");
        throw new Failure("unavailable", "the store does not answer", { carriedOut: "unknown" });
      },
    });
    await expect(run(failing)).rejects.toThrow("the store does not answer");
    const start = performance.now();
    expect(await run(booking())).toEqual({ pnr: "PNR1", repeated: false });
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(state.withdrawn).toEqual(new Set(["PNR9"]));
    expect(() => confirm("PNR9")).toThrow("was given up");
  });

  it("finds the booking of a process that died before it could answer", async () => {
    const { run, booking, confirm } = open();
    const dying = booking({
      book: async ({ announce }) => {
        await announce("PNR9");
        confirm("PNR9");
        return hangs();
      },
    });
    void run(dying);
    expect(await run(booking())).toEqual({ pnr: "PNR9", repeated: true });
  });

  it("waits for a slow attempt that renews its record", async () => {
    const { run, booking, state, confirm } = open();
    const slow = pause();
    const first = run(
      booking({
        book: async ({ announce }) => {
          await announce("PNR9");
          await slow.here();
          return confirm("PNR9");
        },
      }),
    );
    await slow.reached;
    const repeat = run(booking());
    setTimeout(slow.go, 2_500);
    expect(await repeat).toEqual({ pnr: "PNR9", repeated: true });
    expect(await first).toEqual({ pnr: "PNR9", repeated: false });
    expect(state.runs).toBe(0);
  });

  it("is taken over within two seconds from a dead process, also with a legacy record", async () => {
    for (const left of [
      { state: "announced", pnr: "PNR9" },
      { pnr: "PNR9", startedAt: 0 },
      { pnr: "", startedAt: 0 },
    ]) {
      const { run, booking, store, state } = open();
      await run(booking());
      const at = keys.idempotency("default", "bookFlight:k");
      const request = (await store.get(at))?.value["request"] as string;
      state.booked.clear();
      await new Promise(setImmediate);
      await store.put(at, { request, ...left });
      const start = performance.now();
      expect(await run(booking())).toEqual({ pnr: "PNR2", repeated: false });
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });

  it("gives an attempt that was taken over the outcome of its successor", async () => {
    const { run, booking, store, confirm } = open();
    const stopped = pause();
    const late = run(
      booking({
        book: async ({ announce }) => {
          await stopped.here();
          await announce("PNR9");
          return confirm("PNR9");
        },
      }),
    );
    await stopped.reached;
    // Simulates a process that could not renew: another one has refused the request meanwhile.
    const at = keys.idempotency("default", "bookFlight:k");
    const request = (await store.get(at))?.value["request"] as string;
    const refusal = { kind: "rule", message: "sold out elsewhere", details: {} };
    await store.put(at, { state: "refused", request, attempt: "other", refusal });
    stopped.go();
    await expect(late).rejects.toThrow("sold out elsewhere");
  });

  it("stops renewing the record of an attempt that was taken over", async () => {
    const { run, booking, store } = open();
    const at = keys.idempotency("default", "bookFlight:k");
    const late = booking({
      book: async ({ announce }) => {
        const request = (await store.get(at))?.value["request"] as string;
        const refusal = { kind: "rule", message: "sold out elsewhere", details: {} };
        await store.put(at, { state: "refused", request, attempt: "other", refusal });
        await announce("PNR9");
        return "PNR9";
      },
    });
    await expect(run(late)).rejects.toThrow("sold out elsewhere");
    const writes = vi.spyOn(store, "put");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(writes).not.toHaveBeenCalled();
  });

  it("lets a repeat stop waiting when its client disconnects", async () => {
    const { run, booking } = open();
    void run(booking({ book: hangs }));
    await new Promise(setImmediate);
    const gone = new AbortController();
    const waiting = run(booking({ client: gone }));
    setTimeout(() => gone.abort(), 50);
    const start = performance.now();
    await expect(waiting).rejects.toThrow("aborted");
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it("answers a repeat within ten seconds", { timeout: 20_000 }, async () => {
    const { run, booking } = open();
    void run(booking({ book: hangs }));
    await new Promise(setImmediate);
    const start = performance.now();
    await expect(run(booking())).rejects.toMatchObject({
      kind: "unavailable",
      details: { retryable: true, carriedOut: "unknown" },
    });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("has no effect if it is absent", async () => {
    const { run, booking, state } = open();
    await run(booking({ key: undefined }));
    await run(booking({ key: undefined }));
    expect(state.runs).toBe(2);
  });
});
