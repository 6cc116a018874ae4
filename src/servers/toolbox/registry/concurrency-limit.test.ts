import { describe, expect, it } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

const never = new AbortController().signal;

/** Work that ends when told to. */
const start = (limit: ReturnType<typeof createConcurrencyLimit>, signal = never) => {
  let finish: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let started = false;
  const result = limit.run(signal, () => {
    started = true;
    return new Promise<string>((resolve, reject) => {
      [finish, fail] = [resolve, reject];
    });
  });
  result.catch(() => undefined);
  return { result, started: () => started, finish: () => finish("done"), fail: () => fail(new Error("broke")) };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the concurrency limit", () => {
  it("reports when all running and waiting calls have ended", async () => {
    const limit = createConcurrencyLimit({ name: "weather", mostRunning: 1, mostWaiting: 1 });
    await limit.idle();
    const [first, second] = [start(limit), start(limit)];
    let idle = false;
    const over = limit.idle().then(() => {
      idle = true;
    });
    first.finish();
    await first.result;
    await settled();
    expect([idle, second.started()]).toEqual([false, true]);
    second.finish();
    await over;
    expect(idle).toBe(true);
  });

  it("runs calls up to the limit and the others in order", async () => {
    const limit = createConcurrencyLimit({ name: "weather", mostRunning: 2, mostWaiting: 2 });
    const [first, second, third, fourth] = [start(limit), start(limit), start(limit), start(limit)];
    expect([limit.running, limit.waiting]).toEqual([2, 2]);
    second.finish();
    expect(await second.result).toBe("done");
    await settled();
    expect([third.started(), fourth.started()]).toEqual([true, false]);
    first.fail();
    await expect(first.result).rejects.toThrow("broke");
    await settled();
    expect(fourth.started()).toBe(true);
    third.finish();
    fourth.finish();
    await Promise.all([third.result, fourth.result]);
    expect([limit.running, limit.waiting]).toEqual([0, 0]);
  });

  it("rejects calls when the queue is full and says when to retry", async () => {
    const limit = createConcurrencyLimit({ name: "weather", mostRunning: 1, mostWaiting: 1 });
    const [running, waiting] = [start(limit), start(limit)];
    await expect(start(limit).result).rejects.toMatchObject({
      kind: "rate_limited",
      message: "weather has 1 calls running and 1 waiting, which is the limit.",
      details: { retryable: true, retry_after_ms: 1000 },
    });
    running.finish();
    await running.result;
    await settled();
    waiting.finish();
    expect(await waiting.result).toBe("done");
  });

  it("removes aborted calls from the queue", async () => {
    const limit = createConcurrencyLimit({ name: "weather", mostRunning: 1 });
    const leaving = new AbortController();
    const [running, impatient, patient] = [start(limit), start(limit, leaving.signal), start(limit)];
    leaving.abort(new Error("the client went away"));
    await expect(impatient.result).rejects.toThrow("the client went away");
    expect(limit.waiting).toBe(1);
    running.finish();
    await running.result;
    await settled();
    expect([impatient.started(), patient.started()]).toEqual([false, true]);
    patient.finish();
    await patient.result;
    expect(limit.running).toBe(0);
  });

  it("does not start calls that are already aborted", async () => {
    const limit = createConcurrencyLimit({ name: "weather" });
    const gone = start(limit, AbortSignal.abort(new Error("gone")));
    await expect(gone.result).rejects.toThrow("gone");
    expect([gone.started(), limit.running]).toEqual([false, 0]);
  });
});
