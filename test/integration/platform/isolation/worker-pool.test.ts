import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../../src/model/failure.ts";
import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from "../../../../src/platform/isolation/worker-pool.ts";
import type { TestJob } from "./jobs.ts";

const opened: WorkerPool<TestJob, unknown>[] = [];
const open = (options: Partial<WorkerPoolOptions> = {}): WorkerPool<TestJob, unknown> => {
  const pool = createWorkerPool<TestJob, unknown>({
    module: new URL("./jobs.ts", import.meta.url),
    memoryMb: 64,
    ...options,
  });
  opened.push(pool);
  return pool;
};
const patient = { deadlineMs: 20_000, client: "ana" };
const asBo = { ...patient, client: "bo" };
const echo = (value: unknown): TestJob => ({ do: "echo", value });
const pid = (pool: WorkerPool<TestJob, unknown>, options = patient): Promise<unknown> =>
  pool.run({ do: "pid" }, options);
const isAlive = (process_: unknown): boolean => {
  try {
    return process.kill(process_ as number, 0);
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

describe("a job in a worker", () => {
  it("returns its result, including binary data", async () => {
    const pool = open();
    const value = { text: "é", big: 2n ** 70n, bytes: new Uint8Array([1, 2, 255]), nested: [new Map([["a", 1]])] };
    expect(await pool.run(echo(value), patient)).toEqual(value);
    const part = new Uint8Array([9, 8, 7, 6]).subarray(1, 3);
    expect(await pool.run(echo(part), patient)).toEqual(new Uint8Array([8, 7]));
    expect(part).toEqual(new Uint8Array([8, 7]));
  });

  it("reports its progress, and none of it to the next job", async () => {
    const pool = open();
    const seen: unknown[] = [];
    const progress = (...step: unknown[]) => void seen.push(step);
    await pool.run({ do: "progress", steps: 2 }, { ...patient, progress });
    expect(seen).toEqual([
      [1, 2, "step 1"],
      [2, 2, "step 2"],
    ]);
    expect(await pool.run(echo("quiet"), { ...patient, progress })).toBe("quiet");
    expect(seen).toHaveLength(2);
  });

  it("that throws a Failure rejects with the same Failure", async () => {
    const thrown = await open()
      .run({ do: "fail" }, patient)
      .catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(Failure);
    expect(thrown).toMatchObject({
      kind: "invalid",
      message: "Something is wrong.",
      details: { field: "expression", hint: "Do better.", position: 3 },
    });
  });

  it("that has a defect rejects with an Error, and its worker keeps running", async () => {
    const pool = open();
    const before = await pid(pool);
    await expect(pool.run({ do: "throw" }, patient)).rejects.toThrow(new Error("a defect"));
    await expect(pool.run({ do: "recurse" }, patient)).rejects.toThrow("call stack");
    await expect(pool.run({ do: "answer with a function" }, patient)).rejects.toThrow("could not be cloned");
    await expect(
      pool.run(
        echo(() => undefined),
        patient,
      ),
    ).rejects.toThrow("could not be cloned");
    expect(await pid(pool)).toBe(before);
  });

  it("does not see the environment, and its output is dropped", async () => {
    const pool = open();
    const { env, execArgv } = (await pool.run({ do: "environment" }, patient)) as Record<string, object>;
    expect(env).toEqual({});
    expect(execArgv).toEqual(["--max-old-space-size=64", "--import", "tsx"]);
    const written = vi.spyOn(process.stdout, "write");
    expect(await pool.run({ do: "talk" }, patient)).toBe("said");
    expect(await pool.run(echo(1), patient)).toBe(1);
    expect(written.mock.calls.flat().join()).not.toContain("noise");
    written.mockRestore();
  });

  it("can be prevented from compiling code from strings", async () => {
    expect(await open().run({ do: "eval" }, patient)).toBe(2);
    await expect(open({ noEval: true }).run({ do: "eval" }, patient)).rejects.toThrow("Code generation from strings");
  });
});

describe("a failing job", () => {
  it("is stopped at its deadline if it loops or never ends, and the next job gets a new worker", async () => {
    const pool = open();
    for (const job of [{ do: "loop" }, { do: "wait" }] as const) {
      const before = await pid(pool);
      await expect(pool.run(job, { ...patient, deadlineMs: 50 })).rejects.toMatchObject({ reason: "timeout" });
      expect(await pid(pool)).not.toBe(before);
      expect(isAlive(before)).toBe(false);
    }
  });

  it.each(["heap", "one big array", "buffers", "one big buffer"] as const)(
    "is stopped when it uses too much memory: %s",
    async (bomb) => {
      const pool = open();
      await expect(pool.run({ do: bomb }, patient)).rejects.toMatchObject({ reason: "memory" });
      expect(await pool.run(echo("after"), patient)).toBe("after");
    },
  );

  it("may exit its worker, at once or later, without affecting other jobs", async () => {
    const pool = open();
    await expect(pool.run({ do: "exit" }, patient)).rejects.toMatchObject({ reason: "crashed" });
    const dying = await pid(pool);
    expect(await pool.run({ do: "crash later" }, patient)).toBe("answered");
    await vi.waitFor(() => expect(isAlive(dying)).toBe(false));
    expect(await pool.run(echo("after"), patient)).toBe("after");
  });

  it("is rejected if its module does not exist, once per job", async () => {
    const pool = open({
      module: new URL("../../../isolation/no-such-module.ts", import.meta.url),
      size: 2,
      warmAfterMs: 0,
    });
    const jobs = [1, 2, 3].map((value) => pool.run(echo(value), patient));
    for (const job of jobs) await expect(job).rejects.toMatchObject({ reason: "crashed" });
    await expect(pool.run(echo(4), patient)).rejects.toMatchObject({ reason: "crashed" });
  });
});

describe("jobs in a pool", () => {
  it("wait for a worker and run in the order they arrived", async () => {
    const pool = open();
    const order: unknown[] = [];
    const jobs = [1, 2, 3, 4, 5].map(async (value) => order.push(await pool.run(echo(value), patient)));
    await Promise.all(jobs);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it("run concurrently up to the number of workers", async () => {
    const pool = open({ size: 2 });
    const stuck = pool.run({ do: "wait" }, patient).catch((reason: unknown) => reason);
    const others = new Set(await Promise.all([1, 2, 3].map(() => pid(pool, asBo))));
    expect(others.size).toBe(1);
    await pool.close();
    expect(await stuck).toMatchObject({ reason: "cancelled" });
  });

  it("are rejected when too many wait", async () => {
    const pool = open({ waiting: 1 });
    const first = pool.run(echo(1), patient);
    const second = pool.run(echo(2), patient);
    await expect(pool.run(echo(3), patient)).rejects.toMatchObject({ reason: "busy" });
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(await pool.run(echo(4), patient)).toBe(4);
  });

  it("run even if a job before them hangs", async () => {
    const pool = open({ warmAfterMs: 0 });
    const hanging = pool.run({ do: "loop" }, { ...patient, deadlineMs: 50 }).catch((reason: unknown) => reason);
    expect(await pool.run(echo("next"), patient)).toBe("next");
    expect(await hanging).toMatchObject({ reason: "timeout" });
  });
});

describe("jobs of several clients", () => {
  const settled = (job: Promise<unknown>): Promise<unknown> => job.catch((reason: unknown) => reason);

  it("leave a worker free for other clients, however many hanging jobs one client sends", async () => {
    const pool = open({ size: 2 });
    const hanging = Array.from({ length: 6 }, () => settled(pool.run({ do: "wait" }, patient)));
    expect(await pool.run(echo("first"), asBo)).toBe("first");
    expect(await pool.run(echo("second"), asBo)).toBe("second");
    await pool.close();
    for (const job of hanging) expect(await job).toMatchObject({ reason: "cancelled" });
  });

  it("take turns: another client's job waits for one job at most", async () => {
    const pool = open();
    const done: unknown[] = [];
    const run = async (name: string, client: string) => done.push(await pool.run(echo(name), { ...patient, client }));
    const ofAna = ["ana 1", "ana 2", "ana 3", "ana 4"].map((name) => run(name, "ana"));
    await Promise.all([...ofAna, run("bo 1", "bo"), run("bo 2", "bo"), run("cy 1", "cy")]);
    expect(done.slice(0, 3)).toEqual(["ana 1", "bo 1", "cy 1"]);
    // Further turns go to the client that has used the workers least, which depends on how long each job took.
    expect(done.slice(3).sort()).toEqual(["ana 2", "ana 3", "ana 4", "bo 2"]);
  });

  it("are ordered by the time of the client's last turn, even if several clients send hanging jobs", async () => {
    const pool = open({ size: 2 });
    const short = { deadlineMs: 1_000 };
    const hanging = ["ana", "bo", "ana", "bo", "ana", "bo"].map((client) =>
      settled(pool.run({ do: "wait" }, { ...short, client })),
    );
    let ended = 0;
    for (const job of hanging) void job.then(() => ended++);
    await pool.run(echo("cy"), { ...patient, client: "cy" });
    expect(ended).toBeLessThanOrEqual(2);
    await Promise.all(hanging);
  });

  it("are rejected for the client with most waiting jobs only", async () => {
    const pool = open({ size: 2, waiting: 4 });
    const ofAna = Array.from({ length: 10 }, () => settled(pool.run({ do: "wait" }, patient)));
    const ofOthers = ["bo", "cy", "di"].map((client) => pool.run(echo(client), { ...patient, client }));
    expect(await Promise.all(ofOthers)).toEqual(["bo", "cy", "di"]);
    await pool.close();
    const reasons = (await Promise.all(ofAna)).map((error) => (error as { readonly reason: string }).reason);
    expect(reasons).toEqual([...Array(3).fill("cancelled"), ...Array(7).fill("busy")]);
  });

  it("are rejected for the last client if all have equally many", async () => {
    const pool = open({ waiting: 2 });
    const run = (client: string) => settled(pool.run({ do: "wait" }, { ...patient, client }));
    const [ana, bo, cy, di] = ["ana", "bo", "cy", "di"].map(run);
    expect(await di).toMatchObject({ reason: "busy" });
    await pool.close();
    for (const job of [ana, bo, cy]) expect(await job).toMatchObject({ reason: "cancelled" });
  });
});

describe("a cancelled job", () => {
  it("is rejected before it starts, while it waits, and while it runs", async () => {
    const pool = open();
    await expect(pool.run(echo(1), { ...patient, signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: "cancelled",
    });

    const running = new AbortController();
    const waiting = new AbortController();
    const first = pool.run(
      { do: "progress and loop" },
      {
        ...patient,
        signal: running.signal,
        progress: () => waiting.abort(),
      },
    );
    const second = pool.run(echo(2), { ...patient, signal: waiting.signal });
    const third = pool.run(echo(3), patient);
    await expect(second).rejects.toMatchObject({ reason: "cancelled" });
    running.abort();
    await expect(first).rejects.toMatchObject({ reason: "cancelled" });
    expect(await third).toBe(3);
  });

  it("leaves no listener on its signal", async () => {
    const pool = open();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await pool.run(echo(1), { ...patient, signal });
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });
});

describe("a pool", () => {
  it("ends running and waiting jobs when it is closed, and rejects new ones", async () => {
    const pool = open({ size: 1 });
    const worker = await pid(pool);
    const jobs = [pool.run({ do: "loop" }, patient), pool.run(echo(1), patient)].map((job) =>
      job.catch((reason: unknown) => reason),
    );
    await pool.close();
    for (const job of jobs) expect(await job).toMatchObject({ reason: "cancelled" });
    expect(isAlive(worker)).toBe(false);
    await expect(pool.run(echo(2), patient)).rejects.toMatchObject({ reason: "cancelled" });
    await pool.close();
  });

  it("does not keep its process alive, and its workers end with the process", async () => {
    const script = fileURLToPath(new URL("./leave-workers-behind.ts", import.meta.url));
    for (const how of ["idle", "killed"]) {
      const parent = spawn(process.execPath, ["--import", "tsx", script, how], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exit = once(parent, "exit");
      let told = "";
      parent.stdout.on("data", (text) => {
        told += text;
      });
      const [code, signal] = await exit;
      expect([code, signal]).toEqual(how === "idle" ? [0, null] : [null, "SIGKILL"]);
      const workers = told.trim().split("\n").map(Number);
      expect(workers).toHaveLength(1);
      await vi.waitFor(() => expect(workers.filter(isAlive)).toEqual([]));
    }
  });
});
