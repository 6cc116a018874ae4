import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "../../../model/failure.ts";
import { createSerialQueue } from "../../../model/serial-queue.ts";
import type { NewLine } from "../journal/journal.ts";
import { ended, isAlive } from "./run-limits.ts";
import type { RunRecord } from "./run-record.ts";
import type { RunStore, StoredRun } from "./run-store.ts";

/** One call at a time of each run, on all nodes. The run's record says which call is being carried out. */
export interface RunLine {
  /**
   * Waits for the calls before, and carries this one out: `begin` returns the record with which it is claimed, or why the
   * run refuses it; `carryOut` returns the record and the lines with which it ends.
   */
  call<T>(id: string, call: LinedCall<T>): Promise<T>;
  /** Runs the work between two calls. */
  between<T>(id: string, work: (run: RunRecord) => Promise<T>): Promise<T>;
  /** Changes the run while no node is carrying out a call of it. */
  atRest(id: string, edit: (run: RunRecord) => Promise<RunRecord>): Promise<RunRecord>;
}

export interface LinedCall<T> {
  begin(run: RunRecord): RunRecord | Failure;
  refused(run: RunRecord, failure: Failure): Promise<T>;
  carryOut(
    run: RunRecord,
  ): Promise<{ readonly run: RunRecord; readonly lines: readonly NewLine[]; readonly answer: T }>;
}

/** The run with the lines counted, and when they are written. */
export interface Journaled {
  readonly run: RunRecord;
  readonly written: Promise<void>;
}

interface Parts {
  readonly runs: RunStore;
  journal(run: RunRecord, lines: readonly NewLine[]): Journaled;
  realTime(): number;
}

/** A node renews the claim of a long call, so a claim that does not change has lost its node. */
const RENEW_MS = 1_000;
const LEASE_MS = 4_000;
const POLL_MS = 10;

export const createRunLine = ({ runs, journal, realTime }: Parts): RunLine => {
  const inOrder = createSerialQueue();

  const find = async (id: string): Promise<StoredRun> => {
    const found = await runs.find(id);
    if (found === undefined) throw ended();
    return found;
  };
  const read = async (id: string): Promise<StoredRun> => {
    const found = await find(id);
    if (!isAlive(found.run, realTime())) throw ended();
    return found;
  };

  /** Both writes at once: until the agent has its answer, none of them is promised. */
  const finish = async (run: RunRecord, lines: readonly NewLine[], version: number): Promise<number | undefined> => {
    const { run: counted, written } = journal(run, lines);
    const [next] = await Promise.all([runs.write(counted, version), written]);
    return next;
  };

  /** The run when no node is carrying out a call of it. */
  const idle = async (id: string, reading = read): Promise<StoredRun> => {
    let found = await reading(id);
    let since = performance.now();
    while (found.run.running !== undefined) {
      if (performance.now() - since > LEASE_MS) {
        const { running: _, ...run } = found.run;
        const version = await finish(run, [interrupted(found.run)], found.version);
        if (version !== undefined) return read(id);
      }
      await sleep(POLL_MS);
      const next = await reading(id);
      if (next.version !== found.version) since = performance.now();
      found = next;
    }
    return found;
  };

  /** Claims the next call: the first to write over a version has it. */
  const claim = async <T>(
    id: string,
    { begin }: LinedCall<T>,
  ): Promise<StoredRun | { run: RunRecord; failure: Failure }> => {
    for (;;) {
      const found = await idle(id);
      const run = begin(found.run);
      if (run instanceof Error) return { run: found.run, failure: run };
      const version = await runs.write(run, found.version);
      if (version !== undefined) return { run, version };
    }
  };

  /** While the call lasts, its claim is renewed. */
  const renewing = ({ run, version }: StoredRun) => {
    let latest: Promise<number | undefined> = Promise.resolve(version);
    const timer = setInterval(() => {
      latest = latest.then(async (before) =>
        before === undefined ? undefined : runs.write(run, before).catch(() => before),
      );
    }, RENEW_MS).unref();
    return {
      async end(): Promise<number | undefined> {
        clearInterval(timer);
        return latest;
      },
    };
  };

  return {
    call: (id, call) =>
      inOrder(id, async () => {
        const claimed = await claim(id, call);
        if ("failure" in claimed) return call.refused(claimed.run, claimed.failure);
        const renewal = renewing(claimed);
        let done: Awaited<ReturnType<typeof call.carryOut>> | undefined;
        try {
          done = await call.carryOut(claimed.run);
        } finally {
          const version = await renewal.end();
          // Without a version, another node took the call for lost, and has gone on.
          if (version !== undefined) {
            const { running: _, ...run } = done?.run ?? claimed.run;
            await finish(run, done?.lines ?? [], version);
          }
        }
        return done.answer;
      }),

    between: (id, work) => inOrder(id, async () => work((await read(id)).run)),

    atRest: (id, edit) =>
      inOrder(id, async () => {
        for (;;) {
          const found = await idle(id, find);
          const edited = await edit(found.run);
          if (edited === found.run || (await runs.write(edited, found.version)) !== undefined) return edited;
        }
      }),
  };
};

/** A call whose node has died; how far it came is unknown. */
const interrupted = ({ clock, running }: RunRecord): NewLine => ({
  at: new Date(clock).toISOString(),
  kind: "call",
  tool: running?.tool ?? "",
  outcome: "lost",
  summary: "The server ended while the call was carried out.",
});
