import cluster, { type Worker } from "node:cluster";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { relayNews } from "../stores/worker-bus.ts";
import { relayReports } from "./workers.ts";

/** The address of a worker. */
export interface Listening {
  readonly port: number;
  readonly paths: readonly string[];
}

interface PrimaryOptions {
  readonly count: number;
  readonly env: Readonly<Record<string, string>>;
  /** When it resolves, all workers finish their running requests and end. */
  readonly stop: Promise<void>;
  readonly log: Log;
  /** Called when all workers listen, and again if the port changes. */
  announce(listening: Listening): void;
}

/** Starts the workers and replaces those that die. Resolves when all have ended; throws if they cannot start. */
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

    worker.on("message", (message: Partial<PrimaryMessage>) => {
      if (message.problem !== undefined) problem = message.problem;
      if (message.listening === undefined) return;
      serving.add(worker);
      servingSince = performance.now();
      if (serving.size < count || announced === message.listening.port) return;
      announced = message.listening.port;
      announce(message.listening);
    });

    const ended = (how: string): void => {
      if (!alive.delete(worker)) return;
      serving.delete(worker);
      if (stopping) return;
      const wasStable = servingSince !== undefined && performance.now() - servingSince > STABLE_MS;
      failures = wasStable ? 0 : failures + 1;
      // A problem at the first start affects all workers. Later, retries make sense while other workers serve.
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
/** A worker that served this long did not fail because of its start. */
const STABLE_MS = 10_000;
/** A worker takes at most 10 seconds to finish its running requests. */
const DRAINED_BY_MS = 12_000;

type PrimaryMessage =
  | { readonly listening: Listening; readonly problem?: never }
  | { readonly problem: string; readonly listening?: never };

/** Sends a message from a worker to the primary. */
export const tellPrimary = (message: PrimaryMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

/** In a worker: resolves when the primary stops it or is gone. Ignores Ctrl-C, which the primary handles. */
export const untilPrimaryEnds = (): Promise<void> =>
  new Promise((resolve) => {
    process.on("SIGINT", () => undefined);
    process.once("SIGTERM", () => resolve());
    const { worker } = cluster;
    worker?.once("disconnect", () => {
      // Otherwise node:cluster would exit at once, in the middle of running requests.
      worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
