import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Admission, createAdmission } from "./admission.ts";

const caps = { requests: { total: 5, perClient: 3 }, streams: { total: 2, perClient: 1 } };
const opened: Admission[] = [];
const open = (options: Partial<Parameters<typeof createAdmission>[0]> = {}): Admission => {
  const admission = createAdmission({ ...caps, ...options });
  opened.push(admission);
  return admission;
};

afterEach(() => {
  for (const admission of opened.splice(0)) admission.close();
});

describe("the admission control", () => {
  it("rejects a client over its own limit with 429 and admits other clients", () => {
    const admission = open();
    for (let i = 0; i < 3; i++) expect(admission.enter("a")).toBeUndefined();
    expect(admission.enter("a")).toMatchObject({ status: 429, retryAfter: 1 });
    expect(admission.enter("b")).toBeUndefined();
    admission.leave("a");
    expect(admission.enter("a")).toBeUndefined();
  });

  it("rejects requests over the total limit with 503", () => {
    const admission = open();
    for (const client of ["a", "b", "c", "d", "e"]) expect(admission.enter(client)).toBeUndefined();
    expect(admission.enter("f")).toMatchObject({ status: 503, retryAfter: 1 });
    expect(admission.requests).toBe(5);
    admission.leave("c");
    expect(admission.enter("f")).toBeUndefined();
  });

  it("limits streams separately from requests", () => {
    const admission = open();
    expect(admission.openStream("a")).toBeUndefined();
    expect(admission.openStream("a")).toMatchObject({ status: 429 });
    expect(admission.openStream("b")).toBeUndefined();
    expect(admission.openStream("c")).toMatchObject({ status: 503 });
    expect(admission.enter("a")).toBeUndefined();
    expect([admission.requests, admission.streams]).toEqual([1, 2]);
    admission.closeStream("a");
    expect(admission.openStream("c")).toBeUndefined();
  });

  it("ignores a client that leaves more often than it entered", () => {
    const admission = open();
    admission.enter("a");
    for (let i = 0; i < 3; i++) admission.leave("a");
    expect(admission.requests).toBe(0);
    for (let i = 0; i < 3; i++) admission.enter("a");
    expect(admission.enter("a")).toMatchObject({ status: 429 });
  });

  it("counts correctly in whatever order clients enter and leave", () => {
    const step = fc.record({ client: fc.constantFrom("a", "b", "c", "d"), comes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const admission = open();
        const inside: string[] = [];
        for (const { client, comes } of steps) {
          const own = inside.filter((one) => one === client).length;
          if (comes) {
            const expected = own >= 3 ? 429 : inside.length >= 5 ? 503 : undefined;
            expect(admission.enter(client)?.status).toBe(expected);
            if (expected === undefined) inside.push(client);
          } else if (own > 0) {
            admission.leave(client);
            inside.splice(inside.indexOf(client), 1);
          }
          expect(admission.requests).toBe(inside.length);
        }
        admission.close();
      }),
    );
  });
});

describe("the admission control under event loop lag", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const roomy = { requests: { total: 100, perClient: 50 }, streams: { total: 20, perClient: 10 } };
  const crowd = (admission: Admission, size: number): void => {
    for (let i = 0; i < size; i++) admission.enter("crowd");
  };

  it("rejects new requests after one second of lag, until the lag ends", () => {
    let late = 0;
    const admission = open({ ...roomy, lag: () => late, now: Date.now });
    crowd(admission, 9);
    admission.enter("before");
    late = 600;
    vi.advanceTimersByTime(250);
    expect(admission.enter("a")).toBeUndefined();
    admission.leave("a");
    vi.advanceTimersByTime(750);
    expect(admission.enter("a")).toBeUndefined();
    vi.advanceTimersByTime(250);
    expect(admission.enter("a")).toMatchObject({ status: 503, retryAfter: 1 });
    expect(admission.openStream("a")).toMatchObject({ status: 503 });
    admission.leave("before");
    expect(admission.requests).toBe(10);
    late = 20;
    vi.advanceTimersByTime(250);
    expect(admission.enter("a")).toBeUndefined();
    expect(admission.openStream("a")).toBeUndefined();
  });

  it("tolerates short lags", () => {
    let samples = 0;
    const admission = open({ lag: () => (samples++ % 2 === 0 ? 700 : 0), now: Date.now });
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(250);
      expect(admission.enter("a")).toBeUndefined();
      admission.leave("a");
    }
    expect(samples).toBe(20);
  });

  it("rejects nothing while only a few requests are open", () => {
    const admission = open({ ...roomy, lag: () => 5_000, now: Date.now });
    vi.advanceTimersByTime(2_000);
    crowd(admission, 8);
    expect(admission.enter("a")).toBeUndefined();
    expect(admission.enter("a")).toMatchObject({ status: 503 });
    admission.leave("crowd");
    expect(admission.enter("a")).toBeUndefined();
  });

  it("measures lag by the delay of a timer", () => {
    let instant = 0;
    const admission = open({ ...roomy, now: () => instant });
    crowd(admission, 9);
    const tick = (took: number) => {
      instant += took;
      vi.advanceTimersByTime(250);
    };
    for (let i = 0; i < 20; i++) tick(260);
    expect(admission.enter("a")).toBeUndefined();
    // One long piece of work, such as the start, is not overload.
    tick(5_000);
    expect(admission.enter("b")).toBeUndefined();
    tick(800);
    expect(admission.enter("c")).toBeUndefined();
    tick(800);
    expect(admission.enter("a")).toMatchObject({ status: 503 });
    tick(250);
    expect(admission.enter("a")).toBeUndefined();
  });
});
