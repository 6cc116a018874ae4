import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

interface Job {
  readonly client: string;
  readonly ms: number;
}

/** Runs jobs on one worker until none waits or `untilMs` have passed; returns the worker time of each client. */
const share = (jobs: readonly Job[], untilMs = Number.POSITIVE_INFINITY): Readonly<Record<string, number>> => {
  let instant = 0;
  const queue = createFairQueue<Job>({ perClient: 1, now: () => instant });
  for (const job of jobs) queue.add(job);
  const held: Record<string, number> = {};
  for (let job = queue.next(); job !== undefined && instant < untilMs; job = queue.next()) {
    instant += job.ms;
    held[job.client] = (held[job.client] ?? 0) + job.ms;
    queue.done(job, job.ms);
  }
  return held;
};

const jobs = (client: string, ms: number, count: number): Job[] =>
  Array.from({ length: count }, () => ({ client, ms }));

describe("the fair queue", () => {
  const A = "default\naddress\n10.0.0.1";
  const B = "default\naddress\n10.0.0.2";

  it("gives each client the same worker time, however long its jobs are", () => {
    const held = share([...jobs(A, 10_000, 100), ...jobs(B, 100, 10_000)], 400_000);
    const ratio = (held[A] as number) / (held[B] as number);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });

  it("gives each tenant the same worker time, however many keys it has", () => {
    const many = Array.from({ length: 50 }, (_, key) => jobs(`many\nkey\n${key}`, 1_000, 20)).flat();
    const held = share([...many, ...jobs("one\nkey\n1", 1_000, 1_000)], 400_000);
    expect(held["one\nkey\n1"]).toBeCloseTo(200_000, -4);
  });

  it("serves a new client right after the running job", () => {
    let instant = 0;
    const queue = createFairQueue<Job>({ perClient: 1, now: () => instant });
    for (const job of jobs(A, 30_000, 6)) queue.add(job);
    const first = queue.next() as Job;
    queue.add({ client: B, ms: 10 });
    instant = 30_000;
    queue.done(first, first.ms);
    expect(queue.next()).toMatchObject({ client: B });
  });

  it("ignores worker time used long ago", () => {
    let instant = 0;
    const queue = createFairQueue<Job>({ perClient: 1, now: () => instant });
    queue.add({ client: A, ms: 0 });
    queue.done(queue.next() as Job, 30_000);
    instant = 3_600_000;
    queue.add({ client: A, ms: 1 });
    queue.add({ client: B, ms: 1 });
    expect(queue.next()).toMatchObject({ client: A });
  });
});
