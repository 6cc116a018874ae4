import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

interface Job {
  readonly client: string;
  readonly ms: number;
}

/** Runs jobs on one worker until none waits or `untilMs` have passed; returns how long each client had it. */
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

describe("a worker that clients share", () => {
  const A = "default\naddress\n10.0.0.1";
  const B = "default\naddress\n10.0.0.2";

  it("is had by each for as long, however long their jobs are", () => {
    const held = share([...jobs(A, 10_000, 100), ...jobs(B, 100, 10_000)], 400_000);
    const ratio = (held[A] as number) / (held[B] as number);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });

  it("is had by each tenant for as long, however many keys it has", () => {
    const many = Array.from({ length: 50 }, (_, key) => jobs(`many\nkey\n${key}`, 1_000, 20)).flat();
    const held = share([...many, ...jobs("one\nkey\n1", 1_000, 1_000)], 400_000);
    expect(held["one\nkey\n1"]).toBeCloseTo(200_000, -4);
  });

  it("goes to a newcomer after the job that runs", () => {
    let instant = 0;
    const queue = createFairQueue<Job>({ perClient: 1, now: () => instant });
    for (const job of jobs(A, 30_000, 6)) queue.add(job);
    const first = queue.next() as Job;
    queue.add({ client: B, ms: 10 });
    instant = 30_000;
    queue.done(first, first.ms);
    expect(queue.next()).toMatchObject({ client: B });
  });

  it("is not withheld for what was long ago", () => {
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
