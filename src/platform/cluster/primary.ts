import cluster, { type Worker } from "node:cluster";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { relayNews } from "../stores/worker-bus.ts";
import { relayReports } from "./workers.ts";

/** Where a worker serves. */
export interface Listening {
  readonly port: number;
  readonly paths: readonly string[];
}

export interface PrimaryOptions {
  readonly count: number;
  readonly env: Readonly<Record<string, string>>;
  /** When it comes, all workers finish what is running and end. */
  readonly stop: Promise<void>;
  readonly log: Log;
  /** All workers listen. Comes again only if the port has changed since. */
  announce(listening: Listening): void;
}

/** Starts the workers and replaces those that die. Comes back when they have ended; throws when they cannot start. */
export const runWorkers = async ({ count, env, stop, log, announce }: PrimaryOptions): Promise<void> => {
  const alive = new Set<Worker>();
  const serving = new Set<Worker>();
  let announced: number | undefined;
  let failures = 0;
  let stopping = false;
  let giveUp: (problem: Failure) => void;
  const hopeless = new Promise<never>((_, reject) => {
    giveUp = reject;
  });

  const startWorker = (): void => {
    if (stopping) return;
    const worker = cluster.fork(env);
    let problem: string | undefined;
    let servingSince: number | undefined;
    alive.add(worker);

    worker.on("message", (word: Partial<WordToPrimary>) => {
      if (word.problem !== undefined) problem = word.problem;
      if (word.listening === undefined) return;
      serving.add(worker);
      servingSince = performance.now();
      if (serving.size < count || announced === word.listening.port) return;
      announced = word.listening.port;
      announce(word.listening);
    });

    const ended = (how: string): void => {
      if (!alive.delete(worker)) return;
      serving.delete(worker);
      if (stopping) return;
      const steady = servingSince !== undefined && performance.now() - servingSince > STEADY_MS;
      failures = steady ? 0 : failures + 1;
      // What stops one at the first start stops all. Lazy it is worth trying on, as long as somebody serves.
      const failedAtOnce = problem !== undefined && announced === undefined;
      const keepsFailing = servingSince === undefined && failures >= MOST_FAILURES;
      if (failedAtOnce || (keepsFailing && (announced === undefined || serving.size === 0))) {
        giveUp(new Failure("unavailable", problem ?? `The workers keep ending (${how}).`));
        return;
      }
      log.error("worker ended", { pid: worker.process.pid, how, problem });
      setTimeout(startWorker, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    };
    worker.once("exit", (code, signal) => ended(signal ?? `exit code ${code}`));
    worker.once("error", (error) => ended(error.message));
  };

  const stopWorkers = async (): Promise<void> => {
    stopping = true;
    const ends = [...alive].map((worker) => new Promise((resolve) => worker.process.once("exit", resolve)));
    for (const worker of alive) worker.process.kill("SIGTERM");
    const late = setTimeout(() => {
      for (const worker of alive) worker.process.kill("SIGKILL");
    }, DRAINED_BY_MS);
    await Promise.all(ends);
    clearTimeout(late);
  };

  relayNews(cluster);
  relayReports(cluster, serving);
  for (let started = 0; started < count; started++) startWorker();
  try {
    await Promise.race([stop, hopeless]);
  } finally {
    await stopWorkers();
  }
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const MOST_FAILURES = 5;
/** Who served for so long did not die of its start. */
const STEADY_MS = 10_000;
/** A worker takes 10 seconds at most to finish what is running. */
const DRAINED_BY_MS = 12_000;

type WordToPrimary =
  | { readonly listening: Listening; readonly problem?: never }
  | { readonly problem: string; readonly listening?: never };

/** In a worker. */
export const tellPrimary = (word: WordToPrimary): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(word, undefined, undefined, () => resolve());
    else resolve();
  });

/** In a worker: the primary wants it to end, or is gone. Ctrl-C reaches every process, but it is the primary's to act on. */
export const untilPrimaryEnds = (): Promise<void> =>
  new Promise((resolve) => {
    process.on("SIGINT", () => undefined);
    process.once("SIGTERM", () => resolve());
    const { worker } = cluster;
    worker?.once("disconnect", () => {
      // Or node:cluster would end us here and now, in the middle of our calls.
      worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
